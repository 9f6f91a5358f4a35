import { busyWhile, button } from './actions.js';
import { asked } from './dialog.js';
import { h, note } from './dom.js';
import { addLabel, askForPerson } from './prepare-person.js';
import { inputOf } from './prepare-round.js';
import { prepareTexts } from './prepare-words.js';
import { inLanguage } from './words.js';

/**
 * @typedef {ReturnType<typeof import('./prepare-round.js').roundToPrepare>} Round
 * @typedef {import('./prepare-round.js').Signer} Signer
 */

const texts = inLanguage({
  en: {
    heading: 'Who takes part',
    none: 'Nobody yet. Begin with who is to sign.',
    edit: 'Change',
    editOf: (/** @type {string} */ name) => `Change ${name}`,
    removeOf: (/** @type {string} */ name) => `Remove ${name}`,
    earlier: 'Earlier',
    later: 'Later',
    earlierOf: (/** @type {string} */ name) => `Earlier: ${name}`,
    laterOf: (/** @type {string} */ name) => `Later: ${name}`,
    step: (/** @type {number} */ number) => `Step ${number}`,
    codes: { none: '', sms: 'code by SMS', email: 'code by e-mail' },
    order: 'In which order?',
    orders: { parallel: 'All at once', sequential: 'One after the other' },
    sure: (/** @type {string} */ name) => `Remove ${name}?`,
    sureLead: (/** @type {number} */ count) =>
      count === 1 ? 'The field of this person goes too.' : `The ${count} fields of this person go too.`,
    yes: 'Yes, remove',
    saved: (/** @type {string} */ name) => `${name} is saved.`,
    removed: (/** @type {string} */ name) => `${name} is removed.`,
    lost: (/** @type {number} */ count) =>
      count === 1
        ? 'One field went, because this role does not fill it.'
        : `${count} fields went, because this role does not fill them.`,
  },
  de: {
    heading: 'Wer beteiligt ist',
    none: 'Noch niemand. Beginnen Sie mit der Person, die unterschreiben soll.',
    edit: 'Ändern',
    editOf: (/** @type {string} */ name) => `${name} ändern`,
    removeOf: (/** @type {string} */ name) => `${name} entfernen`,
    earlier: 'Früher',
    later: 'Später',
    earlierOf: (/** @type {string} */ name) => `Früher: ${name}`,
    laterOf: (/** @type {string} */ name) => `Später: ${name}`,
    step: (/** @type {number} */ number) => `Schritt ${number}`,
    codes: { none: '', sms: 'Code per SMS', email: 'Code per E-Mail' },
    order: 'In welcher Reihenfolge?',
    orders: { parallel: 'Alle zugleich', sequential: 'Nacheinander' },
    sure: (/** @type {string} */ name) => `${name} entfernen?`,
    sureLead: (/** @type {number} */ count) =>
      count === 1
        ? 'Das Feld dieser Person verschwindet dann auch.'
        : `Die ${count} Felder dieser Person verschwinden dann auch.`,
    yes: 'Ja, entfernen',
    saved: (/** @type {string} */ name) => `${name} ist gespeichert.`,
    removed: (/** @type {string} */ name) => `${name} ist entfernt.`,
    lost: (/** @type {number} */ count) =>
      count === 1
        ? 'Ein Feld ist weggefallen, weil diese Rolle es nicht ausfüllt.'
        : `${count} Felder sind weggefallen, weil diese Rolle sie nicht ausfüllt.`,
  },
});

/** As many as the API knows. */
const mostSteps = 50;

/** Each person has a colour and a number, which their fields bear too. @param {Signer} signer @param {readonly Signer[]} all */
export function personMark(signer, all) {
  const at = all.indexOf(signer);
  return h('span', { class: 'person-mark', 'data-tone': at % 6, 'aria-hidden': 'true' }, String(at + 1));
}

/**
 * Who signs, approves and gets a copy; each change is saved at once.
 * @param {Round} round
 * @param {() => void} changed
 */
export function peopleSection(round, changed) {
  const list = h('div', {});
  const order = orderChoice((signingOrder) => save((present) => present, { signingOrder }));
  const isSequential = () => round.signature()?.signingOrder === 'sequential';

  /**
   * @param {Parameters<Round['saveSigners']>[0]} change
   * @param {Parameters<Round['saveSigners']>[1]} [settings]
   */
  const save = async (change, settings) => {
    const isKept = await round.saveSigners(change, settings);
    draw();
    changed();
    return isKept;
  };
  /** @param {Signer | null} signer */
  const edit = async (signer) => {
    const before = round.fields.all().length;
    const last = Math.max(0, ...round.signers().map((each) => each.order));
    const person =
      signer === null
        ? { name: '', email: '', order: Math.min(last + 1, mostSteps), language: null }
        : inputOf(signer);
    let name = '';
    let isKept = false;
    const isSaved = await askForPerson({
      person,
      isNew: signer === null,
      isSequential: isSequential(),
      async save(given) {
        ({ name } = given);
        isKept = await save((present) => withPerson(present, given));
      },
    });
    if (!isSaved || !isKept) return;
    const lost = before - round.fields.all().length;
    note(lost > 0 ? `${texts.saved(name)} ${texts.lost(lost)}` : texts.saved(name));
    // The row was drawn anew, and with it the button that was pressed.
    if (signer === null) add.focus();
    else buttonsOf(round.signers().findIndex(({ id }) => id === signer.id))?.focus();
  };
  /** @param {Signer} signer */
  const remove = async ({ id, name }) => {
    const count = round.fields.all().filter(({ signerId }) => signerId === id).length;
    if (count > 0 && !(await isSure(name, count))) return;
    if (await save((present) => present.filter((each) => each.id !== id))) note(texts.removed(name));
    (buttonsOf(0) ?? add).focus();
  };
  /** @param {Signer} one @param {Signer} other */
  const swap = async (one, other) => {
    await save((present) => swapped(present, one.id, other.id));
    buttonsOf(round.signers().findIndex(({ id }) => id === one.id))?.focus();
  };
  const draw = () => {
    const signers = round.signers();
    const acting = signers.filter(({ role }) => role !== 'copy');
    const steps = isSequential() ? acting : [];
    list.replaceChildren(
      signers.length === 0
        ? h('p', {}, texts.none)
        : h(
            'ul',
            { class: 'rows stacked' },
            signers.map((signer) => rowOf(signer, signers, { edit, remove, swap, steps })),
          ),
    );
    order.show(acting.length > 1, isSequential());
  };
  const add = button(addLabel, () => edit(null));
  /** @param {number} at */
  const buttonsOf = (at) => list.querySelectorAll('li')[at]?.querySelector('button');
  draw();
  return {
    element: h(
      'section',
      {},
      h('h2', {}, texts.heading),
      list,
      order.element,
      h('div', { class: 'ways' }, add),
    ),
    draw,
    add: () => edit(null),
  };
}

/** @typedef {import('./prepare-round.js').SignerInput} SignerInput */

/** The person in place of who had this id; whoever is not there is added. @param {readonly SignerInput[]} present @param {SignerInput} given */
function withPerson(present, given) {
  if (present.some(({ id }) => id !== undefined && id === given.id))
    return present.map((each) => (each.id === given.id ? given : each));
  const { id: _, ...anew } = given;
  return [...present, anew];
}

/** The two change places; the steps stay as they are. @param {readonly (SignerInput & { id: string })[]} present @param {string} one @param {string} other */
function swapped(present, one, other) {
  const [first, second] = [one, other].map((id) => present.find((each) => each.id === id));
  if (first === undefined || second === undefined) return present;
  return present.map((each) => {
    if (each === first) return { ...second, order: first.order };
    return each === second ? { ...first, order: second.order } : each;
  });
}

/** @param {(order: 'parallel' | 'sequential') => Promise<unknown>} choose */
function orderChoice(choose) {
  const inputs = /** @type {const} */ (['parallel', 'sequential']).map((value) =>
    h('input', {
      type: 'radio',
      name: 'signing-order',
      value,
      change: () => void busyWhile(element, () => choose(value)),
    }),
  );
  const element = h(
    'fieldset',
    { class: 'segments' },
    h('legend', {}, texts.order),
    inputs.map((input) => h('label', {}, input, h('span', {}, texts.orders[keyOf(input)]))),
  );
  return {
    element,
    /** @param {boolean} isShown @param {boolean} isSequential */
    show(isShown, isSequential) {
      element.hidden = !isShown;
      for (const input of inputs) input.checked = (keyOf(input) === 'sequential') === isSequential;
    },
  };
}

/** @param {HTMLInputElement} input */
const keyOf = ({ value }) => (value === 'sequential' ? 'sequential' : 'parallel');

/** @typedef {{ edit: (signer: Signer) => Promise<unknown>, remove: (signer: Signer) => Promise<unknown>, swap: (one: Signer, other: Signer) => Promise<unknown>, steps: readonly Signer[] }} RowActs `steps` are the people who follow each other */

/** @param {Signer} signer @param {readonly Signer[]} signers @param {RowActs} acts */
function rowOf(signer, signers, { edit, remove, swap, steps }) {
  const { name, email, role, order, verification, language } = signer;
  const at = steps.indexOf(signer);
  const facts = [
    at !== -1 && texts.step(order),
    prepareTexts.roles[role],
    texts.codes[verification],
    language !== null && prepareTexts.languages[language.startsWith('de') ? 'de' : 'en'],
  ].filter(Boolean);
  /** @param {string} label @param {string} full @param {() => Promise<unknown>} act @param {string} [kind] */
  const tool = (label, full, act, kind = '') => {
    const made = button(label, act, `small ${kind}`.trim());
    made.setAttribute('aria-label', full);
    return made;
  };
  /** @param {number} by @param {string} label @param {string} full */
  const mover = (by, label, full) => {
    const other = at === -1 ? undefined : steps[at + by];
    return other !== undefined && tool(label, full, () => swap(signer, other));
  };
  return h(
    'li',
    { class: 'person' },
    personMark(signer, signers),
    h(
      'div',
      {},
      h('strong', { dir: 'auto' }, name),
      h('div', { class: 'soft' }, email),
      h('div', { class: 'soft' }, facts.join(' · ')),
      h(
        'div',
        { class: 'ways pair' },
        tool(texts.edit, texts.editOf(name), () => edit(signer)),
        mover(-1, texts.earlier, texts.earlierOf(name)),
        mover(1, texts.later, texts.laterOf(name)),
        tool(prepareTexts.remove, texts.removeOf(name), () => remove(signer), 'danger'),
      ),
    ),
  );
}

/** @param {string} name @param {number} count of the fields that go with the person */
const isSure = (name, count) =>
  asked(texts.sure(name), (/** @type {(given: boolean | null) => void} */ answer) => [
    h('p', {}, texts.sureLead(count)),
    h(
      'div',
      { class: 'ways' },
      button(texts.yes, () => answer(true), 'danger'),
      button(prepareTexts.cancel, () => answer(null), 'quiet'),
    ),
  ]);
