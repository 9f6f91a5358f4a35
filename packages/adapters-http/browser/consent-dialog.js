import { button } from './actions.js';
import { ApiError } from './api.js';
import { signerFields, signerOf } from './consent-fields.js';
import { decideOn } from './consent-link.js';
import { consentTexts as texts } from './consent-words.js';
import { isDead } from './dead-link.js';
import { asked } from './dialog.js';
import { h } from './dom.js';
import { sentenceOf } from './failures.js';
import { form } from './form.js';

/** @typedef {import('./consent-link.js').ConsentRequest} ConsentRequest */
/** What became of the question. @typedef {import('./consent-link.js').Outcome | { readonly gone: unknown }} Answer */

/** @param {ConsentRequest} request @param {string} name that was typed already */
export const askToDecline = (request, name) =>
  askedFor(request, name, {
    decision: 'decline',
    heading: texts.declineHeading,
    lead: texts.declineDialog(request.workspaceName),
    submit: texts.declineYes,
  });

/** @param {ConsentRequest} request */
export const askToWithdraw = (request) =>
  askedFor(request, '', {
    decision: 'withdraw',
    heading: texts.withdrawHeading,
    lead: texts.withdrawDialog(request.workspaceName),
    submit: texts.withdrawYes,
  });

/**
 * Asks once more, and who decides; what was typed stays until it has worked, or the person goes back.
 * @param {ConsentRequest} request
 * @param {string} name
 * @param {{ readonly decision: 'decline' | 'withdraw', readonly heading: string, readonly lead: string, readonly submit: string }} of
 * @returns {Promise<Answer | null>} null if the person went back
 */
const askedFor = (request, name, { decision, heading, lead, submit }) =>
  asked(heading, (/** @type {(given: Answer | null) => void} */ answer) => {
    const fault = h('p', { class: 'fault', role: 'alert' });
    return [
      h('p', {}, lead),
      form({
        fields: signerFields(request, { name }),
        submit,
        kind: 'danger',
        run: async (values) => {
          fault.textContent = '';
          try {
            answer(await decideOn(request, { ...signerOf(values), decision, agreedToElectronic: true }));
          } catch (error) {
            if (isDead(error)) return answer({ gone: error });
            if (error instanceof ApiError && error.code === 'request.invalid') throw error;
            fault.textContent = sentenceOf(error);
          }
        },
      }),
      fault,
      button(texts.back, () => answer(null), 'quiet'),
    ];
  });
