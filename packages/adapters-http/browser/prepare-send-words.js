import { explain } from './failures.js';
import { inLanguage } from './words.js';

export const sendTexts = inLanguage({
  en: {
    heading: 'Send it',
    missing: 'Before it can be sent:',
    notYet: 'Not yet:',
    nobody: 'Nobody is to sign or to approve yet.',
    add: 'Add somebody',
    noField: (/** @type {string} */ name) => `${name} has no place to sign.`,
    placeFor: (/** @type {string} */ name) => `Choose a place for ${name}`,
    signaturePage: 'Add a page at the end for signatures that have no place',
    now: 'Mail now',
    later: 'Mail later',
    copy: 'Copy at the end',
    message: 'What the mail says to all of them (optional)',
    messageHint: 'The link to the document is in it anyway.',
    deadline: 'Last day to sign (optional)',
    deadlineHint: (/** @type {number} */ days) => `If you choose none, they have ${days} days.`,
    send: 'Send for signature',
    sent: 'The document is on its way.',
    notYours: 'Only the owner of the document, or an owner or admin of the workspace, can send it.',
    crossed:
      'Somebody else has changed the people or the fields meanwhile, so nothing was sent. This is how they are now: send it if that is right.',
  },
  de: {
    heading: 'Versenden',
    missing: 'Bevor es versendet werden kann:',
    notYet: 'Noch nicht:',
    nobody: 'Es soll noch niemand unterschreiben oder freigeben.',
    add: 'Jemanden hinzufügen',
    noField: (/** @type {string} */ name) => `${name} hat keine Stelle zum Unterschreiben.`,
    placeFor: (/** @type {string} */ name) => `Stelle für ${name} wählen`,
    signaturePage: 'Am Ende eine Seite für Unterschriften anfügen, die keine Stelle haben',
    now: 'E-Mail sofort',
    later: 'E-Mail später',
    copy: 'Kopie am Ende',
    message: 'Was die E-Mail allen sagt (optional)',
    messageHint: 'Der Link zum Dokument steht ohnehin darin.',
    deadline: 'Letzter Tag zum Unterschreiben (optional)',
    deadlineHint: (/** @type {number} */ days) => `Wenn Sie keinen wählen, sind es ${days} Tage.`,
    send: 'Zum Unterschreiben versenden',
    sent: 'Das Dokument ist unterwegs.',
    notYours:
      'Versenden kann es nur, wem das Dokument gehört, oder wer den Workspace besitzt oder verwaltet.',
    crossed:
      'Jemand hat inzwischen die Beteiligten oder die Felder geändert; deshalb wurde nichts versendet. So sind sie jetzt: Versenden Sie, wenn das stimmt.',
  },
});

explain(
  inLanguage({
    en: {
      'field.out_of_range': 'Choose a day from tomorrow to a year ahead.',
      'signing.deadline_passed': 'The last day to sign is over, or nearly so. Choose a later one.',
      'signing.no_recipient': 'Nobody is to sign or to approve yet.',
      'signing.field_missing': 'Somebody has no place to sign yet.',
      'seal.not_ready':
        'The seal of this workspace could not be put under the document then. Choose an earlier day, or tell whoever runs this server.',
    },
    de: {
      'field.out_of_range': 'Wählen Sie einen Tag von morgen bis in einem Jahr.',
      'signing.deadline_passed':
        'Der letzte Tag zum Unterschreiben ist vorbei oder beinahe. Wählen Sie einen späteren.',
      'signing.no_recipient': 'Es soll noch niemand unterschreiben oder freigeben.',
      'signing.field_missing': 'Jemand hat noch keine Stelle zum Unterschreiben.',
      'seal.not_ready':
        'Das Siegel dieses Workspaces ließe sich dann nicht unter das Dokument setzen. Wählen Sie einen früheren Tag, oder sagen Sie es dem Betreiber dieses Servers.',
    },
  }),
);
