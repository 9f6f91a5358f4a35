import {
  dateInWords,
  type MailBrand,
  type MailCatalogue,
  type MailLanguage,
  mailIn,
  type RenderedMail,
} from '../../../kernel/mail-template.ts';
import type { TimeZoneRules } from '../../../kernel/ports.ts';
import type { Instant } from '../../../kernel/time.ts';
import type { RegistrationStatus } from '../registration.ts';

/** How a registration stands, that the webinar or one date of it changed, or that it or that date is called off. */
export type WebinarLetterKind =
  | RegistrationStatus
  | 'changed'
  | 'called_off'
  | 'session_changed'
  | 'session_cancelled';

interface Letter {
  subject(title: string): string;
  says(title: string): readonly string[];
  readonly footer: string;
}

interface Words {
  readonly letters: Readonly<Record<WebinarLetterKind, Letter>>;
  readonly when: string;
  readonly timeZone: string;
  readonly organizer: string;
  readonly join: string;
  readonly view: string;
  readonly reason: string;
  readonly further: (count: number) => string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    letters: {
      pending: {
        subject: (title) => `Registration received: ${title}`,
        says: (title) => [
          `Your registration for “${title}” has arrived.`,
          'A host looks at each registration. You will have a mail as soon as yours is decided.',
        ],
        footer: 'With the link you can see how your registration stands, or cancel it.',
      },
      approved: {
        subject: (title) => `You are registered: ${title}`,
        says: (title) => [`You have a place in “${title}”. One registration is for every date.`],
        footer: 'The link is yours alone and needs no passcode; please do not pass it on.',
      },
      waitlisted: {
        subject: (title) => `On the waiting list: ${title}`,
        says: (title) => [
          `Every place in “${title}” is taken, and you are on the waiting list.`,
          'Places that come free go to those who wait longest. You will have a mail if one is yours.',
        ],
        footer: 'With the link you can see your place in the line, or leave it.',
      },
      declined: {
        subject: (title) => `Registration declined: ${title}`,
        says: (title) => [`A host declined your registration for “${title}”. Your link no longer works.`],
        footer: 'If you think that this is a mistake, answer this mail.',
      },
      cancelled: {
        subject: (title) => `Registration cancelled: ${title}`,
        says: (title) => [`Your registration for “${title}” is cancelled. Your link no longer works.`],
        footer: 'You may register again while registration is open.',
      },
      changed: {
        subject: (title) => `Changed: ${title}`,
        says: (title) => [`“${title}” has changed. Your place is yours; what holds now stands below.`],
        footer: 'The link is yours alone and needs no passcode; please do not pass it on.',
      },
      called_off: {
        subject: (title) => `Called off: ${title}`,
        says: (title) => [`“${title}” does not take place.`],
        footer: 'You need do nothing.',
      },
      session_changed: {
        subject: (title) => `One date changed: ${title}`,
        says: (title) => [`One date of “${title}” has changed; what holds for it now stands below.`],
        footer: 'The link is yours alone and needs no passcode; please do not pass it on.',
      },
      session_cancelled: {
        subject: (title) => `One date cancelled: ${title}`,
        says: (title) => [
          `The date of “${title}” below does not take place. Your place for the others is yours.`,
        ],
        footer: 'The link is yours alone and needs no passcode; please do not pass it on.',
      },
    },
    when: 'When',
    timeZone: 'Time zone',
    organizer: 'Organizer',
    join: 'Join the webinar',
    view: 'See your registration',
    reason: 'Reason',
    further: (count) => (count === 1 ? 'and one more date' : `and ${count} more dates`),
  },
  de: {
    letters: {
      pending: {
        subject: (title) => `Anmeldung eingegangen: ${title}`,
        says: (title) => [
          `Ihre Anmeldung zu „${title}“ ist eingegangen.`,
          'Über jede Anmeldung wird entschieden. Sie erhalten eine Mail, sobald es so weit ist.',
        ],
        footer: 'Über den Link sehen Sie den Stand Ihrer Anmeldung oder sagen ab.',
      },
      approved: {
        subject: (title) => `Sie sind angemeldet: ${title}`,
        says: (title) => [`Sie haben einen Platz bei „${title}“. Die Anmeldung gilt für alle Termine.`],
        footer: 'Der Link gilt nur für Sie und braucht keinen Kenncode; bitte geben Sie ihn nicht weiter.',
      },
      waitlisted: {
        subject: (title) => `Auf der Warteliste: ${title}`,
        says: (title) => [
          `Alle Plätze bei „${title}“ sind vergeben; Sie stehen auf der Warteliste.`,
          'Frei werdende Plätze gehen an die, die am längsten warten. Sie erhalten eine Mail, wenn einer Ihrer ist.',
        ],
        footer: 'Über den Link sehen Sie Ihren Platz in der Reihe oder verlassen sie.',
      },
      declined: {
        subject: (title) => `Anmeldung abgelehnt: ${title}`,
        says: (title) => [`Ihre Anmeldung zu „${title}“ wurde abgelehnt. Ihr Link gilt nicht mehr.`],
        footer: 'Halten Sie das für einen Irrtum, antworten Sie auf diese Mail.',
      },
      cancelled: {
        subject: (title) => `Anmeldung storniert: ${title}`,
        says: (title) => [`Ihre Anmeldung zu „${title}“ ist storniert. Ihr Link gilt nicht mehr.`],
        footer: 'Solange die Anmeldung offen ist, können Sie sich wieder anmelden.',
      },
      changed: {
        subject: (title) => `Geändert: ${title}`,
        says: (title) => [`„${title}“ hat sich geändert. Ihr Platz bleibt; was jetzt gilt, steht unten.`],
        footer: 'Der Link gilt nur für Sie und braucht keinen Kenncode; bitte geben Sie ihn nicht weiter.',
      },
      called_off: {
        subject: (title) => `Abgesagt: ${title}`,
        says: (title) => [`„${title}“ findet nicht statt.`],
        footer: 'Sie brauchen nichts zu tun.',
      },
      session_changed: {
        subject: (title) => `Ein Termin geändert: ${title}`,
        says: (title) => [
          `Ein Termin von „${title}“ hat sich geändert; was für ihn jetzt gilt, steht unten.`,
        ],
        footer: 'Der Link gilt nur für Sie und braucht keinen Kenncode; bitte geben Sie ihn nicht weiter.',
      },
      session_cancelled: {
        subject: (title) => `Ein Termin abgesagt: ${title}`,
        says: (title) => [
          `Der Termin unten von „${title}“ findet nicht statt. Ihr Platz bei den anderen bleibt.`,
        ],
        footer: 'Der Link gilt nur für Sie und braucht keinen Kenncode; bitte geben Sie ihn nicht weiter.',
      },
    },
    when: 'Wann',
    timeZone: 'Zeitzone',
    organizer: 'Veranstaltet von',
    join: 'Am Webinar teilnehmen',
    view: 'Anmeldung ansehen',
    reason: 'Begründung',
    further: (count) => (count === 1 ? 'und ein weiterer Termin' : `und ${count} weitere Termine`),
  },
};

export interface WebinarLetterInput {
  readonly locale: string;
  readonly brand: MailBrand;
  /** Whether an answer to the mail comes to the organizer. */
  readonly answersReachOrganizer: boolean;
  readonly letter: WebinarLetterKind;
  readonly recipientName: string;
  readonly title: string;
  readonly organizerName: string;
  /** In order; the first is written out. */
  readonly occurrences: readonly { readonly startsAt: Instant; readonly endsAt: Instant }[];
  /** The registrant's, else the webinar's. */
  readonly timeZone: string;
  readonly reason: string | null;
  /** The registrant's own link; to the room where they have a place, else to their registration. */
  readonly link: string | null;
  readonly rules: TimeZoneRules;
}

/**
 * The mails to a registrant: `webinar-received`, `-approved`, `-waitlisted`, `-declined`, `-cancelled`, and what invitees
 * have as `meeting-updated` and `meeting-cancelled`.
 */
export function webinarLetter(input: WebinarLetterInput): RenderedMail {
  return mailIn(catalogue, input, (words, language) => {
    const { subject, says, footer } = words.letters[input.letter];
    const label = toTheRoom.has(input.letter) ? words.join : words.view;
    const when = whenInWords(language, input, words);
    return {
      brand: input.brand,
      subject: subject(input.title),
      paragraphs: says(input.title),
      facts: [
        ...(when === null ? [] : [{ label: words.when, value: when }]),
        ...(when === null ? [] : [{ label: words.timeZone, value: input.timeZone }]),
        { label: words.organizer, value: input.organizerName },
      ],
      action: input.link === null ? null : { label, url: input.link },
      quotation: input.reason === null ? null : { label: words.reason, text: input.reason },
      footer: input.letter === 'declined' && !input.answersReachOrganizer ? [] : [footer],
    };
  });
}

const toTheRoom: ReadonlySet<WebinarLetterKind> = new Set([
  'approved',
  'changed',
  'session_changed',
  'session_cancelled',
]);

/** `Monday, 7 June 2027, 09:00–10:00 (and 3 more dates)` in the reader's zone by the product's own tz data. */
function whenInWords(
  language: MailLanguage,
  { occurrences, timeZone, rules }: WebinarLetterInput,
  words: Words,
): string | null {
  const [first, ...others] = occurrences;
  if (first === undefined) return null;
  const [start, end] = [rules.wall(first.startsAt, timeZone), rules.wall(first.endsAt, timeZone)];
  const isOneDay = start.slice(0, 10) === end.slice(0, 10);
  const until = isOneDay ? `–${end.slice(11, 16)}` : ` – ${dateInWords(language, end)}, ${end.slice(11, 16)}`;
  const more = others.length === 0 ? '' : ` (${words.further(others.length)})`;
  return `${dateInWords(language, start)}, ${start.slice(11, 16)}${until}${more}`;
}
