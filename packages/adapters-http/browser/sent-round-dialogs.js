import { chancery } from './api.js';
import { doneInDialog } from './form-dialog.js';
import { deadlineIn } from './prepare-send.js';
import { sentTexts as texts } from './sent-round-words.js';

/**
 * Asks for the reason, and ends the signing for everybody.
 * @param {string} documentId
 * @param {string} name
 */
export const askToVoid = (documentId, name) =>
  doneInDialog(texts.voidSure(name), {
    lead: texts.voidLead,
    fields: [
      { name: 'reason', label: texts.voidReason, type: 'text area', autocomplete: 'off', longest: 1000 },
    ],
    submit: texts.voidYes,
    kind: 'danger',
    does: ({ reason }) => chancery.signing.voidDocument({ documentId, reason }),
  });

/** Asks until when, and goes on with the signatures that there are. @param {string} documentId */
export const askForDeadline = (documentId) =>
  doneInDialog(texts.goOn, {
    lead: texts.goOnLead,
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
  await doneInDialog(texts.correctOf(name), {
    lead: texts.correctLead,
    fields: [
      { name: 'name', label: texts.name, autocomplete: 'off', longest: 200, value: name },
      { name: 'email', label: texts.email, type: 'email', autocomplete: 'off', longest: 254, value: email },
      {
        name: 'phone',
        label: texts.phone,
        type: 'tel',
        autocomplete: 'off',
        longest: 40,
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
