/**
 * Does at most so many things at once, in the order in which they were asked for.
 * @param {() => number} most is asked whenever one more thing could begin
 * @returns {(work: () => Promise<unknown>) => () => void} takes one more thing to do, and gives a way to drop it while it waits
 */
export function atMost(most) {
  /** @type {Set<() => Promise<unknown>>} */
  const waiting = new Set();
  let running = 0;
  const goOn = () => {
    for (const work of waiting) {
      if (running >= most()) return;
      waiting.delete(work);
      running += 1;
      void work().finally(() => {
        running -= 1;
        goOn();
      });
    }
  };
  return (work) => {
    waiting.add(work);
    goOn();
    return () => waiting.delete(work);
  };
}
