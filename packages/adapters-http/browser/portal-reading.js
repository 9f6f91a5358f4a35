import { button } from './actions.js';
import { ApiError } from './api.js';
import { isDead } from './dead-link.js';
import { asked } from './dialog.js';
import { facts, h, note, show } from './dom.js';
import { sentenceOf } from './failures.js';
import { form } from './form.js';
import { takeAwayPart } from './portal-export.js';
import { entryParts, fileName, noticePart } from './portal-items.js';
import { fileOf, packages, say } from './portal-link.js';
import { declinePart } from './portal-steps.js';
import { portalTexts as texts } from './portal-words.js';
import { saveAs } from './save-as.js';
import { when } from './words.js';

/** @typedef {import('./portal-link.js').Package} Package @typedef {import('./portal-link.js').Item} Item */
/** @typedef {import('./chancery-sdk.js').RecordAccess} Access */

/**
 * A package that is open: who released what, and its entries.
 * @param {Package} shown
 * @param {readonly Access[] | null} accesses
 * @param {(packageId?: string) => Promise<void>} goOn
 * @param {(error: unknown) => void} showEnd
 */
export async function showReading(shown, accesses, goOn, showEnd) {
  const others = (await packages()).filter(({ id }) => id !== shown.id);
  const again = () => showReading(shown, accesses, goOn, showEnd);
  show(
    shown.title ?? texts.open,
    noticePart(shown.redisclosureNotice),
    facts([
      [texts.from, shown.workspaceName],
      [texts.about, shown.subjectDisplayName ?? ''],
      [texts.purpose, texts.purposes[shown.purposeOfUse]],
      ...(shown.releasedAt === null ? [] : [/** @type {const} */ ([texts.released, when(shown.releasedAt)])]),
      [texts.until, when(shown.expiresAt)],
      [texts.number, shown.packageNumber],
    ]),
    shown.singlePerson && h('p', { class: 'soft' }, texts.single),
    shown.coverNote !== null &&
      h('section', {}, h('h2', {}, texts.cover), h('p', { class: 'written', dir: 'auto' }, shown.coverNote)),
    h(
      'section',
      {},
      h('h2', {}, texts.entries),
      h(
        'ul',
        { class: 'entries' },
        shown.items.map((item) =>
          h(
            'li',
            {},
            button(item.title ?? texts.read, () => showItem(shown, item, again, showEnd), 'quiet'),
          ),
        ),
      ),
    ),
    button(texts.ask, () => ask(shown, null, showEnd)),
    takeAwayPart(shown),
    accesses !== null && accessesPart(accesses),
    others.length > 0 &&
      h(
        'section',
        {},
        h('h2', {}, texts.others),
        h(
          'ul',
          { class: 'entries' },
          others.map(({ id, title, packageNumber }) =>
            h(
              'li',
              {},
              button(title === null ? packageNumber : `${title} (${packageNumber})`, () => goOn(id), 'quiet'),
            ),
          ),
        ),
      ),
    declinePart(shown, showEnd),
  );
}

/** @param {Package} shown @param {Item} item @param {() => Promise<void>} back @param {(error: unknown) => void} showEnd */
async function showItem(shown, item, back, showEnd) {
  if (item.id === null) return;
  const itemId = item.id;
  try {
    await say({ type: 'item_viewed', packageId: shown.id, itemId });
  } catch (error) {
    if (!isDead(error)) throw error;
    return showEnd(error);
  }
  show(
    item.title ?? '',
    noticePart(shown.redisclosureNotice),
    ...entryParts(item, (file) =>
      shown.downloadAllowed
        ? button(
            fileName(file),
            async () => saveAs(await fileOf(shown.id, itemId, file.id), file.fileName),
            'quiet',
          )
        : fileName(file),
    ),
    button(texts.correct, () => ask(shown, itemId, showEnd)),
    button(texts.backToList, back, 'quiet'),
  );
}

/**
 * A question about the package, or a correction of one of its entries.
 * @param {Package} shown @param {string | null} itemId @param {(error: unknown) => void} showEnd
 */
async function ask(shown, itemId, showEnd) {
  const words =
    itemId === null
      ? { heading: texts.ask, lead: texts.askLead, label: texts.question, done: texts.asked }
      : { heading: texts.correct, lead: texts.correctLead, label: texts.correction, done: texts.corrected };
  const answer = await asked(
    words.heading,
    (/** @type {(given: 'sent' | { readonly gone: unknown } | null) => void} */ reply) => {
      const fault = h('p', { class: 'fault', role: 'alert' });
      return [
        h('p', {}, words.lead),
        form({
          fields: [
            { name: 'message', label: words.label, type: 'text area', autocomplete: 'off', longest: 2000 },
          ],
          submit: texts.send,
          run: async ({ message }) => {
            fault.textContent = '';
            const about =
              itemId === null
                ? { type: /** @type {const} */ ('question') }
                : { type: /** @type {const} */ ('correction_request'), itemId };
            try {
              await say({ ...about, packageId: shown.id, message });
              reply('sent');
            } catch (error) {
              if (isDead(error)) return reply({ gone: error });
              if (error instanceof ApiError && error.code === 'request.invalid') throw error;
              fault.textContent = sentenceOf(error);
            }
          },
        }),
        fault,
        button(texts.back, () => reply(null), 'quiet'),
      ];
    },
  );
  if (answer === 'sent') note(words.done);
  else if (answer !== null) showEnd(answer.gone);
}

/** @param {readonly Access[]} accesses */
const accessesPart = (accesses) =>
  h(
    'details',
    { class: 'further' },
    h('summary', {}, texts.accesses),
    h('p', { class: 'soft' }, texts.accessesLead),
    h(
      'ul',
      {},
      accesses.map(({ at, kind, by, purposeOfUse }) =>
        h(
          'li',
          {},
          [
            `${when(at)}: ${texts.accessKinds[kind]}, ${texts.accessBy[by]}`,
            ...(purposeOfUse === null ? [] : [texts.purposes[purposeOfUse]]),
          ].join(', '),
        ),
      ),
    ),
  );
