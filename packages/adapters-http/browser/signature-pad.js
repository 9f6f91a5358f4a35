import { button } from './actions.js';
import { h } from './dom.js';
import { pngOf } from './signature-image.js';
import { inLanguage } from './words.js';

const texts = inLanguage({
  en: {
    area: 'Area to sign in, with finger, pen or mouse',
    undo: 'Undo',
    clear: 'Clear',
    hint: 'Sign here with your finger, a pen or the mouse.',
  },
  de: {
    area: 'Feld zum Unterschreiben, mit Finger, Stift oder Maus',
    undo: 'Rückgängig',
    clear: 'Leeren',
    hint: 'Unterschreiben Sie hier mit dem Finger, einem Stift oder der Maus.',
  },
});

/** @typedef {{ readonly x: number, readonly y: number }} Point in pixels of the page @typedef {Point[]} Stroke */

const penWidth = 2.6;

/** A place to draw a signature in. */
export function signaturePad() {
  /** @type {Stroke[]} */
  let strokes = [];
  const canvas = h('canvas', { class: 'pad', role: 'img', 'aria-label': texts.area });
  const redraw = () => {
    const ratio = Math.max(1, devicePixelRatio);
    canvas.width = Math.round(canvas.clientWidth * ratio);
    canvas.height = Math.round(canvas.clientHeight * ratio);
    const context = canvas.getContext('2d');
    if (context !== null) paint(context, strokes, { x: 0, y: 0 }, ratio);
  };
  takeStrokes(canvas, {
    begin: (point) => void strokes.push([point]),
    goOn(points) {
      strokes.at(-1)?.push(...points);
      redraw();
    },
  });
  // It has no size before it is shown, and a phone may be turned.
  const observer = new ResizeObserver(redraw);
  observer.observe(canvas);

  const undo = button(
    texts.undo,
    () => {
      strokes = strokes.slice(0, -1);
      redraw();
    },
    'small',
  );
  const clear = button(
    texts.clear,
    () => {
      strokes = [];
      redraw();
    },
    'small',
  );
  return {
    element: h(
      'div',
      { class: 'pad-part' },
      h('p', { class: 'hint' }, texts.hint),
      canvas,
      h('div', { class: 'pair' }, undo, clear),
    ),
    /** The picture as base64; null while nothing is drawn. A dot alone is taken for a slip. */
    async image() {
      const bounds = boundsOf(strokes);
      if (bounds === null || Math.max(bounds.width, bounds.height) < 12) return null;
      return pngOf(bounds, (context, scale) => paint(context, strokes, bounds, scale), 3);
    },
  };
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {{ begin: (point: Point) => void, goOn: (points: Point[]) => void }} strokes
 */
function takeStrokes(canvas, { begin, goOn }) {
  /** @type {number | null} */
  let drawing = null;
  /** @param {PointerEvent} event @returns {Point} */
  const place = ({ clientX, clientY }) => {
    const { left, top } = canvas.getBoundingClientRect();
    return { x: clientX - left - canvas.clientLeft, y: clientY - top - canvas.clientTop };
  };
  canvas.addEventListener('pointerdown', (event) => {
    // A palm that rests on the screen does not draw.
    if (!event.isPrimary || event.button !== 0) return;
    drawing = event.pointerId;
    canvas.setPointerCapture(event.pointerId);
    begin(place(event));
    goOn([]);
  });
  canvas.addEventListener('pointermove', (event) => {
    if (event.pointerId !== drawing) return;
    const between = event.getCoalescedEvents?.() ?? [];
    goOn((between.length > 0 ? between : [event]).map(place));
  });
  for (const name of /** @type {const} */ (['pointerup', 'pointercancel']))
    canvas.addEventListener(name, () => {
      drawing = null;
    });
}

/**
 * Lines through the middles of what was touched, bent at the touched points: so nothing has corners.
 * @param {CanvasRenderingContext2D} context
 * @param {readonly Stroke[]} strokes
 * @param {Point} origin
 * @param {number} scale
 */
function paint(context, strokes, { x, y }, scale) {
  context.setTransform(scale, 0, 0, scale, -x * scale, -y * scale);
  context.lineWidth = penWidth;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.strokeStyle = '#000';
  for (const stroke of strokes) {
    const [first, ...rest] = stroke;
    if (first === undefined) continue;
    context.beginPath();
    context.moveTo(first.x, first.y);
    for (const [index, point] of rest.entries()) {
      const next = rest[index + 1] ?? point;
      context.quadraticCurveTo(point.x, point.y, (point.x + next.x) / 2, (point.y + next.y) / 2);
    }
    if (rest.length === 0) context.lineTo(first.x, first.y);
    context.stroke();
  }
}

/** The box around all that is drawn, with room for the pen. @param {readonly Stroke[]} strokes */
function boundsOf(strokes) {
  const points = strokes.flat();
  if (points.length === 0) return null;
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [x, y] = [least(xs) - penWidth, least(ys) - penWidth];
  return {
    x,
    y,
    width: -least(xs.map((v) => -v)) + penWidth - x,
    height: -least(ys.map((v) => -v)) + penWidth - y,
  };
}

/** Of many numbers: a call with all of them as arguments could be too long. @param {readonly number[]} numbers */
const least = (numbers) =>
  numbers.reduce((smallest, number) => Math.min(smallest, number), Number.POSITIVE_INFINITY);
