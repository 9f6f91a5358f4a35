import { inLanguage, language } from './words.js';

export const fieldTexts = inLanguage({
  en: {
    kinds: {
      signature: 'Signature',
      initials: 'Initials',
      date: 'Date',
      text: 'Text',
      checkbox: 'Box to tick',
      name: 'Name',
      email: 'E-mail address',
    },
    required: 'required',
    place: (/** @type {number} */ at, /** @type {number} */ of) => `field ${at} of ${of}`,
    sign: { signature: 'Sign here', initials: 'Initial here' },
    change: 'press to change it',
    yours: { signature: 'Your signature', initials: 'Your initials' },
    missing: 'Please fill in this field.',
    missingMark: {
      signature: 'Your signature is missing here.',
      initials: 'Your initials are missing here.',
    },
    missingTick: 'Please tick this box; the sender needs it.',
    missingDate: 'Please enter a date.',
    fixed: 'filled in by the sender',
    dated: 'the date on which you finish is put here',
    signed: 'Signed',
    filled: 'Filled in',
  },
  de: {
    kinds: {
      signature: 'Unterschrift',
      initials: 'Kürzel',
      date: 'Datum',
      text: 'Text',
      checkbox: 'Kästchen',
      name: 'Name',
      email: 'E-Mail-Adresse',
    },
    required: 'Pflichtfeld',
    place: (/** @type {number} */ at, /** @type {number} */ of) => `Feld ${at} von ${of}`,
    sign: { signature: 'Hier unterschreiben', initials: 'Hier Kürzel setzen' },
    change: 'drücken zum Ändern',
    yours: { signature: 'Ihre Unterschrift', initials: 'Ihr Kürzel' },
    missing: 'Bitte füllen Sie dieses Feld aus.',
    missingMark: { signature: 'Hier fehlt Ihre Unterschrift.', initials: 'Hier fehlt Ihr Kürzel.' },
    missingTick: 'Bitte setzen Sie hier ein Häkchen; der Absender braucht es.',
    missingDate: 'Bitte geben Sie ein Datum ein.',
    fixed: 'vom Absender ausgefüllt',
    dated: 'hierhin kommt das Datum, an dem Sie abschließen',
    signed: 'Unterschrieben',
    filled: 'Ausgefüllt',
  },
});

/**
 * A date as the finished document writes it.
 * @param {string} date such as 2026-11-20
 * @param {'iso' | 'dmy' | 'mdy' | 'long' | null} format
 */
export function dateInWords(date, format) {
  const [year = '', month = '', day = ''] = date.split('-');
  if (format === 'dmy') return `${day}/${month}/${year}`;
  if (format === 'mdy') return `${month}/${day}/${year}`;
  if (format !== 'long') return date;
  return new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${date}T00:00:00Z`));
}

/** The date at this moment where the reader is. */
export const today = () => {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
};
