import { movedPlace, placeOnOther, resizedPlace } from './field-geometry.js';

/**
 * @typedef {import('./fields-in-hand.js').PlacedField} PlacedField
 * @typedef {import('./field-geometry.js').Place} Place
 *
 * @typedef {object} KeyActs
 * @property {(key: number) => PlacedField | undefined} fieldOf
 * @property {(key: number) => void} choose
 * @property {() => void} release
 * @property {(key: number, page: number, place: Place) => void} change where a field lies
 * @property {(key: number) => void} openSettings
 * @property {(key: number) => void} remove
 */

/** One press, and what each further step is while the key is held down, in points. */
const step = { pressed: 1, held: 8 };
/** @type {Record<string, readonly [number, number]>} */
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Placing by keys, on the field that has the focus.
 * @param {import('./pdf-pages.js').DrawnPdf} pdf
 * @param {ReturnType<typeof import('./field-gestures.js').pagesOf>} pages
 * @param {KeyActs} acts
 */
export function onKeys(pdf, pages, acts) {
  /** @param {PlacedField} field @param {KeyboardEvent} event @param {readonly [number, number]} direction */
  const nudge = (field, { shiftKey, repeat }, [right, down]) => {
    const size = pages.sizeOf(field.page);
    const points = repeat ? step.held : step.pressed;
    const by = { x: (right * points) / size.width, y: (down * points) / size.height };
    acts.change(
      field.key,
      field.page,
      shiftKey ? resizedPlace(field, 'se', by, size) : movedPlace(field, by, size),
    );
  };
  /** @param {PlacedField} field @param {number} page */
  const turnTo = (field, page) => {
    if (page < 1 || page > pdf.pageCount) return;
    acts.change(field.key, page, placeOnOther(field, pages.sizeOf(field.page), pages.sizeOf(page)));
  };
  pdf.element.addEventListener('keydown', (event) => {
    const { target, key, ctrlKey, altKey, metaKey } = event;
    if (!(target instanceof Element) || ctrlKey || altKey || metaKey) return;
    const field = acts.fieldOf(Number(target.closest('.placed')?.getAttribute('data-key') ?? 0));
    if (field === undefined) return;
    const direction = arrows[key];
    if (direction !== undefined) {
      acts.choose(field.key);
      nudge(field, event, direction);
    } else if (key === 'PageUp' || key === 'PageDown')
      turnTo(field, field.page + (key === 'PageUp' ? -1 : 1));
    else if (key === 'Delete' || key === 'Backspace') acts.remove(field.key);
    else if (key === 'Enter') acts.openSettings(field.key);
    else if (key === 'Escape') acts.release();
    else return;
    event.preventDefault();
    target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
}
