import { button } from './actions.js';
import { isDead } from './dead-link.js';
import { asked } from './dialog.js';
import { h } from './dom.js';
import { sentenceOf } from './failures.js';
import { form } from './form.js';
import { declineSigning } from './signing-link.js';
import { inLanguage } from './words.js';

const texts = inLanguage({
  en: {
    heading: 'Decline this document?',
    lead: (/** @type {string} */ sender) =>
      `The request then ends for everybody, and cannot be taken up again by you. ${sender} will read your reason.`,
    reason: 'Your reason',
    decline: 'Yes, decline',
    back: 'No, go back',
  },
  de: {
    heading: 'Dieses Dokument ablehnen?',
    lead: (/** @type {string} */ sender) =>
      `Dann endet die Bitte für alle und lässt sich von Ihnen nicht wieder aufnehmen. ${sender} erfährt Ihren Grund.`,
    reason: 'Ihr Grund',
    decline: 'Ja, ablehnen',
    back: 'Nein, zurück',
  },
});

/** What became of the question. @typedef {'declined' | { readonly gone: unknown }} Outcome */

/**
 * Asks for the reason, and declines. What was typed stays until it has worked, or the person goes back.
 * @param {string} sender
 * @returns {Promise<Outcome | null>} null if the person went back
 */
export const askToDecline = (sender) =>
  asked(texts.heading, (/** @type {(given: Outcome | null) => void} */ answer) => {
    const fault = h('p', { class: 'fault', role: 'alert' });
    return [
      h('p', {}, texts.lead(sender)),
      form({
        fields: [
          { name: 'reason', label: texts.reason, type: 'text area', autocomplete: 'off', longest: 1000 },
        ],
        submit: texts.decline,
        kind: 'danger',
        run: async ({ reason }) => {
          fault.textContent = '';
          try {
            await declineSigning(reason);
            answer('declined');
          } catch (error) {
            if (isDead(error)) return answer({ gone: error });
            fault.textContent = sentenceOf(error);
          }
        },
      }),
      fault,
      button(texts.back, () => answer(null), 'quiet'),
    ];
  });
