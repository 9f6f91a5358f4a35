import { button } from './actions.js';
import { h, show } from './dom.js';
import { download, recipientList } from './sign-done-parts.js';
import { isFramed } from './sign-frame.js';
import { signTexts } from './sign-words.js';
import { inLanguage } from './words.js';

const texts = inLanguage({
  en: {
    signed: 'Thank you, you have signed',
    approved: 'Thank you, you have approved',
    others: (/** @type {string} */ name) =>
      `“${name}” now waits for the others. Once everybody is done, the finished document comes to you by mail.`,
    all: (/** @type {string} */ name) =>
      `Everybody is done with “${name}”. It is now sealed, and the finished document comes to you by mail in a few minutes.`,
    copy: 'You can keep a copy as it is at this moment. It holds what has been signed so far, but not yet the seal.',
    onward: 'Go on to the sender’s page',
    leaving: (/** @type {number} */ seconds) => `You are taken to the sender’s page in ${seconds} seconds.`,
    stay: 'Stay here',
  },
  de: {
    signed: 'Danke, Sie haben unterschrieben',
    approved: 'Danke, Sie haben freigegeben',
    others: (/** @type {string} */ name) =>
      `„${name}“ wartet jetzt auf die anderen. Sobald alle fertig sind, kommt das fertige Dokument per E-Mail zu Ihnen.`,
    all: (/** @type {string} */ name) =>
      `Alle sind mit „${name}“ fertig. Es wird nun versiegelt, und das fertige Dokument kommt in ein paar Minuten per E-Mail zu Ihnen.`,
    copy: 'Sie können eine Kopie vom jetzigen Stand behalten. Sie enthält, was bisher unterschrieben ist, aber noch nicht das Siegel.',
    onward: 'Weiter zur Seite des Absenders',
    leaving: (/** @type {number} */ seconds) => `In ${seconds} Sekunden kommen Sie zur Seite des Absenders.`,
    stay: 'Hierbleiben',
  },
});

const pending = new Set(['waiting', 'sent', 'viewed', 'draft']);

/**
 * @param {import('./signing-link.js').SigningView} view
 * @param {{ leaves?: boolean }} [more] whether the reader has just finished, and is led on to where the sender wants them
 */
export function showCompleted({ signer, document, recipients, redirectUrl }, { leaves = false } = {}) {
  const name = document?.name ?? signTexts.document;
  const isAll = !recipients.some(({ role, status }) => role !== 'copy' && pending.has(status));
  show(
    signer.role === 'approver' ? texts.approved : texts.signed,
    h('p', {}, (isAll ? texts.all : texts.others)(name)),
    redirectUrl !== null && wayOn(redirectUrl, leaves),
    h('p', {}, texts.copy),
    h(
      'div',
      { class: 'ways' },
      button(signTexts.download, () => download('stamped', name)),
    ),
    recipients.length > 1 && h('section', {}, h('h2', {}, signTexts.people), recipientList(recipients)),
  );
}

/** @param {string} url @param {boolean} leaves */
function wayOn(url, leaves) {
  // Of a frame the whole page is left, and never by itself: the web app around it has its own next step.
  const target = isFramed && '_top';
  const link = h('a', { class: 'button', href: url, rel: 'noreferrer', target }, texts.onward);
  if (!leaves || isFramed) return h('div', { class: 'ways' }, link);
  let seconds = 5;
  const words = h('span', {}, texts.leaving(seconds));
  const timer = setInterval(() => {
    seconds -= 1;
    words.textContent = texts.leaving(seconds);
    if (seconds > 0) return;
    clearInterval(timer);
    if (element.isConnected) location.assign(url);
  }, 1000);
  const line = h('p', { class: 'soft' }, words);
  const stay = button(
    texts.stay,
    () => {
      clearInterval(timer);
      line.remove();
      stay.remove();
      link.focus();
    },
    'quiet',
  );
  const element = h('div', { class: 'ways' }, link, line, stay);
  return element;
}
