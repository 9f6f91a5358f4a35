import { h } from './dom.js';

/**
 * One of several, any of several, or a box to tick: a group with its question and a place for an error.
 * @typedef {object} Choice
 * @property {string} name
 * @property {string} label
 * @property {'one' | 'some' | 'box'} type
 * @property {boolean} [optional]
 * @property {readonly string[]} [options] none for a box
 * @property {string} [value] the option to begin with
 */

/**
 * @param {Choice} field
 * @param {string} id
 * @param {string} missing what to say if an answer is needed
 */
export function choiceRow(field, id, missing) {
  const { label, type, optional = false, options = [] } = field;
  const inputs = (type === 'box' ? [label] : options).map((value, index) =>
    h('input', {
      id: `${id}-${index}`,
      name: id,
      type: type === 'one' ? 'radio' : 'checkbox',
      value,
      checked: value === field.value,
      required: !optional && type !== 'some',
      'aria-describedby': `${id}-fault`,
    }),
  );
  const told = h('p', { id: `${id}-fault`, class: 'fault' });
  const boxes = inputs.map((input, index) =>
    h('p', { class: 'choice' }, input, h('label', { for: `${id}-${index}` }, input.value)),
  );
  const row =
    type === 'box'
      ? h('div', { class: 'field' }, boxes, told)
      : h('fieldset', { class: 'field' }, h('legend', {}, label), boxes, told);
  /** @param {string} text */
  const fault = (text) => {
    told.textContent = text;
    for (const input of inputs)
      if (text === '') input.removeAttribute('aria-invalid');
      else input.setAttribute('aria-invalid', 'true');
  };
  const chosen = () => inputs.filter(({ checked }) => checked).map(({ value }) => value);
  const given = () => {
    if (type === 'box') return chosen().length > 0;
    return type === 'some' ? chosen() : (chosen()[0] ?? '');
  };
  const check = () => {
    const isMissing = !optional && chosen().length === 0;
    if (isMissing) fault(missing);
    return isMissing;
  };
  for (const input of inputs) input.addEventListener('change', () => fault(''));
  return { field, row, input: inputs[0] ?? h('input'), fault, check, given };
}

/** The key of what was chosen among labels, which are the options of a choice. @template {string} Key @param {Record<Key, string>} labels @param {string} chosen @returns {Key} */
export const keyFor = (labels, chosen) =>
  /** @type {[Key, string][]} */ (Object.entries(labels)).find(([, label]) => label === chosen)?.[0] ??
  /** @type {Key} */ (Object.keys(labels)[0]);
