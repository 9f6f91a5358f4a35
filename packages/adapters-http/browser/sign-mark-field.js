import { busyWhile } from './actions.js';
import { h } from './dom.js';
import { faultOf, labelOf, laid, nameOf } from './sign-field.js';
import { fieldTexts as texts } from './sign-field-words.js';
import { fittingSize, signatureFace } from './signature-face.js';
import { addressOf } from './signature-image.js';

/**
 * @typedef {import('./signature-dialog.js').Mark} Mark
 * @typedef {import('./signature-image.js').Signature} Signature
 */

/** What makes signatures is loaded while one reads. */
const maker = () => import('./signature-dialog.js');

/**
 * The signature and the initials of this person, as long as this page is open: made once, they are in every field that takes
 * them.
 * @param {{ readonly methods: readonly import('./signing-link.js').SignatureMethod[], readonly name: string }} of
 */
export function adoptedMarks(of) {
  void maker().catch(() => undefined);
  /** @type {Partial<Record<Mark, Signature>>} */
  const made = {};
  /** @type {(() => void)[]} */
  const listeners = [];
  return {
    /** @param {Mark} mark */
    get: (mark) => made[mark] ?? null,
    /** @param {() => void} listen */
    onChange: (listen) => void listeners.push(listen),
    /** @param {Mark} mark */
    async ask(mark) {
      const { askForSignature } = await maker();
      const answer = await askForSignature(mark, of);
      if (answer === null) return;
      made[mark] = answer;
      for (const listen of listeners) listen();
    },
  };
}

/**
 * A field for a signature or initials: a button, which shows what was made.
 * @param {import('./signing-link.js').SigningField} field
 * @param {import('./sign-field.js').Size} page in points
 * @param {ReturnType<typeof adoptedMarks>} marks
 * @param {() => void} changed
 * @returns {import('./sign-field.js').FilledField}
 */
export function markField(field, page, marks, changed) {
  const mark = /** @type {Mark} */ (field.kind);
  const element = h('button', {
    type: 'button',
    class: 'on-sheet mine mark',
    click: () => void busyWhile(element, () => marks.ask(mark)),
  });
  const faulty = faultOf(element);
  let place = '';
  const draw = () => {
    const made = marks.get(mark);
    element.replaceChildren(
      made === null ? h('span', { class: 'sign-here' }, texts.sign[mark]) : inked(made, field, page),
    );
    element.classList.toggle('made', made !== null);
    const state =
      made === null
        ? texts.sign[mark]
        : [texts.yours[mark], made.method === 'typed' && made.text, texts.change].filter(Boolean).join(', ');
    element.setAttribute('aria-label', nameOf(field, [state, place].filter(Boolean).join(', ')));
  };
  marks.onChange(() => {
    faulty.say('');
    draw();
    changed();
  });
  laid(element, field);
  draw();
  return {
    field,
    element,
    label: labelOf(field),
    focus: () => element.focus({ preventScroll: true }),
    missing: () => (field.required && marks.get(mark) === null ? texts.missingMark[mark] : ''),
    value: () => null,
    fault: faulty.say,
    problem: faulty.problem,
    rename(next) {
      place = next;
      draw();
    },
  };
}

/**
 * @param {Signature} made
 * @param {import('./signing-link.js').SigningField} field
 * @param {import('./sign-field.js').Size} page
 */
function inked(made, field, page) {
  if (made.method !== 'typed') return h('img', { src: addressOf(made), alt: '' });
  const shown = h('span', { class: 'typed', dir: 'auto' }, made.text);
  const room = {
    width: field.width * page.width,
    most: 0.7 * field.height * page.height,
    face: `"${signatureFace}"`,
  };
  shown.style.setProperty('--size', String(fittingSize(made.text, room)));
  return shown;
}
