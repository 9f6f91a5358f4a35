import { inLanguage } from './words.js';

/** What the sender reads of a document that was sent. */
export const sentTexts = inLanguage({
  en: {
    sent: (/** @type {number} */ done, /** @type {number} */ required, /** @type {string} */ until) =>
      `${done} of ${required} are done. The links are open until ${until}.`,
    completed: 'Everybody is done. The document is being sealed, which takes a moment.',
    sealFailed:
      'Everybody is done, but the document could not be sealed. What was signed is kept. Try again, or tell whoever runs this server.',
    sealed: (/** @type {string} */ at) =>
      `Everybody is done, and the document was sealed on ${at}. Each of them has got a link to the sealed file.`,
    ended: /** @type {Record<string, string>} */ ({
      declined: 'Somebody has declined, so the signing has ended for everybody.',
      voided: 'The signing was ended before everybody was done.',
      expired: 'The last day to sign is over, and not everybody was done.',
    }),
    reason: (/** @type {string} */ reason) => `“${reason}”`,
    download: 'Download the sealed document',
    certificate: 'Download the certificate',
    certificateOf: (/** @type {string} */ name) => `${name} (certificate)`,
    people: 'Who takes part',
    done: 'done',
    approved: 'has approved',
    states: {
      draft: 'gets a copy at the end',
      waiting: 'is asked once those before are done',
      sent: 'was mailed the link',
      viewed: 'has opened the document',
      completed: 'has signed',
      declined: 'has declined',
      expired: 'did not sign in time',
      cancelled: 'need not sign any more',
      notified: 'has got the sealed document',
    },
    remind: 'Remind',
    remindOf: (/** @type {string} */ name) => `Remind ${name}`,
    reminded: (/** @type {string} */ address) => `A fresh link is on its way to ${address}.`,
    tooSoon: (/** @type {string} */ name, /** @type {number} */ minutes) =>
      `${name} was mailed a link just now. You can remind again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    correct: 'Correct',
    correctOf: (/** @type {string} */ name) => `Correct ${name}`,
    correctLead:
      'If the address or the phone number changes, the link that was mailed stops working, and a fresh one is mailed.',
    name: 'Name',
    email: 'E-mail address',
    phone: 'Phone, for a code by SMS (optional)',
    save: 'Save',
    corrected: (/** @type {string} */ name) => `${name} is saved.`,
    void: 'End this signing',
    voidSure: (/** @type {string} */ name) => `End the signing of ${name}?`,
    voidLead:
      'Every link stops working at once, and whoever was asked and was not done reads your reason in a mail. You can prepare it anew afterwards.',
    voidReason: 'Your reason',
    voidYes: 'Yes, end it',
    sealAgain: 'Seal it again',
    goOn: 'Go on with a new last day',
    goOnLead: 'Whoever has signed need not sign again. All others get a fresh link.',
    lastDay: 'Last day to sign',
    goOnYes: 'Send again',
    anew: 'Prepare it anew',
  },
  de: {
    sent: (/** @type {number} */ done, /** @type {number} */ required, /** @type {string} */ until) =>
      `${done} von ${required} sind fertig. Die Links gelten bis ${until}.`,
    completed: 'Alle sind fertig. Das Dokument wird versiegelt; das dauert einen Moment.',
    sealFailed:
      'Alle sind fertig, aber das Dokument ließ sich nicht versiegeln. Die Unterschriften bleiben erhalten. Versuchen Sie es erneut, oder sagen Sie es dem Betreiber dieses Servers.',
    sealed: (/** @type {string} */ at) =>
      `Alle sind fertig, und das Dokument wurde am ${at} versiegelt. Jede Person hat einen Link zur versiegelten Datei erhalten.`,
    ended: {
      declined: 'Jemand hat abgelehnt; deshalb ist das Unterschreiben für alle beendet.',
      voided: 'Das Unterschreiben wurde beendet, bevor alle fertig waren.',
      expired: 'Der letzte Tag zum Unterschreiben ist vorbei, und nicht alle waren fertig.',
    },
    reason: (/** @type {string} */ reason) => `„${reason}“`,
    download: 'Versiegeltes Dokument herunterladen',
    certificate: 'Bescheinigung herunterladen',
    certificateOf: (/** @type {string} */ name) => `${name} (Bescheinigung)`,
    people: 'Wer beteiligt ist',
    done: 'fertig',
    approved: 'hat freigegeben',
    states: {
      draft: 'erhält am Ende eine Kopie',
      waiting: 'wird gefragt, sobald die davor fertig sind',
      sent: 'hat den Link per E-Mail bekommen',
      viewed: 'hat das Dokument geöffnet',
      completed: 'hat unterschrieben',
      declined: 'hat abgelehnt',
      expired: 'hat nicht rechtzeitig unterschrieben',
      cancelled: 'muss nicht mehr unterschreiben',
      notified: 'hat das versiegelte Dokument bekommen',
    },
    remind: 'Erinnern',
    remindOf: (/** @type {string} */ name) => `${name} erinnern`,
    reminded: (/** @type {string} */ address) => `Ein neuer Link ist unterwegs an ${address}.`,
    tooSoon: (/** @type {string} */ name, /** @type {number} */ minutes) =>
      `${name} hat gerade erst einen Link bekommen. Sie können in ${minutes === 1 ? 'einer Minute' : `${minutes} Minuten`} wieder erinnern.`,
    correct: 'Berichtigen',
    correctOf: (/** @type {string} */ name) => `${name} berichtigen`,
    correctLead:
      'Wenn sich die Adresse oder die Telefonnummer ändert, gilt der verschickte Link nicht mehr, und ein neuer wird gemailt.',
    name: 'Name',
    email: 'E-Mail-Adresse',
    phone: 'Telefon für einen Code per SMS (optional)',
    save: 'Speichern',
    corrected: (/** @type {string} */ name) => `${name} ist gespeichert.`,
    void: 'Unterschreiben beenden',
    voidSure: (/** @type {string} */ name) => `Unterschreiben von ${name} beenden?`,
    voidLead:
      'Alle Links gelten sofort nicht mehr, und wer gefragt wurde und nicht fertig war, liest Ihren Grund in einer E-Mail. Danach können Sie es neu vorbereiten.',
    voidReason: 'Ihr Grund',
    voidYes: 'Ja, beenden',
    sealAgain: 'Erneut versiegeln',
    goOn: 'Mit einem neuen letzten Tag weitermachen',
    goOnLead:
      'Wer unterschrieben hat, muss es nicht noch einmal tun. Alle anderen bekommen einen neuen Link.',
    lastDay: 'Letzter Tag zum Unterschreiben',
    goOnYes: 'Erneut versenden',
    anew: 'Neu vorbereiten',
  },
});
