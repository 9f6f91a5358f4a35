import { inLanguage } from './words.js';

/** What the page of a requested consent says, and its dialogs. */
export const consentTexts = inLanguage({
  en: {
    asked: 'You are asked for your consent',
    agreed: 'You have agreed',
    declined: 'You have declined',
    withdrawn: 'You have withdrawn your consent',
    asks: 'Who asks',
    about: 'About',
    grantor: 'Who is asked',
    category: 'What it is about',
    linkUntil: 'Open until',
    withdrawUntil: 'To be withdrawn here until',
    statement: 'What you are asked to agree to',
    agreedStatement: 'What you agreed to',
    declinedStatement: 'What you declined',
    withdrawnStatement: 'What no longer holds',
    decide: 'Your decision',
    name: 'Your full name',
    nameHint: 'Your typed name is your signature.',
    relationship: 'What you are to this person',
    relationships: {
      self: 'I am this person',
      guardian: 'I am the guardian',
      legal_representative: 'I am the legal representative',
      attorney: 'I act under a power of attorney',
      recipient: 'I am to receive the information',
    },
    draw: 'Sign by hand as well',
    electronic: 'I agree to decide in electronic form.',
    accept: 'I agree',
    decline: 'I do not agree',
    decidedAt: 'Decided on',
    fingerprint: 'SHA-256 of the text',
    line: 'Line of the ledger',
    lineHash: 'Hash of that line',
    receiptLead: 'The line of the ledger proves later what was decided, and when.',
    agreedLead: (/** @type {string} */ workspace) =>
      `${workspace} has your consent, and you get a copy by mail. You can withdraw it here for some time, and later by asking ${workspace}.`,
    declinedLead: (/** @type {string} */ workspace) =>
      `${workspace} does not have your consent, and you get a copy by mail. You need not do anything else.`,
    withdrawnLead: (/** @type {string} */ workspace) =>
      `${workspace} no longer has your consent. What was done on it before is not undone.`,
    withdraw: 'Withdraw my consent',
    declineHeading: 'Decline to agree?',
    declineDialog: (/** @type {string} */ workspace) =>
      `Your decision is final. If you change your mind, ask ${workspace} for a new request.`,
    declineYes: 'Yes, decline',
    withdrawHeading: 'Withdraw your consent?',
    withdrawDialog: (/** @type {string} */ workspace) =>
      `From then on ${workspace} may no longer rely on it. To agree again you need a new request.`,
    withdrawYes: 'Yes, withdraw',
    back: 'No, go back',
    gone: 'If you still have something to decide or to withdraw, write to whoever sent you the link; a new request brings a new mail.',
    ends: {
      completed: 'The decision was made, and this link can change nothing more.',
      revoked: 'Whoever asked has taken the request back.',
      expired: 'The time to decide is over.',
    },
    codes: {
      'portal.statement_changed': 'The text is not the one that you see. Load the page again and read it.',
      'portal.already_decided': 'It was decided otherwise before. Load the page again to see how.',
      'page.statement_differs': 'The text did not arrive as it was sent. Load the page again.',
      'workspace.not_active':
        'Nothing can be decided at the moment, for the workspace is not active. Ask whoever sent you the link.',
      'signature.image_invalid': 'This drawing could not be taken. Clear it, and draw again or type only.',
    },
  },
  de: {
    asked: 'Sie werden um Ihre Einwilligung gebeten',
    agreed: 'Sie haben zugestimmt',
    declined: 'Sie haben abgelehnt',
    withdrawn: 'Sie haben Ihre Einwilligung widerrufen',
    asks: 'Wer fragt',
    about: 'Es geht um',
    grantor: 'Gefragt ist',
    category: 'Worum es geht',
    linkUntil: 'Offen bis',
    withdrawUntil: 'Hier zu widerrufen bis',
    statement: 'Wozu Sie zustimmen sollen',
    agreedStatement: 'Wozu Sie zugestimmt haben',
    declinedStatement: 'Was Sie abgelehnt haben',
    withdrawnStatement: 'Was nicht mehr gilt',
    decide: 'Ihre Entscheidung',
    name: 'Ihr voller Name',
    nameHint: 'Der getippte Name ist Ihre Unterschrift.',
    relationship: 'Wer Sie für diese Person sind',
    relationships: {
      self: 'Ich bin diese Person',
      guardian: 'Ich bin sorgeberechtigt oder betreue sie',
      legal_representative: 'Ich vertrete sie gesetzlich',
      attorney: 'Ich handle mit Vollmacht',
      recipient: 'Ich soll die Informationen erhalten',
    },
    draw: 'Auch von Hand unterschreiben',
    electronic: 'Ich bin einverstanden, elektronisch zu entscheiden.',
    accept: 'Ich stimme zu',
    decline: 'Ich stimme nicht zu',
    decidedAt: 'Entschieden am',
    fingerprint: 'SHA-256 des Textes',
    line: 'Zeile des Protokolls',
    lineHash: 'Hash dieser Zeile',
    receiptLead: 'Die Zeile des Protokolls beweist später, was wann entschieden wurde.',
    agreedLead: (/** @type {string} */ workspace) =>
      `${workspace} hat Ihre Einwilligung, und Sie bekommen eine Kopie per Mail. Widerrufen können Sie sie eine Zeit lang hier, und danach, indem Sie ${workspace} darum bitten.`,
    declinedLead: (/** @type {string} */ workspace) =>
      `${workspace} hat Ihre Einwilligung nicht, und Sie bekommen eine Kopie per Mail. Sie müssen nichts weiter tun.`,
    withdrawnLead: (/** @type {string} */ workspace) =>
      `${workspace} hat Ihre Einwilligung nicht mehr. Was bisher aufgrund Ihrer Einwilligung geschah, wird dadurch nicht ungeschehen.`,
    withdraw: 'Meine Einwilligung widerrufen',
    declineHeading: 'Nicht zustimmen?',
    declineDialog: (/** @type {string} */ workspace) =>
      `Ihre Entscheidung ist endgültig. Wenn Sie es sich anders überlegen, bitten Sie ${workspace} um eine neue Anfrage.`,
    declineYes: 'Ja, ablehnen',
    withdrawHeading: 'Ihre Einwilligung widerrufen?',
    withdrawDialog: (/** @type {string} */ workspace) =>
      `Danach darf sich ${workspace} nicht mehr darauf stützen. Um wieder zuzustimmen, brauchen Sie eine neue Anfrage.`,
    withdrawYes: 'Ja, widerrufen',
    back: 'Nein, zurück',
    gone: 'Wenn Sie noch etwas entscheiden oder widerrufen möchten, schreiben Sie an die Absender des Links; eine neue Anfrage bringt eine neue Mail.',
    ends: {
      completed: 'Es wurde entschieden, und dieser Link kann daran nichts mehr ändern.',
      revoked: 'Die Anfrage wurde zurückgezogen.',
      expired: 'Die Zeit zu entscheiden ist vorbei.',
    },
    codes: {
      'portal.statement_changed':
        'Der Text ist ein anderer als der, den Sie sehen. Laden Sie die Seite neu und lesen Sie ihn.',
      'portal.already_decided': 'Es wurde schon anders entschieden. Laden Sie die Seite neu, um es zu sehen.',
      'page.statement_differs': 'Der Text kam nicht so an, wie er gesendet wurde. Laden Sie die Seite neu.',
      'workspace.not_active':
        'Zurzeit lässt sich nichts entscheiden, weil der Workspace nicht aktiv ist. Fragen Sie die Absender des Links.',
      'signature.image_invalid':
        'Diese Zeichnung konnte nicht übernommen werden. Leeren Sie das Feld und zeichnen Sie neu, oder tippen Sie nur.',
    },
  },
});
