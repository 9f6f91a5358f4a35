import { explain } from './failures.js';
import { inLanguage, language } from './words.js';

/** What several parts of the signing page say. */
export const signTexts = inLanguage({
  en: {
    title: 'A document for you',
    again: 'Try again',
    close: 'Close',
    from: 'From',
    workspace: 'On behalf of',
    you: 'You',
    deadline: 'Open until',
    document: 'Document',
    download: 'Download a copy',
    people: 'Who takes part',
    roles: /** @type {Record<string, string>} */ ({
      signer: 'signs',
      approver: 'approves',
      copy: 'gets a copy',
    }),
    states: /** @type {Record<string, string>} */ ({
      waiting: 'not yet their turn',
      sent: 'asked',
      viewed: 'has opened the document',
      completed: 'done',
      declined: 'declined',
      expired: 'the time was over',
      cancelled: 'no longer needed',
      notified: 'has received it',
    }),
  },
  de: {
    title: 'Ein Dokument für Sie',
    again: 'Erneut versuchen',
    close: 'Schließen',
    from: 'Von',
    workspace: 'Im Namen von',
    you: 'Sie',
    deadline: 'Offen bis',
    document: 'Dokument',
    download: 'Kopie herunterladen',
    people: 'Wer beteiligt ist',
    roles: {
      signer: 'unterschreibt',
      approver: 'gibt frei',
      copy: 'erhält eine Kopie',
    },
    states: {
      waiting: 'noch nicht an der Reihe',
      sent: 'gefragt',
      viewed: 'hat das Dokument geöffnet',
      completed: 'erledigt',
      declined: 'hat abgelehnt',
      expired: 'die Zeit war um',
      cancelled: 'nicht mehr nötig',
      notified: 'hat sie erhalten',
    },
  },
});

explain(
  inLanguage({
    en: {
      'page.content_changed':
        'The file that arrived is not the one that you are asked to sign, so it is not shown.',
      'otp.incorrect': 'This is not the code that we sent. Check it and type it again.',
      'otp.no_active_code': 'This code is no longer good. Have a new one sent.',
      'otp.send_limit': 'No more codes can be sent for now. Try again later.',
      'signing.content_changed':
        'The document is not the one that you were shown. Load it again and read it anew.',
      'signing.consent_required': 'Please agree to sign electronically first: tick the box at the text.',
      'signing.intent_mismatch': 'This is not what you were asked for. Load the page again.',
      'signing.role_cannot_sign': 'You get a copy of this document; there is nothing to sign.',
      'signing.verification_required': 'Please confirm with a code that it is you.',
      'signature.image_invalid': 'This signature could not be read. Make it again, or type it.',
      'signature.method_not_allowed': 'A signature of this kind is not accepted here. Choose another one.',
      'signature.missing': 'Your signature is missing.',
      'field.required_missing': 'Please fill in this field.',
      'workspace.not_active':
        'The sender’s workspace is paused at the moment, so nothing can be signed. Ask them.',
      'request.invalid': 'Something in your entries was not accepted. Please look at the marked fields.',
    },
    de: {
      'page.content_changed':
        'Die Datei, die ankam, ist nicht die, um deren Unterschrift Sie gebeten werden; deshalb wird sie nicht gezeigt.',
      'otp.incorrect':
        'Das ist nicht der Code, den wir geschickt haben. Prüfen Sie ihn und tippen Sie ihn erneut.',
      'otp.no_active_code': 'Dieser Code gilt nicht mehr. Lassen Sie sich einen neuen schicken.',
      'otp.send_limit':
        'Vorerst können keine weiteren Codes geschickt werden. Versuchen Sie es später erneut.',
      'signing.content_changed':
        'Das Dokument ist nicht das, das Ihnen gezeigt wurde. Laden Sie es neu und lesen Sie es noch einmal.',
      'signing.consent_required':
        'Bitte stimmen Sie zuerst zu, elektronisch zu unterschreiben: Setzen Sie das Häkchen beim Text.',
      'signing.intent_mismatch': 'Darum wurden Sie nicht gebeten. Laden Sie die Seite neu.',
      'signing.role_cannot_sign':
        'Sie erhalten eine Kopie dieses Dokuments; es gibt nichts zu unterschreiben.',
      'signing.verification_required': 'Bitte bestätigen Sie mit einem Code, dass Sie es sind.',
      'signature.image_invalid':
        'Diese Unterschrift ließ sich nicht lesen. Machen Sie sie neu oder tippen Sie sie.',
      'signature.method_not_allowed':
        'Eine Unterschrift dieser Art wird hier nicht angenommen. Wählen Sie eine andere.',
      'signature.missing': 'Ihre Unterschrift fehlt.',
      'field.required_missing': 'Bitte füllen Sie dieses Feld aus.',
      'workspace.not_active':
        'Der Workspace des Absenders ruht zurzeit, deshalb lässt sich nichts unterschreiben. Fragen Sie dort nach.',
      'request.invalid':
        'Etwas in Ihren Angaben wurde nicht angenommen. Bitte sehen Sie sich die markierten Felder an.',
    },
  }),
);

/** An instant in the zone of the reader, who may be far from the sender, so the zone is named. @param {string} instant */
export const whenHere = (instant) =>
  new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(instant));

/** @param {number} bytes */
export const sizeInWords = (bytes) => {
  const [amount, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kilobyte'] : [bytes / 1_000_000, 'megabyte'];
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    maximumFractionDigits: amount < 10 ? 1 : 0,
  }).format(amount);
};
