import { type MailCatalogue, mailIn, type RenderedMail } from '../../../kernel/mail-template.ts';
import type { TimeZoneRules } from '../../../kernel/ports.ts';
import type { OrganizerLetter } from '../mail-ports.ts';
import { organizerFact, organizerOf, startInWords } from './facts.ts';

interface Words {
  subject(title: string): string;
  says(title: string, former: string): string;
  readonly next: string;
  readonly open: string;
  readonly footer: readonly string[];
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: (title) => `You now organize: ${title}`,
    says: (title, former) =>
      `${former} has left the workspace, and “${title}” was handed on to you. Everybody invited was told.`,
    next: 'Next',
    open: 'Open the meeting',
    footer: ['You may change or cancel it, or leave it as it is.'],
  },
  de: {
    subject: (title) => `Sie leiten jetzt: ${title}`,
    says: (title, former) =>
      `${former} hat den Workspace verlassen, und „${title}“ ging an Sie über. Alle Eingeladenen erfahren davon.`,
    next: 'Nächster Termin',
    open: 'Besprechung öffnen',
    footer: ['Sie können sie ändern, absagen oder lassen, wie sie ist.'],
  },
};

/** The mail `meeting-organizer-changed`, to whoever organizes now. */
export function meetingOrganizerChangedMail({
  letter,
  formerName,
  joinUrl,
  rules,
}: {
  readonly letter: OrganizerLetter;
  readonly formerName: string;
  readonly joinUrl: string;
  readonly rules: TimeZoneRules;
}): RenderedMail {
  const { startsAt, title, timeZone } = letter;

  return mailIn(catalogue, organizerOf(letter), (words, language) => ({
    subject: words.subject(title),
    paragraphs: [words.says(title, formerName)],
    facts: [
      ...(startsAt === null
        ? []
        : [{ label: words.next, value: startInWords(language, startsAt, timeZone, rules) }]),
      organizerFact(language, letter.organizerName),
    ],
    action: { label: words.open, url: joinUrl },
    footer: words.footer,
  }));
}
