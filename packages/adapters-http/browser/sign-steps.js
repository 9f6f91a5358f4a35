import { h } from './dom.js';
import { comeTo, onReached } from './sign-fields.js';
import { inLanguage } from './words.js';

const texts = inLanguage({
  en: {
    begin: (/** @type {number} */ count) =>
      count === 1 ? 'There is 1 field for you.' : `There are ${count} fields for you.`,
    at: (/** @type {number} */ at, /** @type {number} */ of, /** @type {string} */ label) =>
      `Field ${at} of ${of}: ${label}`,
    first: 'Start',
    next: 'Next',
    done: 'Everything that is needed is filled in.',
    finish: 'Go on to finish',
  },
  de: {
    begin: (/** @type {number} */ count) =>
      count === 1 ? 'Es gibt 1 Feld für Sie.' : `Es gibt ${count} Felder für Sie.`,
    at: (/** @type {number} */ at, /** @type {number} */ of, /** @type {string} */ label) =>
      `Feld ${at} von ${of}: ${label}`,
    first: 'Beginnen',
    next: 'Weiter',
    done: 'Alles Nötige ist ausgefüllt.',
    finish: 'Weiter zum Abschluss',
  },
});

/**
 * The bar that leads from field to field, and at last to where one finishes.
 * @param {ReturnType<typeof import('./sign-fields.js').fieldsOn>} fields
 * @param {import('./pdf-pages.js').DrawnPdf} pdf
 * @param {() => void} finish
 */
export function fieldSteps({ own, onChange }, pdf, finish) {
  let at = -1;
  const place = h('p');
  const fault = h('p', { class: 'fault' });
  const isDone = () => own.every((each) => each.missing() === '');
  /** What comes after this one; from the last one back to the first that is still missing. */
  const following = () => {
    if (at < own.length - 1) return at + 1;
    return isDone() ? null : own.findIndex((each) => each.missing() !== '');
  };
  const next = h('button', { type: 'button', class: 'primary small', click: () => step() });
  const draw = () => {
    const present = own[at];
    place.textContent =
      following() === null && isDone()
        ? texts.done
        : present === undefined
          ? texts.begin(own.length)
          : texts.at(at + 1, own.length, present.label);
    fault.textContent = present?.problem() ?? '';
    next.textContent = at === -1 ? texts.first : following() === null ? texts.finish : texts.next;
  };
  const step = () => {
    const to = following();
    const field = to === null ? undefined : own[to];
    if (field === undefined) return finish();
    at = to ?? at;
    comeTo(field, pdf);
    draw();
  };
  onReached(own, pdf, (reached) => {
    at = reached;
    draw();
  });
  onChange(draw);
  draw();
  return { element: h('div', { class: 'field-bar' }, h('div', {}, place, fault), next), draw };
}
