/** The face in which typed signatures are shown, and drawn in the finished document. */
export const signatureFace = 'Chancery Signature';

/** @type {Promise<unknown> | undefined} */
let loading;

/** Loaded when somebody first types a signature; until then, or without it, another face stands in. */
export function loadSignatureFace() {
  loading ??= load().catch(() => {
    loading = undefined;
  });
  return loading;
}

async function load() {
  const answer = await fetch(document.documentElement.dataset.signatureFace ?? '');
  const face = new FontFace(signatureFace, await answer.arrayBuffer());
  document.fonts.add(await face.load());
}

/** @type {CanvasRenderingContext2D | null} */
let ruler = null;

/**
 * The size in points at which a line fits, as it is drawn in the finished document: at least 6.
 * @param {string} text
 * @param {{ readonly width: number, readonly most: number, readonly face: string }} room in points
 */
export function fittingSize(text, { width, most, face }) {
  ruler ??= document.createElement('canvas').getContext('2d');
  if (ruler === null || text === '') return Math.max(6, most);
  ruler.font = `100px ${face}`;
  const needed = ruler.measureText(text).width / 100;
  return Math.max(6, Math.min(most, (width - 4) / needed));
}
