import { busyWhile } from './actions.js';
import { ApiError } from './api.js';
import { choiceRow } from './choice-fields.js';
import { h, say } from './dom.js';
import { textOf } from './failures.js';
import { inLanguage } from './words.js';

const texts = inLanguage({
  en: {
    missing: 'Fill in this field.',
    choose: 'Please choose.',
    tick: 'Please tick this box.',
    email: 'Enter an e-mail address, such as ada@example.com.',
    reveal: 'Show password',
    marked: 'Please look at the marked fields.',
  },
  de: {
    missing: 'Füllen Sie dieses Feld aus.',
    choose: 'Bitte wählen Sie.',
    tick: 'Bitte setzen Sie hier ein Häkchen.',
    email: 'Geben Sie eine E-Mail-Adresse ein, etwa ada@example.com.',
    reveal: 'Passwort anzeigen',
    marked: 'Bitte sehen Sie sich die markierten Felder an.',
  },
});

/**
 * @typedef {object} Field
 * @property {string} name of the API's field
 * @property {string} label
 * @property {string} [type] of the input, or `text area`
 * @property {boolean} [optional]
 * @property {number} [longest]
 * @property {string} autocomplete
 * @property {string} [hint]
 * @property {string} [value]
 * @property {boolean} [readonly]
 * @property {string} [inputmode]
 * @property {string} [mustMatch] a pattern for the whole value
 * @property {string} [mismatch] what to say if it does not match
 */

let forms = 0;

/**
 * @typedef {Field | import('./choice-fields.js').Choice} AnyField
 * @typedef {ReturnType<typeof rowOf> | ReturnType<typeof choiceRow>} Row
 * @typedef {{ readonly label: string, readonly fields: readonly AnyField[], readonly isOpen: boolean }} Further what few people need, folded below the rest
 */

/**
 * A form with labels, hints and a place for an error under each field.
 * @param {object} of
 * @param {readonly AnyField[]} of.fields
 * @param {string} of.submit
 * @param {(values: Record<string, any>) => Promise<unknown>} of.run strings, of choices also lists and booleans
 * @param {string} [of.kind] of the button
 * @param {Further} [of.further]
 */
export function form({ fields, submit, run, kind = 'primary', further }) {
  const rows = rowsOf([...fields, ...(further?.fields ?? [])]);
  const pressed = h('button', { type: 'submit', class: kind }, submit);
  const made = h(
    'form',
    { novalidate: true, method: 'post' },
    rows.slice(0, fields.length).map(({ row }) => row),
    further !== undefined && fold(further, rows.slice(fields.length)),
    pressed,
  );
  made.addEventListener('submit', (event) => {
    event.preventDefault();
    void busyWhile(pressed, () => send(rows, run));
  });
  return made;
}

/**
 * A question that one press answers: a button for each answer, and below them, folded, what may go with it. The Enter key sends
 * nothing, for no button stands out as what it would press.
 * @template {string} Answer
 * @param {object} of
 * @param {string} of.label of the group of buttons
 * @param {readonly { readonly value: Answer, readonly label: string, readonly kind: string }[]} of.answers
 * @param {Further} of.further
 * @param {(answer: Answer, values: Record<string, any>) => Promise<unknown>} of.run
 */
export function question({ label, answers, further, run }) {
  const rows = rowsOf(further.fields);
  const buttons = answers.map(({ value, label: text, kind }) => {
    const made = h('button', { type: 'button', class: kind }, text);
    made.addEventListener('click', () => {
      // While one answer is on its way, another would race it.
      if (buttons.some((other) => other !== made && other.ariaBusy === 'true')) return;
      void busyWhile(made, () => send(rows, (values) => run(value, values)));
    });
    return made;
  });
  const made = h(
    'form',
    { novalidate: true, method: 'post' },
    h('div', { class: 'answers', role: 'group', 'aria-label': label }, buttons),
    fold(further, rows),
  );
  made.addEventListener('submit', (event) => event.preventDefault());
  return made;
}

/** @param {Further} further @param {readonly Row[]} rows */
const fold = ({ label, isOpen }, rows) =>
  h(
    'details',
    { class: 'further', open: isOpen },
    h('summary', {}, label),
    rows.map(({ row }) => row),
  );

/** @param {readonly AnyField[]} fields @returns {readonly Row[]} */
function rowsOf(fields) {
  forms += 1;
  return fields.map((field) => {
    const id = `f${forms}-${field.name}`;
    return isChoice(field)
      ? choiceRow(field, id, field.type === 'box' ? texts.tick : texts.choose)
      : rowOf(field, id);
  });
}

/**
 * @param {readonly Row[]} rows
 * @param {(values: Record<string, any>) => Promise<unknown>} run
 */
async function send(rows, run) {
  for (const row of rows) row.fault('');
  const wrong = rows.filter((row) => row.check());
  if (wrong[0] !== undefined) return focusOn(wrong[0]);
  try {
    await run(Object.fromEntries(rows.map(({ field, given }) => [field.name, given()])));
  } catch (error) {
    if (!marked(error, rows)) throw error;
  }
}

/** Its field may be folded away. @param {Row} row */
function focusOn({ input }) {
  const fold = input.closest('details');
  if (fold !== null) fold.open = true;
  input.focus();
}

/** @param {AnyField} field @returns {field is import('./choice-fields.js').Choice} */
const isChoice = (field) => field.type === 'one' || field.type === 'some' || field.type === 'box';

/** A password is sent as typed; around anything else blanks are slips. @param {Field} field @param {HTMLInputElement | HTMLTextAreaElement} input */
const givenIn = (field, input) => (field.type === 'password' ? input.value : input.value.trim());

/**
 * Puts each fault under its field; false if there was none to put.
 * @param {unknown} error
 * @param {readonly Row[]} rows
 */
function marked(error, rows) {
  if (!(error instanceof ApiError) || error.code !== 'request.invalid') return false;
  const wrong = rows.filter(({ field, fault }) => {
    const detail = error.details.find(({ path }) => path.split('/')[2] === field.name);
    if (detail !== undefined) fault(textOf(detail.code, detail.message));
    return detail !== undefined;
  });
  if (wrong[0] === undefined) return false;
  say(texts.marked);
  focusOn(wrong[0]);
  return true;
}

/** @param {Field} field @param {string} id */
function rowOf(field, id) {
  const { label, type = 'text', autocomplete, hint, value, readonly, inputmode, optional = false } = field;
  const isArea = type === 'text area';
  const isSecret = type === 'password';
  const described = [...(hint === undefined ? [] : [`${id}-hint`]), `${id}-fault`].join(' ');
  const input = h(isArea ? 'textarea' : 'input', {
    id,
    name: field.name,
    type: isArea ? null : type,
    rows: isArea ? 3 : null,
    maxlength: field.longest,
    autocomplete,
    value,
    readonly,
    inputmode,
    required: !optional,
    autocapitalize: isArea ? null : 'none',
    spellcheck: isArea || (type === 'text' && autocomplete === 'name') ? null : 'false',
    'aria-describedby': described,
  });
  const told = h('p', { id: `${id}-fault`, class: 'fault' });
  const row = h(
    'div',
    { class: 'field' },
    h('label', { for: id }, label),
    hint !== undefined && h('p', { id: `${id}-hint`, class: 'hint' }, hint),
    input,
    isSecret && input instanceof HTMLInputElement && revealer(input, `${id}-reveal`),
    told,
  );
  /** @param {string} text */
  const fault = (text) => {
    told.textContent = text;
    if (text === '') input.removeAttribute('aria-invalid');
    else input.setAttribute('aria-invalid', 'true');
  };
  input.addEventListener('input', () => fault(''));
  const check = () => {
    const given = givenIn(field, input);
    if (given === '' && optional) return false;
    if (given === '') fault(texts.missing);
    else if (input.validity.typeMismatch) fault(texts.email);
    else if (field.mustMatch !== undefined && !new RegExp(`^(?:${field.mustMatch})$`).test(given))
      fault(field.mismatch ?? '');
    else return false;
    return true;
  };
  return { field, row, input, fault, check, given: () => givenIn(field, input) };
}

/** @param {HTMLInputElement} input @param {string} id */
function revealer(input, id) {
  const box = h('input', { type: 'checkbox', id });
  box.addEventListener('change', () => {
    input.type = box.checked ? 'text' : 'password';
  });
  return h('p', { class: 'reveal' }, box, h('label', { for: id }, texts.reveal));
}
