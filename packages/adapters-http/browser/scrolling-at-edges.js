/** How near to the edge of the screen it begins, and how fast it is there, in pixels and pixels for each picture. */
const near = 70;
const fastest = 14;

/**
 * Scrolls on while something is drawn near the upper or the lower edge of the screen, and says then that it moves.
 * @param {(spot: { readonly clientX: number, readonly clientY: number }) => void} moved
 * @param {() => number} floor where the lower edge is
 */
export function scrollingAtEdges(moved, floor) {
  /** @type {{ readonly clientX: number, readonly clientY: number } | null} */
  let spot = null;
  let picture = 0;
  const speed = () => {
    if (spot === null) return 0;
    const above = near - spot.clientY;
    const below = spot.clientY - (floor() - near);
    if (above > 0) return -Math.min(fastest, above / 4);
    return below > 0 ? Math.min(fastest, below / 4) : 0;
  };
  const step = () => {
    picture = 0;
    const by = speed();
    if (by === 0 || spot === null) return;
    scrollBy(0, by);
    moved(spot);
    picture = requestAnimationFrame(step);
  };
  return {
    /** @param {{ readonly clientX: number, readonly clientY: number }} next */
    at({ clientX, clientY }) {
      spot = { clientX, clientY };
      if (picture === 0 && speed() !== 0) picture = requestAnimationFrame(step);
    },
    stop() {
      spot = null;
      cancelAnimationFrame(picture);
    },
  };
}
