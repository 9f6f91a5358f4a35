import { button } from './actions.js';
import { facts, h, note, say } from './dom.js';
import { form } from './form.js';
import { sendTexts as texts } from './prepare-send-words.js';

/**
 * @typedef {ReturnType<typeof import('./prepare-round.js').roundToPrepare>} Round
 * @typedef {import('./prepare-round.js').Signer} Signer
 *
 * @typedef {object} Ways what leads to what is missing
 * @property {() => Promise<unknown>} addPerson
 * @property {(signerId: string) => void} place
 *
 * @typedef {{ readonly text: string, readonly way: string, readonly act: () => Promise<unknown> | void }} Missing
 */

/** What the API takes if the sender names no day. */
const usualDays = 90;

/**
 * The last step: what is still missing, whom the mails go to and when, and what is said to them.
 * @param {Round} round
 * @param {Ways} ways
 * @param {() => Promise<unknown>} sent shows what became of the document
 */
export function sendSection(round, ways, sent) {
  const { document, fields } = round;
  const gaps = h('div', { class: 'missing' });
  const recipients = h('div', {});
  const onPage = h('input', { type: 'checkbox', id: 'signature-page', change: () => draw() });
  onPage.checked = round.signature()?.appendSignaturePage ?? false;
  const pageChoice = h(
    'p',
    { class: 'choice' },
    onPage,
    h('label', { for: 'signature-page' }, texts.signaturePage),
  );
  const missing = () => missingIn(round, onPage.checked, ways);

  const draw = () => {
    const left = missing();
    const isNeeded = withoutField(round).length > 0;
    pageChoice.hidden = !isNeeded;
    gaps.replaceChildren(...(left.length === 0 ? [] : [h('p', {}, texts.missing), listOf(left)]));
    recipients.replaceChildren(...(left.length === 0 ? [facts(planOf(round))] : []));
  };
  /** @param {Record<string, string>} values */
  const send = async ({ message = '', deadlineAt = '' }) => {
    const [first] = missing();
    if (first !== undefined) {
      say(`${texts.notYet} ${first.text}`);
      return gaps.querySelector('button')?.focus();
    }
    try {
      const isSent = await round.send({
        message: message || null,
        appendSignaturePage: onPage.checked && withoutField(round).length > 0,
        ...deadlineIn(deadlineAt, round.signature()?.deadlineAt ?? null),
      });
      if (!isSent) return say(texts.crossed);
    } catch (error) {
      // An answer may have been lost, or somebody else was quicker.
      if (await round.isStillPrepared()) throw error;
    }
    await sent();
    note(texts.sent);
  };
  fields.onChange(draw);
  draw();
  const element = h(
    'section',
    {},
    h('h2', {}, texts.heading),
    gaps,
    pageChoice,
    recipients,
    document.permissions.manage
      ? form({ fields: inputs(round), submit: texts.send, run: send })
      : h('p', {}, texts.notYours),
  );
  return { element, draw };
}

/** @param {Round} round @returns {import('./form.js').Field[]} */
const inputs = (round) => [
  {
    name: 'message',
    label: texts.message,
    hint: texts.messageHint,
    type: 'text area',
    autocomplete: 'off',
    longest: 4000,
    optional: true,
    value: round.signature()?.message ?? '',
  },
  {
    name: 'deadlineAt',
    label: texts.deadline,
    hint: texts.deadlineHint(usualDays),
    type: 'date',
    autocomplete: 'off',
    optional: true,
    value: localDay(round.signature()?.deadlineAt ?? null),
  },
];

/** The end of that day where the sender is. @param {string} day @param {string | null} stored */
export function deadlineIn(day, stored) {
  if (day !== '') {
    const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
    return { deadlineAt: new Date(year, month - 1, date, 23, 59).toISOString() };
  }
  return stored === null ? {} : { deadlineAt: new Date(Date.now() + usualDays * 86_400_000).toISOString() };
}

/** @param {string | null} instant */
function localDay(instant) {
  if (instant === null) return '';
  const day = new Date(instant);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}

/** Who signs and has no place for that (SIG-6). @param {Round} round */
function withoutField({ signers, fields }) {
  const signing = new Set(
    fields
      .all()
      .filter(({ kind, required }) => kind === 'signature' && required)
      .map(({ signerId }) => signerId),
  );
  return signers().filter(({ id, role }) => role === 'signer' && !signing.has(id));
}

/** @param {Round} round @param {boolean} hasPage @param {Ways} ways @returns {readonly Missing[]} */
function missingIn(round, hasPage, { addPerson, place }) {
  if (!round.signers().some(isActing)) return [{ text: texts.nobody, way: texts.add, act: addPerson }];
  if (hasPage) return [];
  return withoutField(round).map(({ id, name }) => ({
    text: texts.noField(name),
    way: texts.placeFor(name),
    act: () => place(id),
  }));
}

/** @param {readonly Missing[]} left */
const listOf = (left) =>
  h(
    'ul',
    { class: 'rows stacked' },
    left.map(({ text, way, act }) => h('li', {}, h('span', {}, text), button(way, act, 'small'))),
  );

/** @param {Pick<Signer, 'role'>} signer */
const isActing = ({ role }) => role !== 'copy';

/** Whom a mail goes to at once, whom later, and who gets a copy. @param {Round} round @returns {(readonly [string, string])[]} */
function planOf(round) {
  const people = round.signers();
  const acting = people.filter(isActing);
  const first = Math.min(...acting.map(({ order }) => order));
  const isLater = (/** @type {Signer} */ { order }) =>
    round.signature()?.signingOrder === 'sequential' && order > first;
  /** @param {readonly Signer[]} some */
  const names = (some) => some.map(({ name }) => name).join(', ');
  /** @type {(readonly [string, string])[]} */
  const rows = [
    [texts.now, names(acting.filter((each) => !isLater(each)))],
    [texts.later, names(acting.filter(isLater))],
    [texts.copy, names(people.filter((each) => !isActing(each)))],
  ];
  return rows.filter(([, value]) => value !== '');
}
