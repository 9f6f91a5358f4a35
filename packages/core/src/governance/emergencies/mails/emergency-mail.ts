import { deadlineInWords } from '../../../kernel/deadline-words.ts';
import {
  type Addressee,
  type MailCatalogue,
  mailIn,
  type RenderedMail,
} from '../../../kernel/mail-template.ts';
import type { TimeZoneRules } from '../../../kernel/ports.ts';
import type { Instant } from '../../../kernel/time.ts';
import type { EmergencyReason } from '../../../records/index.ts';
import type { ReviewDecision } from '../emergency.ts';
import type { EmergencyOccasion } from '../events.ts';

interface OccasionWords {
  readonly subject: (who: string) => string;
  readonly what: (who: string) => string;
  readonly next: string;
}
interface Words {
  readonly occasions: Readonly<Record<EmergencyOccasion, OccasionWords>>;
  readonly reasons: Readonly<Record<EmergencyReason, string>>;
  readonly decisions: Readonly<Record<ReviewDecision, string>>;
  readonly lookups: OccasionWords;
  readonly who: string;
  readonly reason: string;
  readonly decision: string;
  readonly from: string;
  readonly until: string;
  readonly due: string;
  readonly when: string;
  readonly action: string;
  readonly footer: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    occasions: {
      started: {
        subject: (who) => `Emergency access: ${who} opened records`,
        what: (who) => `${who} opened records in an emergency, without access otherwise.`,
        next: 'Every access under it is recorded. It has to be reviewed by somebody else once it has ended.',
      },
      reviewed: {
        subject: () => 'Your emergency access was reviewed',
        what: () => 'Somebody has reviewed the emergency access that you took.',
        next: 'The decision is final.',
      },
      needs_follow_up: {
        subject: () => 'Your emergency access needs something more',
        what: () => 'Somebody has looked at the emergency access that you took, and asks for something more.',
        next: 'Read in Chancery what is to be done; the decision follows.',
      },
      overdue: {
        subject: (who) => `Overdue: the review of emergency access by ${who}`,
        what: (who) => `${who} took emergency access, and nobody has decided yet whether it was justified.`,
        next: 'Read what was opened, and decide. You are reminded every day until then.',
      },
    },
    reasons: {
      emergency_treatment: 'Emergency treatment',
      risk_to_life: 'Risk to life',
      safeguarding_concern: 'Safeguarding',
      court_deadline: 'Court deadline',
      absence_of_responsible: 'Whoever is responsible is absent',
      other: 'Another reason',
    },
    decisions: {
      justified: 'Justified',
      unjustified: 'Not justified',
      needs_follow_up: 'Something is still to be done',
    },
    lookups: {
      subject: (who) => `${who} looks up people who are not found`,
      what: (who) =>
        `${who} has looked up people ten times within a day to open their records in an emergency, and nothing was found.`,
      next: 'No more is looked up for this person until a day has passed. Ask what they were looking for.',
    },
    who: 'Person',
    reason: 'Reason given',
    decision: 'Decision',
    from: 'Since',
    until: 'Until',
    due: 'Review due',
    when: 'At',
    action: 'Open Chancery',
    footer: 'You receive this because you answer for these records, or took the access yourself.',
  },
  de: {
    occasions: {
      started: {
        subject: (who) => `Notfallzugriff: ${who} hat Akten geöffnet`,
        what: (who) => `${who} hat in einem Notfall Akten geöffnet, auf die sonst kein Zugriff besteht.`,
        next: 'Jeder Zugriff wird festgehalten. Nach dem Ende muss ihn jemand anderes prüfen.',
      },
      reviewed: {
        subject: () => 'Ihr Notfallzugriff wurde geprüft',
        what: () => 'Jemand hat den Notfallzugriff geprüft, den Sie genommen haben.',
        next: 'Die Entscheidung ist endgültig.',
      },
      needs_follow_up: {
        subject: () => 'Zu Ihrem Notfallzugriff fehlt noch etwas',
        what: () =>
          'Jemand hat den Notfallzugriff angesehen, den Sie genommen haben, und erwartet noch etwas.',
        next: 'Lesen Sie in Chancery, was zu tun ist; die Entscheidung folgt.',
      },
      overdue: {
        subject: (who) => `Überfällig: Prüfung des Notfallzugriffs von ${who}`,
        what: (who) =>
          `${who} hat einen Notfallzugriff genommen, und noch hat niemand entschieden, ob er gerechtfertigt war.`,
        next: 'Lesen Sie, was geöffnet wurde, und entscheiden Sie. Bis dahin werden Sie täglich erinnert.',
      },
    },
    reasons: {
      emergency_treatment: 'Notfallbehandlung',
      risk_to_life: 'Lebensgefahr',
      safeguarding_concern: 'Schutz einer gefährdeten Person',
      court_deadline: 'Frist eines Gerichts',
      absence_of_responsible: 'Die zuständige Person ist nicht da',
      other: 'Anderer Grund',
    },
    decisions: {
      justified: 'Gerechtfertigt',
      unjustified: 'Nicht gerechtfertigt',
      needs_follow_up: 'Es ist noch etwas zu tun',
    },
    lookups: {
      subject: (who) => `${who} sucht nach Personen, die nicht gefunden werden`,
      what: (who) =>
        `${who} hat innerhalb eines Tages zehnmal Personen gesucht, um in einem Notfall ihre Akten zu öffnen, und es wurde nichts gefunden.`,
      next: 'Bis ein Tag vergangen ist, wird für diese Person nicht mehr gesucht. Fragen Sie, wonach sie gesucht hat.',
    },
    who: 'Person',
    reason: 'Angegebener Grund',
    decision: 'Entscheidung',
    from: 'Seit',
    until: 'Bis',
    due: 'Prüfung fällig',
    when: 'Am',
    action: 'Chancery öffnen',
    footer:
      'Sie erhalten diese Mail, weil Sie für diese Akten verantwortlich sind oder den Zugriff genommen haben.',
  },
};

interface At {
  readonly timeZone: string;
  readonly rules: TimeZoneRules;
}

export interface EmergencyMailInput extends Addressee, At {
  readonly occasion: EmergencyOccasion;
  /** Who took the access. */
  readonly who: string;
  readonly reasonCode: EmergencyReason;
  readonly decision: ReviewDecision | null;
  readonly startedAt: Instant;
  readonly expiresAt: Instant;
  readonly dueAt: Instant;
  readonly link: string;
}

/** Names who, when and why by its kind; never whose records: a mailbox is no place for that. */
export const emergencyMail = (input: EmergencyMailInput): RenderedMail =>
  mailIn(catalogue, input, (words, language) => {
    const { occasion, who, reasonCode, decision, startedAt, expiresAt, dueAt } = input;
    const { subject, what, next } = words.occasions[occasion];
    const at = (instant: Instant) => deadlineInWords(language, instant, input.timeZone, input.rules);
    return {
      subject: subject(who),
      paragraphs: [what(who), next],
      facts: [
        { label: words.who, value: who },
        { label: words.reason, value: words.reasons[reasonCode] },
        { label: words.from, value: at(startedAt) },
        { label: words.until, value: at(expiresAt) },
        ...(occasion === 'overdue' ? [{ label: words.due, value: at(dueAt) }] : []),
        ...(occasion === 'reviewed' && decision !== null
          ? [{ label: words.decision, value: words.decisions[decision] }]
          : []),
      ],
      action: { label: words.action, url: input.link },
      footer: [words.footer],
    };
  });

export interface LookupsMailInput extends Addressee, At {
  readonly who: string;
  readonly at: Instant;
  readonly link: string;
}

export const lookupsMail = (input: LookupsMailInput): RenderedMail =>
  mailIn(catalogue, input, (words, language) => ({
    subject: words.lookups.subject(input.who),
    paragraphs: [words.lookups.what(input.who), words.lookups.next],
    facts: [
      { label: words.who, value: input.who },
      { label: words.when, value: deadlineInWords(language, input.at, input.timeZone, input.rules) },
    ],
    action: { label: words.action, url: input.link },
    footer: [words.footer],
  }));
