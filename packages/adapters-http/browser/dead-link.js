import { ApiError } from './api.js';
import { h, show } from './dom.js';
import { inLanguage } from './words.js';

const texts = inLanguage({
  en: {
    heading: 'This link no longer works',
    lead: 'It was used before, has expired, or a newer mail replaced it.',
    cut: 'A part of it is missing. Open it again from the mail, or copy the whole address into the address bar.',
    reasons: /** @type {Record<string, string>} */ ({
      workspace_closed: 'The workspace that sent it has been closed.',
      superseded: 'A later mail brought a newer link; open that one.',
      revoked: 'Whoever sent it has withdrawn it.',
      expired: 'The time in which it could be used is over.',
      spent: 'It was used already.',
      declined: 'The registration was declined.',
      cancelled: 'The registration was cancelled.',
      over: 'What it led to is over.',
      exhausted: 'It was used as often as it may be.',
      document_voided: 'The signing of the document was called off, and the link ended with it.',
      document_trashed: 'The document was put into the trash, and the link ended with it.',
      document_disposed: 'The document was destroyed.',
      document_expired: 'The document is no longer valid, and the link ended with it.',
      document_quarantined: 'Something harmful was found in the document, so nobody gets it any more.',
    }),
    incomplete: 'This link is not complete',
    open: 'Open it again from the mail, or copy the whole address into the address bar.',
  },
  de: {
    heading: 'Dieser Link gilt nicht mehr',
    lead: 'Er wurde schon verwendet, ist abgelaufen oder wurde durch eine neuere Mail ersetzt.',
    cut: 'Ein Teil davon fehlt. Öffnen Sie ihn noch einmal aus der Mail oder kopieren Sie die ganze Adresse in die Adresszeile.',
    reasons: {
      workspace_closed: 'Der Workspace, aus dem er kam, wurde geschlossen.',
      superseded: 'Eine spätere Mail hat einen neueren Link gebracht; öffnen Sie diesen.',
      revoked: 'Wer ihn geschickt hat, hat ihn zurückgezogen.',
      expired: 'Die Zeit, in der er galt, ist vorbei.',
      spent: 'Er wurde schon verwendet.',
      declined: 'Die Anmeldung wurde abgelehnt.',
      cancelled: 'Die Anmeldung wurde storniert.',
      over: 'Wohin er führte, ist vorbei.',
      exhausted: 'Er wurde so oft verwendet, wie er darf.',
      document_voided: 'Das Signieren des Dokuments wurde abgebrochen, und damit endete der Link.',
      document_trashed: 'Das Dokument wurde in den Papierkorb gelegt, und damit endete der Link.',
      document_disposed: 'Das Dokument wurde vernichtet.',
      document_expired: 'Das Dokument gilt nicht mehr, und damit endete der Link.',
      document_quarantined: 'Im Dokument wurde etwas Schädliches gefunden, darum bekommt es niemand mehr.',
    },
    incomplete: 'Dieser Link ist nicht vollständig',
    open: 'Öffnen Sie ihn noch einmal aus der Mail oder kopieren Sie die ganze Adresse in die Adresszeile.',
  },
});

/**
 * Words for reasons that mean something of their own on a page.
 * @param {Record<string, string>} reasons
 */
export const explainEnds = (reasons) => Object.assign(texts.reasons, reasons);

/**
 * Why the API says that the link is gone, in words, or what may have become of it if the API does not say.
 * @param {unknown} error
 */
const leadOf = (error) =>
  isCut(error)
    ? texts.cut
    : (texts.reasons[(error instanceof ApiError && error.details[0]?.code) || ''] ?? texts.lead);

/**
 * @param {unknown} error the refusal of the API
 * @param {...import('./dom.js').Child} next what to do now
 */
export const showDeadLink = (error, ...next) => show(texts.heading, h('p', {}, leadOf(error)), ...next);

/** For a page that was opened without what its mail's link carries. */
export const showIncompleteLink = () => show(texts.incomplete, h('p', {}, texts.open));

/** Whether the link leads to nothing. @param {unknown} error */
export const isDead = (error) =>
  isCut(error) ||
  (error instanceof Error &&
    'code' in error &&
    (error.code === 'link.gone' || error.code === 'link.not_found'));

/** Whether the token has not the form of one, which happens where a mail program broke the link. @param {unknown} error */
export const isCut = (error) =>
  error instanceof ApiError &&
  error.code === 'request.invalid' &&
  error.details.some(({ path }) => path === '/path/token' || path === '/body/token');
