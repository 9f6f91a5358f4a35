import { button } from './actions.js';
import { ApiError } from './api.js';
import { keyFor } from './choice-fields.js';
import { isDead } from './dead-link.js';
import { asked } from './dialog.js';
import { say as alertText, facts, h, show } from './dom.js';
import { sentenceOf } from './failures.js';
import { form } from './form.js';
import { noticePart } from './portal-items.js';
import { decideOnTerms, say } from './portal-link.js';
import { portalTexts as texts } from './portal-words.js';
import { signaturePad } from './signature-pad.js';
import { when } from './words.js';

/** @typedef {import('./portal-link.js').Package} Package */
/** @typedef {(packageId?: string) => Promise<void>} GoOn @typedef {(error: unknown) => void} End */

/** What anybody may know who holds the link. @param {Package} shown */
const headPart = (shown) =>
  facts([
    [texts.from, shown.workspaceName],
    [texts.number, shown.packageNumber],
    [texts.purpose, texts.purposes[shown.purposeOfUse]],
    [texts.until, when(shown.expiresAt)],
    [texts.entries, String(shown.items.length)],
  ]);

/** @param {unknown} error */
const isEnd = (error) =>
  isDead(error) ||
  (error instanceof ApiError && ['portal.locked', 'portal.opens_used_up'].includes(error.code));

/** @param {Package} shown @param {GoOn} goOn @param {End} showEnd */
export const showCode = (shown, goOn, showEnd) =>
  show(
    texts.code,
    h('p', {}, texts.codeLead),
    form({
      fields: [
        {
          name: 'accessCode',
          label: texts.codeLabel,
          autocomplete: 'one-time-code',
          inputmode: 'numeric',
          longest: 10,
          hint: texts.codeHint,
          mustMatch: '[0-9]{6,10}',
          mismatch: texts.codeMismatch,
        },
      ],
      submit: texts.codeSend,
      run: async ({ accessCode }) => {
        try {
          await say({ type: 'verify_access_code', packageId: shown.id, accessCode });
          await goOn(shown.id);
        } catch (error) {
          if (isEnd(error)) return showEnd(error);
          const left = error instanceof ApiError ? triesLeft(error) : null;
          if (left === null) throw error;
          if (left === 0) return goOn(shown.id);
          alertText(texts.left(left));
        }
      },
    }),
    headPart(shown),
    declinePart(shown, showEnd),
  );

/** @param {ApiError} error */
function triesLeft({ details }) {
  const found = /^attempts_left_(\d)$/.exec(details[0]?.code ?? '');
  return found === null ? null : Number(found[1]);
}

/** @param {Package} shown @param {GoOn} goOn @param {End} showEnd */
export function showTerms(shown, goOn, showEnd) {
  const pad = signaturePad();
  const made = form({
    fields: [
      { name: 'signerName', label: texts.name, autocomplete: 'name', longest: 200, hint: texts.nameHint },
      {
        name: 'signerRelationship',
        label: texts.relationship,
        type: 'one',
        options: Object.values(texts.relationships),
        value: texts.relationships.recipient,
      },
      { name: 'agreedToElectronic', label: texts.electronic, type: 'box' },
    ],
    submit: texts.accept,
    run: async ({ signerName, signerRelationship, agreedToElectronic }) => {
      const drawing = await pad.image();
      try {
        await decideOnTerms(shown, {
          decision: 'accept',
          signerName,
          signerRelationship: keyFor(texts.relationships, signerRelationship),
          agreedToElectronic,
          typedSignature: signerName,
          ...(drawing === null ? {} : { drawnSignaturePng: drawing }),
        });
      } catch (error) {
        if (!isEnd(error)) throw error;
        return showEnd(error);
      }
      await goOn(shown.id);
    },
  });
  // The drawing follows the name; nobody needs it, and it cannot be made by keyboard.
  made
    .querySelector('.field')
    ?.after(h('details', { class: 'further hand' }, h('summary', {}, texts.draw), pad.element));
  show(
    texts.waiting,
    headPart(shown),
    noticePart(shown.redisclosureNotice),
    h(
      'section',
      {},
      h('h2', {}, texts.terms),
      h('blockquote', { class: 'statement', dir: 'auto' }, shown.terms?.text ?? ''),
    ),
    h('section', {}, h('h2', {}, texts.decide), made, declinePart(shown, showEnd)),
  );
}

/** @param {Package} shown @param {End} showEnd */
export const declinePart = (shown, showEnd) =>
  button(texts.decline, async () => {
    const answer = await asked(
      texts.declineHeading,
      (/** @type {(given: 'declined' | { readonly gone: unknown } | null) => void} */ reply) => {
        const fault = h('p', { class: 'fault', role: 'alert' });
        const decline = async () => {
          try {
            await say({ type: 'declined', packageId: shown.id });
            reply('declined');
          } catch (error) {
            if (isEnd(error)) return reply({ gone: error });
            fault.textContent = sentenceOf(error);
          }
        };
        return [
          h('p', {}, texts.declineDialog),
          button(texts.declineYes, decline, 'danger'),
          fault,
          button(texts.back, () => reply(null), 'quiet'),
        ];
      },
    );
    if (answer === null) return;
    if (answer !== 'declined') return showEnd(answer.gone);
    show(texts.declined, h('p', {}, texts.declinedLead(shown.workspaceName)));
  });
