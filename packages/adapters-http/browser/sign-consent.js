import { h } from './dom.js';
import { inLanguage } from './words.js';

const texts = inLanguage({
  en: {
    heading: 'Signing electronically',
    text: 'Text about signing electronically',
    agree: 'I have read this text, and I agree to sign electronically.',
    missing: 'Please tick this box if you agree. Without it you cannot sign here.',
  },
  de: {
    heading: 'Elektronisch unterschreiben',
    text: 'Text über das elektronische Unterschreiben',
    agree: 'Ich habe diesen Text gelesen und stimme zu, elektronisch zu unterschreiben.',
    missing:
      'Bitte setzen Sie das Häkchen, wenn Sie zustimmen. Ohne Zustimmung können Sie hier nicht unterschreiben.',
  },
});

/**
 * The whole disclosure, with the box by which one agrees to it.
 * @param {import('./signing-link.js').Consent | null} consent
 */
export function consentPart(consent) {
  let shown = consent;
  const element = h('div', { class: 'consent' });
  const fault = h('p', { id: 'consent-fault', class: 'fault' });
  const box = h('input', {
    id: 'consent',
    type: 'checkbox',
    required: true,
    'aria-describedby': 'consent-fault',
  });
  const say = (/** @type {string} */ text) => {
    fault.textContent = text;
    if (text === '') box.removeAttribute('aria-invalid');
    else box.setAttribute('aria-invalid', 'true');
  };
  box.addEventListener('change', () => say(''));
  /** @param {import('./signing-link.js').Consent | null} next */
  const draw = (next) => {
    shown = next?.required ? next : null;
    box.checked = shown?.accepted ?? false;
    element.replaceChildren(...(shown === null ? [] : [disclosure(shown, box, fault)]));
  };
  draw(consent);
  return {
    element,
    /** Shows another text, for which the box is to be ticked anew. */
    renew: draw,
    /** Whether the box is ticked, if there is one; if it is not, it says so and takes the focus. */
    checked() {
      if (shown === null || box.checked) return true;
      say(texts.missing);
      box.focus();
      return false;
    },
    sent: () => (shown === null ? {} : { consent: { accepted: true, version: shown.version } }),
  };
}

/**
 * @param {import('./signing-link.js').Consent} consent
 * @param {HTMLInputElement} box
 * @param {HTMLElement} fault
 */
const disclosure = ({ language, text }, box, fault) =>
  h(
    'section',
    {},
    h('h2', {}, texts.heading),
    h(
      'div',
      {
        class: 'disclosure words',
        tabindex: 0,
        role: 'region',
        'aria-label': texts.text,
        lang: language,
        dir: 'auto',
      },
      text,
    ),
    h('p', { class: 'choice agree' }, box, h('label', { for: 'consent' }, texts.agree)),
    fault,
  );
