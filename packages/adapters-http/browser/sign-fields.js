import { h } from './dom.js';
import { entryField, isMark, isToFill, shownField } from './sign-field.js';
import { fieldTexts } from './sign-field-words.js';
import { adoptedMarks, markField } from './sign-mark-field.js';

/**
 * @typedef {import('./sign-field.js').FilledField} FilledField
 * @typedef {import('./signing-link.js').SigningView} SigningView
 */

/** From the first page to the last, from top to bottom, and in a line from left to right. @param {import('./signing-link.js').SigningField} one @param {import('./signing-link.js').SigningField} other */
const inReadingOrder = (one, other) => {
  if (one.page !== other.page) return one.page - other.page;
  const isSameLine =
    Math.abs(one.y + one.height / 2 - other.y - other.height / 2) < Math.min(one.height, other.height) / 2;
  return isSameLine ? one.x - other.x : one.y - other.y;
};

/**
 * Lays all fields over the drawn pages: those of the reader as controls, those of others as far as they are filled.
 * @param {SigningView} view
 * @param {import('./pdf-pages.js').DrawnPdf} pdf
 */
export function fieldsOn({ fields, document, signer, signatureMethods }, pdf) {
  const marks = adoptedMarks({ methods: signatureMethods, name: signer.name });
  /** @type {(() => void)[]} */
  const listeners = [];
  const changed = () => {
    for (const listen of listeners) listen();
  };
  /** @type {FilledField[]} */
  const own = [];
  for (const field of [...fields].sort(inReadingOrder)) {
    const page = document?.pages[field.page - 1] ?? { width: 595, height: 842 };
    const made = !isToFill(field)
      ? null
      : isMark(field)
        ? markField(field, page, marks, changed)
        : entryField(field, page, signer, changed);
    if (made !== null) own.push(made);
    const element = made?.element ?? shownField(field, signer);
    if (element !== null) pdf.layerOf(field.page)?.append(element);
  }
  for (const [index, each] of own.entries()) each.rename(fieldTexts.place(index + 1, own.length));
  return {
    own,
    /** @param {() => void} listen */
    onChange: (listen) => void listeners.push(listen),
    /** Says what is missing in each; gives those where something is. */
    checked() {
      for (const each of own) each.fault(each.missing());
      return own.filter((each) => each.problem() !== '');
    },
    /** What is sent of them. */
    values: () => ({
      fields: own.flatMap((each) => {
        const value = each.value();
        return value === null ? [] : [{ fieldId: each.field.id, value }];
      }),
      ...markSent('signature', marks, own),
      ...markSent('initials', marks, own),
    }),
  };
}

/** @param {'signature' | 'initials'} mark @param {ReturnType<typeof adoptedMarks>} marks @param {readonly FilledField[]} own */
function markSent(mark, marks, own) {
  const made = marks.get(mark);
  return made === null || !own.some(({ field }) => field.kind === mark) ? {} : { [mark]: made };
}

/**
 * Comes to a field: into view, and large enough to be touched and read; a page that fits a phone is too small for that.
 * @param {FilledField} filled
 * @param {import('./pdf-pages.js').DrawnPdf} pdf
 */
export function comeTo({ element, field, focus }, pdf) {
  grow(field, pdf);
  element.scrollIntoView({ block: 'center', inline: 'center' });
  focus();
}

/** @param {import('./signing-link.js').SigningField} field @param {import('./pdf-pages.js').DrawnPdf} pdf */
function grow({ kind, fontSize }, pdf) {
  const wanted = kind === 'checkbox' ? 1.4 : 14 / (fontSize ?? 10);
  if (pdf.scale() < wanted * 0.85) pdf.zoom(wanted);
}

/** Where a field was reached by finger or by the Tab key. @param {readonly FilledField[]} own @param {import('./pdf-pages.js').DrawnPdf} pdf @param {(at: number) => void} reached */
export function onReached(own, pdf, reached) {
  for (const [at, each] of own.entries())
    each.element.addEventListener('focusin', () => {
      reached(at);
      // What moves under a finger loses its press, and only what is typed into needs to be larger.
      if (isMark(each.field) || each.field.kind === 'checkbox') return;
      const before = pdf.scale();
      grow(each.field, pdf);
      if (pdf.scale() !== before) each.element.scrollIntoView({ block: 'center', inline: 'center' });
    });
}

/** Where faults are, as buttons that lead there. @param {readonly FilledField[]} faulty @param {import('./pdf-pages.js').DrawnPdf} pdf */
export const faultList = (faulty, pdf) =>
  h(
    'ul',
    {},
    faulty.map((each) =>
      h(
        'li',
        {},
        h(
          'button',
          { type: 'button', class: 'quiet small', click: () => comeTo(each, pdf) },
          `${each.label}: ${each.problem()}`,
        ),
      ),
    ),
  );
