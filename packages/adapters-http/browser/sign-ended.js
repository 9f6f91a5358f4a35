import { ApiError } from './api.js';
import { isCut } from './dead-link.js';
import { h, show } from './dom.js';
import { inLanguage } from './words.js';

const texts = inLanguage({
  en: {
    reasons: /** @type {Record<string, readonly [string, string]>} */ ({
      superseded: [
        'There is a newer link',
        'A later mail brought you a newer link for this document. Please open that one; this one no longer works.',
      ],
      completed: [
        'This document is finished',
        'Everybody has signed. The finished document comes to you by mail, with a link of its own.',
      ],
      declined: [
        'This document was declined',
        'Somebody who was asked has declined, so nobody can sign it any more. Nothing is left for you to do.',
      ],
      voided: [
        'This document was withdrawn',
        'The sender has called it back before everybody had signed. Nothing is left for you to do.',
      ],
      expired: ['The time to sign is over', 'The deadline of this document has passed.'],
      cancelled: [
        'You are no longer asked to sign',
        'The request to you has ended. Nothing is left for you to do.',
      ],
      quarantined: [
        'This document is locked',
        'A check has found something in the file that may do harm, so it is not shown any more.',
      ],
      workspace_closed: ['This document is no longer here', 'The workspace that sent it has been closed.'],
    }),
    unknown: [
      'This link leads nowhere',
      'Perhaps a part of it is missing. Open it again from the mail, or copy the whole address into the address bar.',
    ],
    gone: ['This link no longer works', 'It has ended.'],
    ask: (/** @type {string} */ name) =>
      `If you have a question, or think that this is a mistake, ask ${name}.`,
    sender: 'the person who sent you the document',
    youDeclined: 'You have declined',
    youDeclinedLead: (/** @type {string} */ name) =>
      `${name} gets a mail with your reason. You can close this page.`,
  },
  de: {
    reasons: /** @type {Record<string, readonly [string, string]>} */ ({
      superseded: [
        'Es gibt einen neueren Link',
        'Eine spätere Mail hat Ihnen einen neueren Link zu diesem Dokument gebracht. Bitte öffnen Sie diesen; dieser hier gilt nicht mehr.',
      ],
      completed: [
        'Dieses Dokument ist fertig',
        'Alle haben unterschrieben. Das fertige Dokument kommt per E-Mail zu Ihnen, mit einem eigenen Link.',
      ],
      declined: [
        'Dieses Dokument wurde abgelehnt',
        'Jemand, der gefragt war, hat abgelehnt; deshalb kann niemand mehr unterschreiben. Für Sie ist nichts zu tun.',
      ],
      voided: [
        'Dieses Dokument wurde zurückgezogen',
        'Der Absender hat es zurückgerufen, bevor alle unterschrieben hatten. Für Sie ist nichts zu tun.',
      ],
      expired: ['Die Zeit zum Unterschreiben ist um', 'Die Frist dieses Dokuments ist verstrichen.'],
      cancelled: [
        'Ihre Unterschrift wird nicht mehr gebraucht',
        'Die Bitte an Sie ist beendet. Für Sie ist nichts zu tun.',
      ],
      quarantined: [
        'Dieses Dokument ist gesperrt',
        'Bei einer Prüfung wurde in der Datei etwas gefunden, das schaden könnte; deshalb wird sie nicht mehr gezeigt.',
      ],
      workspace_closed: [
        'Dieses Dokument ist nicht mehr hier',
        'Der Workspace, aus dem es kam, wurde geschlossen.',
      ],
    }),
    unknown: [
      'Dieser Link führt nirgendwohin',
      'Vielleicht fehlt ein Teil davon. Öffnen Sie ihn noch einmal aus der Mail oder kopieren Sie die ganze Adresse in die Adresszeile.',
    ],
    gone: ['Dieser Link gilt nicht mehr', 'Er ist beendet.'],
    ask: (/** @type {string} */ name) =>
      `Wenn Sie eine Frage haben oder das für einen Irrtum halten, wenden Sie sich an ${name}.`,
    sender: 'die Person, die Ihnen das Dokument geschickt hat',
    youDeclined: 'Sie haben abgelehnt',
    youDeclinedLead: (/** @type {string} */ name) =>
      `${name} erhält eine Mail mit Ihrem Grund. Sie können diese Seite schließen.`,
  },
});

/**
 * Why the link leads to nothing any more, and whom to ask.
 * @param {unknown} error the refusal of the API
 * @param {string} [sender] where the page has learnt it before
 */
export function showEnded(error, sender = texts.sender) {
  const reason = error instanceof ApiError ? (error.details[0]?.code ?? '') : '';
  const isUnknown = isCut(error) || (error instanceof ApiError && error.code === 'link.not_found');
  const [heading = '', lead = ''] = isUnknown ? texts.unknown : (texts.reasons[reason] ?? texts.gone);
  show(heading, h('p', {}, lead), h('p', {}, texts.ask(sender)));
}

/** @param {string} sender */
export const showYouDeclined = (sender) => show(texts.youDeclined, h('p', {}, texts.youDeclinedLead(sender)));
