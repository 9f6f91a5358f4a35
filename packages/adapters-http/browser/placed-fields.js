import { h } from './dom.js';
import { placedTexts as texts } from './placed-field-words.js';
import { fieldTexts } from './sign-field-words.js';

/**
 * @typedef {import('./fields-in-hand.js').PlacedField} PlacedField
 * @typedef {import('./field-geometry.js').Place} Place
 * @typedef {{ readonly element: HTMLElement, readonly button: HTMLButtonElement }} Shown
 */

/** @type {readonly import('./field-geometry.js').Corner[]} */
const corners = ['nw', 'ne', 'sw', 'se'];

/** Lays something over its part of the page. @param {HTMLElement} element @param {Place} place */
export function lay({ style }, { x, y, width, height }) {
  style.left = `${x * 100}%`;
  style.top = `${y * 100}%`;
  style.width = `${width * 100}%`;
  style.height = `${height * 100}%`;
}

/**
 * The fields as they lie on the pages: each a button with the colour of its person, and with corners to draw at once it is chosen.
 * @param {import('./pdf-pages.js').DrawnPdf} pdf
 * @param {ReturnType<typeof import('./prepare-round.js').roundToPrepare>} round
 * @param {string} help the id of what says how fields are moved
 */
export function placedFields(pdf, { fields, signers }, help) {
  /** @type {Map<number, Shown>} */
  const shown = new Map();
  /** @type {number | null} */
  let chosen = null;

  const make = (/** @type {number} */ key) => {
    const button = h('button', { type: 'button', 'aria-describedby': help });
    const element = h(
      'div',
      { class: 'placed', 'data-key': key },
      button,
      corners.map((corner) => h('span', { class: `grip ${corner}`, 'data-grip': corner })),
    );
    return { element, button };
  };
  /** @param {PlacedField} field @param {Shown} of */
  const drawOne = (field, { element, button }) => {
    const people = signers();
    const at = people.findIndex(({ id }) => id === field.signerId);
    const person = people[at]?.name ?? '';
    const label = field.label || fieldTexts.kinds[field.kind];
    element.dataset.tone = String(at % 6);
    element.dataset.kind = field.kind;
    element.classList.toggle('chosen', field.key === chosen);
    const name = texts.of(label, person);
    button.textContent = field.kind === 'checkbox' ? '' : name;
    button.setAttribute('aria-pressed', String(field.key === chosen));
    button.setAttribute(
      'aria-label',
      [name, texts.page(field.page), field.required ? texts.required : texts.optional].join(', '),
    );
    lay(element, field);
    const layer = pdf.layerOf(field.page);
    if (layer !== undefined && element.parentElement !== layer)
      keepingFocus(button, () => layer.append(element));
  };
  const draw = () => {
    const present = fields.all();
    const keys = new Set(present.map(({ key }) => key));
    for (const [key, { element }] of shown) {
      if (keys.has(key)) continue;
      element.remove();
      shown.delete(key);
    }
    if (chosen !== null && !keys.has(chosen)) chosen = null;
    for (const field of present) {
      const one = shown.get(field.key) ?? make(field.key);
      shown.set(field.key, one);
      drawOne(field, one);
    }
  };
  return {
    draw,
    chosen: () => fields.all().find(({ key }) => key === chosen) ?? null,
    /** @param {number | null} key */
    choose(key) {
      chosen = key;
      draw();
    },
    /** @param {number} key */
    focus: (key) => shown.get(key)?.button.focus({ preventScroll: true }),
    /** @param {number} key */
    elementOf: (key) => shown.get(key)?.element,
  };
}

/** What is put elsewhere in the page loses the focus. @param {HTMLElement} element @param {() => void} act */
function keepingFocus(element, act) {
  const hadFocus = element === document.activeElement;
  act();
  if (hadFocus) element.focus({ preventScroll: true });
}
