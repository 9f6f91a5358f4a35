import { button } from './actions.js';
import { ApiError, chancery } from './api.js';
import { asked } from './dialog.js';
import { h } from './dom.js';
import { sentenceOf } from './failures.js';
import { form } from './form.js';
import { deadlineIn } from './prepare-send.js';
import { prepareTexts } from './prepare-words.js';
import { sentTexts as texts } from './sent-round-words.js';

/**
 * Asks for the reason, and ends the signing for everybody.
 * @param {string} documentId
 * @param {string} name
 */
export const askToVoid = (documentId, name) =>
  askAndDo(texts.voidSure(name), texts.voidLead, {
    fields: [
      { name: 'reason', label: texts.voidReason, type: 'text area', autocomplete: 'off', longest: 1000 },
    ],
    submit: texts.voidYes,
    kind: 'danger',
    does: ({ reason }) => chancery.signing.voidDocument({ documentId, reason }),
  });

/** Asks until when, and goes on with the signatures that there are. @param {string} documentId */
export const askForDeadline = (documentId) =>
  askAndDo(texts.goOn, texts.goOnLead, {
    fields: [{ name: 'deadlineAt', label: texts.lastDay, type: 'date', autocomplete: 'off' }],
    submit: texts.goOnYes,
    kind: 'primary',
    does: ({ deadlineAt }) => chancery.signing.sendDocument({ documentId, ...deadlineIn(deadlineAt, null) }),
  });

/**
 * Asks for the right name and address of somebody who was asked to sign already.
 * @param {string} documentId
 * @param {import('./prepare-round.js').Signer} signer
 * @returns {Promise<import('./prepare-round.js').Signer | null>} the person as corrected; null if nothing was saved
 */
export async function askToCorrect(documentId, { id: signerId, name, email, phone }) {
  /** @type {import('./prepare-round.js').Signer | null} */
  let corrected = null;
  await askAndDo(texts.correctOf(name), texts.correctLead, {
    fields: [
      { name: 'name', label: texts.name, autocomplete: 'off', longest: 120, value: name },
      { name: 'email', label: texts.email, type: 'email', autocomplete: 'off', longest: 254, value: email },
      {
        name: 'phone',
        label: texts.phone,
        type: 'tel',
        autocomplete: 'off',
        optional: true,
        value: phone ?? '',
      },
    ],
    submit: texts.save,
    kind: 'primary',
    does: async (given) => {
      const { signer } = await chancery.signing.updateSigner({
        documentId,
        signerId,
        name: given.name,
        email: given.email,
        phone: given.phone === '' ? null : given.phone,
      });
      corrected = signer;
    },
  });
  return corrected;
}

/**
 * @param {string} heading
 * @param {string} lead
 * @param {{ fields: readonly import('./form.js').Field[], submit: string, kind: string, does: (given: Record<string, any>) => Promise<unknown> }} of
 * @returns {Promise<boolean>} whether it was done
 */
async function askAndDo(heading, lead, { fields, submit, kind, does }) {
  const done = await asked(heading, (/** @type {(given: boolean | null) => void} */ answer) => {
    const fault = h('p', { class: 'fault', role: 'alert' });
    return [
      h('p', {}, lead),
      form({
        fields,
        submit,
        kind,
        run: async (values) => {
          fault.textContent = '';
          try {
            await does(values);
            answer(true);
          } catch (error) {
            if (error instanceof ApiError && error.code === 'request.invalid') throw error;
            fault.textContent = sentenceOf(error);
          }
        },
      }),
      fault,
      button(prepareTexts.cancel, () => answer(null), 'quiet'),
    ];
  });
  return done === true;
}
