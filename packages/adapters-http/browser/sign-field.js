import { h } from './dom.js';
import { dateInWords, fieldTexts as texts, today } from './sign-field-words.js';
import { fittingSize } from './signature-face.js';

/**
 * @typedef {import('./signing-link.js').SigningField} SigningField
 * @typedef {{ readonly field: SigningField, readonly element: HTMLElement, readonly focus: () => void, readonly missing: () => string, readonly value: () => string | boolean | null, readonly fault: (text: string) => void, readonly rename: (place: string) => void, readonly label: string, readonly problem: () => string }} FilledField `value` is null where nothing is sent
 * @typedef {{ readonly width: number, readonly height: number }} Size
 */

const usualLength = 500;
const longestName = 200;
const usualSize = 10;

/** @param {SigningField} field */
export const isMark = ({ kind }) => kind === 'signature' || kind === 'initials';
/** Whether there is anything to do in it. @param {SigningField} field */
export const isToFill = (field) =>
  field.mine &&
  !field.readOnly &&
  field.kind !== 'email' &&
  (field.kind !== 'date' || field.dateMode === 'entered');

/** What the API calls each field of a page that it added for signatures: no sender has written that, so we have our own word. */
const signaturePage = 'Signature page';

/** What a field is called. @param {SigningField} field */
export const labelOf = ({ label, kind }) =>
  label === null || label === '' || label === signaturePage ? texts.kinds[kind] : label;

/** Lays something over its part of the page. @param {HTMLElement} element @param {SigningField} field */
export function laid(element, { x, y, width, height, fontSize }) {
  const { style } = element;
  for (const [name, part] of /** @type {const} */ ([
    ['left', x],
    ['top', y],
    ['width', width],
    ['height', height],
  ]))
    style.setProperty(name, `${part * 100}%`);
  style.setProperty('--size', String(fontSize ?? usualSize));
  return element;
}

/**
 * What is only to be seen: what others have filled in, and what the sender or the server fills in for the reader.
 * @param {SigningField} field
 * @param {import('./signing-link.js').SigningView['signer']} signer
 * @returns {HTMLElement | null}
 */
export function shownField(field, signer) {
  const { mine, kind, value, defaultValue } = field;
  if (!mine) {
    if (value === null) return null;
    const hidden = isMark(field) ? texts.signed : texts.filled;
    const ticked = value === true ? '✓' : '';
    const text = typeof value === 'object' ? hidden : kind === 'checkbox' ? ticked : String(value);
    return laid(h('div', { class: `on-sheet of-other ${kind}`, dir: 'auto' }, text), field);
  }
  if (kind === 'checkbox') {
    const box = h('input', {
      type: 'checkbox',
      disabled: true,
      'aria-label': `${labelOf(field)}, ${texts.fixed}`,
    });
    box.checked = defaultValue === true;
    return laid(h('div', { class: 'on-sheet tick' }, box), field);
  }
  const isDated = kind === 'date' && !field.readOnly;
  const text =
    kind === 'email'
      ? signer.email
      : isDated
        ? dateInWords(today(), field.dateFormat)
        : String(defaultValue ?? '');
  const shown = h(field.multiline ? 'textarea' : 'input', {
    class: 'on-sheet given',
    readonly: true,
    dir: 'auto',
    'aria-label': `${labelOf(field)}, ${isDated ? texts.dated : texts.fixed}`,
    title: isDated ? texts.dated : texts.fixed,
  });
  shown.value = text;
  return laid(shown, field);
}

/**
 * A field to fill in with keys: a real control of its kind, laid over the page.
 * @param {SigningField} field
 * @param {Size} page in points
 * @param {import('./signing-link.js').SigningView['signer']} signer
 * @param {() => void} changed
 * @returns {FilledField}
 */
export function entryField(field, page, signer, changed) {
  const control = controlFor(field, signer);
  const isTick = control instanceof HTMLInputElement && control.type === 'checkbox';
  const element = laid(isTick ? h('div', { class: 'on-sheet tick mine' }, control) : control, field);
  const fit = () => {
    if (!(control instanceof HTMLInputElement) || isTick) return;
    const room = { width: field.width * page.width, most: field.fontSize ?? usualSize, face: 'sans-serif' };
    element.style.setProperty('--size', String(fittingSize(control.value, room)));
  };
  const faulty = faultOf(control);
  for (const event of ['input', 'change'])
    control.addEventListener(event, () => {
      faulty.say('');
      fit();
      changed();
    });
  fit();
  const value = () =>
    control instanceof HTMLInputElement && isTick ? control.checked : control.value.trim();
  return {
    field,
    element,
    label: labelOf(field),
    focus: () => control.focus({ preventScroll: true }),
    missing() {
      if (control instanceof HTMLInputElement && control.validity.badInput) return texts.missingDate;
      if (!field.required || (value() !== '' && value() !== false)) return '';
      return isTick ? texts.missingTick : field.kind === 'date' ? texts.missingDate : texts.missing;
    },
    value,
    fault: faulty.say,
    problem: faulty.problem,
    rename: (place) => control.setAttribute('aria-label', nameOf(field, place)),
  };
}

/** @param {SigningField} field @param {string} place */
export const nameOf = (field, place) =>
  [labelOf(field), field.required && texts.required, place].filter((part) => part !== false).join(', ');

/**
 * Marks a control as wrong, for eyes and for screen readers.
 * @param {HTMLElement} control
 */
export function faultOf(control) {
  let problem = '';
  return {
    problem: () => problem,
    /** @param {string} text */
    say(text) {
      problem = text;
      if (text === '') {
        control.removeAttribute('aria-invalid');
        control.removeAttribute('aria-description');
      } else {
        control.setAttribute('aria-invalid', 'true');
        control.setAttribute('aria-description', text);
      }
    },
  };
}

/**
 * @param {SigningField} field
 * @param {import('./signing-link.js').SigningView['signer']} signer
 */
function controlFor(field, signer) {
  const { kind, multiline, maxLength, defaultValue, label } = field;
  if (kind === 'checkbox') {
    const box = h('input', { type: 'checkbox' });
    box.checked = defaultValue === true;
    return box;
  }
  if (kind === 'date')
    return h('input', { class: 'on-sheet mine', type: 'date', min: '0001-01-01', max: '9999-12-31' });
  const control = h(kind === 'text' && multiline ? 'textarea' : 'input', {
    class: 'on-sheet mine',
    maxlength: kind === 'name' ? longestName : (maxLength ?? usualLength),
    autocomplete: kind === 'name' ? 'name' : 'off',
    placeholder: label,
    dir: 'auto',
  });
  control.value = kind === 'name' ? String(defaultValue || signer.name) : String(defaultValue ?? '');
  return control;
}
