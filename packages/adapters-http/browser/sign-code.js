import { button } from './actions.js';
import { ApiError } from './api.js';
import { asked } from './dialog.js';
import { announce, h } from './dom.js';
import { sentenceOf } from './failures.js';
import { form } from './form.js';
import { secondsUntil, sendCode, signingView, verifyCode } from './signing-link.js';
import { inLanguage } from './words.js';

const texts = inLanguage({
  en: {
    lead: (/** @type {string} */ to) =>
      `Before you see the document, please confirm that it is you. We send a code of six digits to ${to}.`,
    sent: (/** @type {string} */ to) => `We have sent a code to ${to}. It is good for 10 minutes.`,
    send: 'Send me the code',
    again: 'Send a new code',
    againIn: (/** @type {number} */ seconds) => `Send a new code (in ${seconds} s)`,
    code: 'Code of six digits',
    confirm: 'Confirm',
    left: (/** @type {number} */ tries) =>
      tries === 1
        ? 'You can try once more with this code.'
        : `You can try ${tries} more times with this code.`,
    locked: 'There were too many wrong codes, so codes are not taken for a while.',
    until: (/** @type {string} */ time) =>
      `You can go on ${time}. If that is too late, ask the sender for a new link.`,
    phone: 'your phone',
    mail: 'your e-mail address',
    heading: 'Please confirm once more',
    expired:
      'Your confirmation has ended, as it does after an hour. Everything that you have entered is still here.',
    cancel: 'Not now',
  },
  de: {
    lead: (/** @type {string} */ to) =>
      `Bevor Sie das Dokument sehen, bestätigen Sie bitte, dass Sie es sind. Wir schicken einen Code aus sechs Ziffern an ${to}.`,
    sent: (/** @type {string} */ to) => `Wir haben einen Code an ${to} geschickt. Er gilt 10 Minuten.`,
    send: 'Code schicken',
    again: 'Neuen Code schicken',
    againIn: (/** @type {number} */ seconds) => `Neuen Code schicken (in ${seconds} s)`,
    code: 'Code aus sechs Ziffern',
    confirm: 'Bestätigen',
    left: (/** @type {number} */ tries) =>
      tries === 1
        ? 'Mit diesem Code ist noch ein Versuch möglich.'
        : `Mit diesem Code sind noch ${tries} Versuche möglich.`,
    locked: 'Der Code war zu oft falsch, deshalb werden eine Weile keine Codes angenommen.',
    until: (/** @type {string} */ time) =>
      `Weiter geht es ${time}. Ist das zu spät, bitten Sie den Absender um einen neuen Link.`,
    phone: 'Ihr Telefon',
    mail: 'Ihre E-Mail-Adresse',
    heading: 'Bitte noch einmal bestätigen',
    expired:
      'Ihre Bestätigung ist nach einer Stunde abgelaufen. Alles, was Sie eingegeben haben, ist noch da.',
    cancel: 'Jetzt nicht',
  },
});

/** @param {number} seconds from now */
const timeIn = (seconds) => {
  const formatted = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: 'always' });
  return seconds < 5400
    ? formatted.format(Math.ceil(seconds / 60), 'minute')
    : formatted.format(Math.ceil(seconds / 3600), 'hour');
};

/**
 * Has a code sent, takes it, and says what is wrong with it beside the field: the field may be in a dialog, and a screen
 * reader says nothing of the page behind a dialog.
 * @param {import('./signing-link.js').Verification} verification
 * @param {() => unknown} onVerified
 */
export function codeEntry(verification, onVerified) {
  const to = verification.destination ?? (verification.method === 'email' ? texts.mail : texts.phone);
  let { codeExpiresAt, resendAvailableAt } = verification;
  const fault = h('p', { class: 'fault', role: 'alert' });
  const step = h('div');
  const element = h('div', { class: 'code-entry' }, step, fault);

  /** Seconds until codes are taken again; 0 if they are. */
  let lockedFor = secondsUntil(verification.lockedUntil);

  /** @param {() => Promise<unknown>} act @returns {Promise<void>} */
  const trying = async (act) => {
    fault.textContent = '';
    try {
      await act();
    } catch (error) {
      if (isCode(error, 'otp.not_required')) return void onVerified();
      if (isCode(error, 'otp.locked')) {
        lockedFor = (error instanceof ApiError && error.retryAfterSeconds) || 86_400;
        return draw();
      }
      announce(fault, [sentenceOf(error), ...triesIn(error)].join(' '));
    }
  };

  const send = async () => {
    ({ expiresAt: codeExpiresAt, resendAvailableAt } = await sendCode());
    draw();
    step.querySelector('input')?.focus();
  };
  const takesCode = () =>
    form({
      fields: [
        { name: 'code', label: texts.code, autocomplete: 'one-time-code', inputmode: 'numeric', longest: 20 },
      ],
      submit: texts.confirm,
      run: ({ code }) =>
        trying(async () => {
          await verifyCode(code);
          await onVerified();
        }),
    });
  /** @returns {void} */
  function draw() {
    if (lockedFor > 0)
      return step.replaceChildren(h('p', {}, texts.locked), h('p', {}, texts.until(timeIn(lockedFor))));
    if (secondsUntil(codeExpiresAt) === 0)
      return step.replaceChildren(
        h('p', {}, texts.lead(to)),
        h(
          'div',
          { class: 'ways' },
          button(texts.send, () => trying(send), 'primary'),
        ),
      );
    step.replaceChildren(
      h('p', {}, texts.sent(to)),
      takesCode(),
      h(
        'div',
        { class: 'ways' },
        resendButton(
          () => resendAvailableAt,
          () => trying(send),
        ),
      ),
    );
  }
  draw();
  return element;
}

/**
 * It counts down, and works once that is over. What it says as it counts is not read out.
 * @param {() => string | null} from
 * @param {() => Promise<unknown>} act
 */
function resendButton(from, act) {
  const made = button(texts.again, () => (secondsUntil(from()) > 0 ? undefined : act()), 'quiet');
  const tell = () => {
    const left = secondsUntil(from());
    announce(made, left > 0 ? texts.againIn(left) : texts.again);
    made.ariaDisabled = left > 0 ? 'true' : null;
    if (left > 0) setTimeout(() => made.isConnected && tell(), 500);
  };
  setTimeout(tell);
  return made;
}

/** @param {unknown} error @param {string} code */
const isCode = (error, code) => error instanceof ApiError && error.code === code;

/** How many tries are left, where the refusal says it. @param {unknown} error */
function triesIn(error) {
  if (!(error instanceof ApiError) || error.code !== 'otp.incorrect') return [];
  const left = Number(/\d+/.exec(error.details[0]?.message ?? '')?.[0] ?? 0);
  return left > 0 ? [texts.left(left)] : [];
}

/** Asks for a code before the page, on which everything stays. @returns {Promise<boolean>} whether it was confirmed */
export async function askForCode() {
  const { verification } = await signingView();
  const confirmed = await asked(texts.heading, (answer) => [
    h('p', {}, texts.expired),
    codeEntry(verification, () => answer(true)),
    button(texts.cancel, () => answer(null), 'quiet'),
  ]);
  return confirmed === true;
}
