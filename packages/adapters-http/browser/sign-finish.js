import { button } from './actions.js';
import { ApiError } from './api.js';
import { isDead } from './dead-link.js';
import { h } from './dom.js';
import { sentenceOf, textOf } from './failures.js';
import { askForCode } from './sign-code.js';
import { askToDecline } from './sign-decline.js';
import { endedPage } from './sign-done-parts.js';
import { faultList } from './sign-fields.js';
import { tellFrame } from './sign-frame.js';
import { completeSigning, signingView } from './signing-link.js';
import { inLanguage } from './words.js';

const texts = inLanguage({
  en: {
    heading: 'Finish',
    intent: {
      sign: (/** @type {string} */ document, /** @type {string} */ name) =>
        `By pressing “Sign the document”, I, ${name}, sign “${document}” electronically, with the entries that I have made.`,
      approve: (/** @type {string} */ document, /** @type {string} */ name) =>
        `By pressing “Approve the document”, I, ${name}, approve “${document}” as it is shown here.`,
    },
    act: { sign: 'Sign the document', approve: 'Approve the document' },
    decline: 'I do not want to sign',
    disapprove: 'I do not approve',
    missing: (/** @type {number} */ count) =>
      count === 1 ? 'One field still needs you:' : `${count} fields still need you:`,
    reload: 'Load the document again',
  },
  de: {
    heading: 'Abschließen',
    intent: {
      sign: (/** @type {string} */ document, /** @type {string} */ name) =>
        `Mit „Dokument unterschreiben“ unterschreibe ich, ${name}, „${document}“ elektronisch, mit den Angaben, die ich gemacht habe.`,
      approve: (/** @type {string} */ document, /** @type {string} */ name) =>
        `Mit „Dokument freigeben“ gebe ich, ${name}, „${document}“ so frei, wie es hier gezeigt wird.`,
    },
    act: { sign: 'Dokument unterschreiben', approve: 'Dokument freigeben' },
    decline: 'Ich möchte nicht unterschreiben',
    disapprove: 'Ich gebe nicht frei',
    missing: (/** @type {number} */ count) =>
      count === 1 ? 'Ein Feld braucht Sie noch:' : `${count} Felder brauchen Sie noch:`,
    reload: 'Dokument neu laden',
  },
});

/**
 * @typedef {object} Finishing
 * @property {import('./signing-link.js').SigningView} view
 * @property {import('./pdf-pages.js').DrawnPdf} pdf
 * @property {ReturnType<typeof import('./sign-fields.js').fieldsOn>} fields
 * @property {ReturnType<typeof import('./sign-consent.js').consentPart>} consent
 * @property {() => void} marked that fields were marked as wrong
 * @property {(completed: import('./signing-link.js').Completed | null) => unknown} completed null if it was so before
 * @property {() => Promise<unknown>} reload
 */

/** @typedef {(text: string, ...more: import('./dom.js').Child[]) => void} Say */

/** The last step: what one means by it, the press, and the way out. @param {Finishing} of */
export function finishPart(of) {
  const { view } = of;
  const intent = view.signer.role === 'approver' ? 'approve' : 'sign';
  const heading = h('h2', { tabindex: -1 }, texts.heading);
  // What is wrong is said here: the top of the page is far away.
  const alert = h('div', { class: 'alert', role: 'alert' });
  /** @type {Say} */
  const say = (text, ...more) => {
    alert.replaceChildren(...(text === '' ? [] : [h('div', {}, h('p', {}, text), ...more)]));
    if (text !== '') alert.scrollIntoView({ block: 'nearest' });
  };
  const finish = button(
    texts.act[intent],
    async () => {
      say('');
      try {
        await finished(of, intent, say);
      } catch (error) {
        say(sentenceOf(error));
      }
    },
    'primary',
  );
  const decline = button(
    intent === 'sign' ? texts.decline : texts.disapprove,
    async () => {
      const outcome = await askToDecline(view.sender.displayName);
      if (outcome === 'declined') {
        tellFrame('declined', view.signer.id);
        (await endedPage()).showYouDeclined(view.sender.displayName);
      } else if (outcome !== null) (await endedPage()).showEnded(outcome.gone, view.sender.displayName);
    },
    'quiet',
  );
  const element = h(
    'section',
    {},
    heading,
    h('p', { dir: 'auto' }, texts.intent[intent](view.document?.name ?? '', view.signer.name)),
    alert,
    h('div', { class: 'ways' }, finish, decline),
  );
  return {
    element,
    come() {
      element.scrollIntoView({ block: 'center' });
      heading.focus({ preventScroll: true });
    },
  };
}

/** @param {Finishing} of @param {'sign' | 'approve'} intent @param {Say} say */
async function finished(of, intent, say) {
  const { pdf, fields, consent, marked } = of;
  const faulty = fields.checked();
  marked();
  if (faulty.length > 0) return say(texts.missing(faulty.length), faultList(faulty, pdf));
  if (!consent.checked()) return;
  const body = {
    intent,
    // Of the bytes that were drawn here, and not what the server says of them: what was shown is what is signed.
    documentSha256: pdf.sha256,
    ...consent.sent(),
    ...fields.values(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    locale: navigator.language,
  };
  try {
    of.completed(await completeSigning(body));
  } catch (error) {
    await met(error, of, body, () => finished(of, intent, say), say);
  }
}

/**
 * What the page itself can do about a refusal; anything else is thrown on.
 * @param {unknown} error
 * @param {Finishing} of
 * @param {{ fields: readonly { fieldId: string }[] }} body
 * @param {() => Promise<unknown>} again
 * @param {Say} say
 */
async function met(error, of, body, again, say) {
  if (isDead(error)) return (await endedPage()).showEnded(error, of.view.sender.displayName);
  const code = error instanceof ApiError ? error.code : '';
  // The answer to an earlier press was lost on the way.
  if (code === 'signing.already_completed') return of.completed(null);
  if (code === 'signing.verification_required') {
    if (await askForCode()) await again();
    return;
  }
  if (code === 'signing.content_changed') return say(sentenceOf(error), button(texts.reload, of.reload));
  // The text is another one by now; it is shown, and what was filled in stays.
  if (code === 'signing.consent_required') {
    of.consent.renew((await signingView()).consent);
    of.consent.checked();
    return;
  }
  if (error instanceof ApiError && code === 'request.invalid') return markedBy(error, of, body, say);
  throw error;
}

/**
 * Puts what the server refused to where it belongs.
 * @param {ApiError} error
 * @param {Finishing} of
 * @param {{ fields: readonly { fieldId: string }[] }} body
 * @param {Say} say
 */
function markedBy(error, { fields, pdf, marked }, body, say) {
  for (const { path, code, message } of error.details) {
    const [, , part, index] = path.split('/');
    const id = body.fields[Number(index)]?.fieldId;
    for (const each of fields.own)
      if (part === each.field.kind || (part === 'fields' && each.field.id === id))
        each.fault(textOf(code, message));
  }
  marked();
  const faulty = fields.own.filter((each) => each.problem() !== '');
  if (faulty.length === 0) say(sentenceOf(error));
  else say(texts.missing(faulty.length), faultList(faulty, pdf));
}
