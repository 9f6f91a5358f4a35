import { explain } from './failures.js';
import { inLanguage, language } from './words.js';

const codes = inLanguage({
  en: /** @type {Record<string, string>} */ ({
    'meeting.passcode_required': 'Give the passcode of the meeting.',
    'meeting.passcode_invalid': 'This passcode is not right. Ask the organizer for it.',
    'meeting.full': 'Every place in the room is taken.',
    'workspace.not_active':
      'The workspace is being closed or is suspended, so nothing can be changed there. Ask whoever invited you.',
    'admission.invalid_state': 'Somebody else has decided about this person meanwhile, or they have gone.',
    'registration.closed': 'Registration for this webinar is not open.',
    'registration.full': 'Every place is taken.',
    'answer.too_long': 'Give a shorter answer.',
    'answer.required': 'Please answer this question.',
    'answer.not_an_option': 'Please look at this answer again.',
  }),
  de: /** @type {Record<string, string>} */ ({
    'meeting.not_found': 'Diesen Termin gibt es nicht. Öffnen Sie den Link noch einmal aus der Einladung.',
    'meeting.invalid_state': 'Der Termin ist inzwischen abgesagt oder vorbei.',
    'meeting.passcode_required': 'Geben Sie den Kenncode des Termins ein.',
    'meeting.passcode_invalid': 'Dieser Kenncode ist falsch. Fragen Sie die Person, die eingeladen hat.',
    'meeting.full': 'Alle Plätze sind besetzt.',
    'workspace.not_active':
      'Der Workspace wird geschlossen oder ist gesperrt; dort lässt sich nichts ändern. Fragen Sie die Person, die Sie eingeladen hat.',
    'meeting.already_live': 'Ein anderer Termin dieser Reihe läuft noch. Beenden Sie ihn zuerst.',
    'admission.invalid_state':
      'Darüber hat inzwischen jemand anders entschieden, oder die Person ist gegangen.',
    'occurrence.too_late': 'Für diesen Termin ist es zu spät. Setzen Sie einen neuen an.',
    'occurrence.invalid_state': 'Dieser Termin ist inzwischen abgesagt oder vorbei.',
    'occurrence.not_found': 'Diesen Termin gibt es nicht mehr. Laden Sie die Seite neu.',
    'meeting_invitation.not_found':
      'Diese Einladung gibt es nicht. Öffnen Sie den Link noch einmal aus der Mail.',
    'meeting_invitation.invalid_state': 'Diese Einladung lässt sich nicht beantworten.',
    'response.tentative_not_allowed': 'Hier ist nur Zusagen oder Absagen möglich.',
    'registration.closed': 'Die Anmeldung zu diesem Webinar ist nicht offen.',
    'registration.full': 'Alle Plätze sind vergeben.',
    'registration.invalid_state': 'Diese Anmeldung ist schon storniert.',
    'registration.not_found': 'Diese Anmeldung gibt es nicht. Öffnen Sie den Link noch einmal aus der Mail.',
    'field.not_an_option': 'Lassen Sie das bei einer Zusage leer.',
    'field.too_long': 'Bitte fassen Sie sich kürzer.',
    'field.required': 'Füllen Sie dieses Feld aus.',
    'answer.too_long': 'Bitte antworten Sie kürzer.',
    'answer.required': 'Bitte beantworten Sie diese Frage.',
    'answer.not_an_option': 'Bitte prüfen Sie diese Antwort.',
    'dependency.unavailable':
      'Der Medienserver ist gerade nicht erreichbar. Versuchen Sie es gleich noch einmal.',
  }),
});
explain(codes);

const texts = inLanguage({
  en: {
    when: 'When',
    timeZone: 'Time zone',
    other: (/** @type {string} */ name) => `the meeting's own is ${name}`,
    organizer: 'Organizer',
    workspace: 'Workspace',
    open: 'At any time',
    calendar: 'Add to calendar',
    again: 'Ask whoever invited you for a new link.',
  },
  de: {
    when: 'Wann',
    timeZone: 'Zeitzone',
    other: (/** @type {string} */ name) => `angesetzt nach ${name}`,
    organizer: 'Veranstaltet von',
    workspace: 'Workspace',
    open: 'Jederzeit',
    calendar: 'In den Kalender eintragen',
    again: 'Bitten Sie die Person, die Sie eingeladen hat, um einen neuen Link.',
  },
});
export const meetingTexts = texts;

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
export const ownTimeZone = zone;
const format = new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
  dateStyle: 'full',
  timeStyle: 'short',
});

/**
 * From when to when, as the reader's own clock shows it.
 * @param {string | null} startsAt
 * @param {string | null} endsAt
 */
export function span(startsAt, endsAt) {
  if (startsAt === null) return texts.open;
  const start = new Date(startsAt);
  return endsAt === null ? format.format(start) : format.formatRange(start, new Date(endsAt));
}

/** The reader's zone, and the meeting's if that is another. @param {string} ofMeeting */
export const zoneRow = (ofMeeting) => (zone === ofMeeting ? zone : `${zone} (${texts.other(ofMeeting)})`);

/**
 * Rows about the time, for `facts`.
 * @param {{ startsAt: string | null, endsAt: string | null, timeZone: string }} meeting
 * @returns {readonly (readonly [string, string])[]}
 */
export const timeRows = ({ startsAt, endsAt, timeZone }) => [
  [texts.when, span(startsAt, endsAt)],
  [texts.timeZone, zoneRow(timeZone)],
];

/**
 * The part of a link of ours behind the server's name, however the server is called here.
 * @param {string} url
 */
export const here = (url) => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};
