import { type Addressee, type MailCatalogue, mailIn, type RenderedMail } from '../../kernel/mail-template.ts';
import type { PlainDate } from '../../kernel/time.ts';

/** What a mail about a request tells of. */
export const amendmentNotices = [
  'requested',
  'extended',
  'accepted',
  'version_opened',
  'denied',
  'fulfilled',
  'late',
] as const;
export type AmendmentNotice = (typeof amendmentNotices)[number];

interface NoticeWords {
  readonly subject: (caseNumber: string) => string;
  readonly what: string;
  readonly next: string;
  readonly footer: string;
}
interface Words {
  readonly notices: Readonly<Record<AmendmentNotice, NoticeWords>>;
  readonly about: string;
  readonly due: string;
  readonly action: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    notices: {
      requested: {
        subject: (caseNumber) => `Somebody asks for a change in ${caseNumber}`,
        what: 'Somebody asks for a change of a signed entry of this case.',
        next: 'Somebody else than whoever asked decides it until the day named here.',
        footer: 'You receive this because you lead the case.',
      },
      extended: {
        subject: (caseNumber) => `Your request in ${caseNumber} takes longer`,
        what: 'The time to decide your request for a change was extended once, by 30 days.',
        next: 'It is decided until the day named here.',
        footer: 'You receive this because you recorded the request.',
      },
      accepted: {
        subject: (caseNumber) => `Your request in ${caseNumber} was accepted`,
        what: 'Your request for a change was accepted, in whole or in part.',
        next: 'The entry is changed once a new version of it is signed.',
        footer: 'You receive this because you recorded the request.',
      },
      version_opened: {
        subject: (caseNumber) => `An entry of ${caseNumber} is to be changed`,
        what: 'A request to change a signed entry was accepted, and its next version is yours to write.',
        next: 'Write what was asked for, then submit it.',
        footer: 'You receive this because you are the author of the new version.',
      },
      denied: {
        subject: (caseNumber) => `Your request in ${caseNumber} was denied`,
        what: 'Your request for a change was denied; why stands under the entry.',
        next: 'A disagreement can be recorded there.',
        footer: 'You receive this because you recorded the request.',
      },
      fulfilled: {
        subject: (caseNumber) => `An entry of ${caseNumber} was changed as you asked`,
        what: 'The new version of the entry for which you asked was signed.',
        next: 'There is nothing for you to do.',
        footer: 'You receive this because you recorded the request.',
      },
      late: {
        subject: (caseNumber) => `A request in ${caseNumber} is late`,
        what: 'A request to change a signed entry of this case was to be decided until the day named here.',
        next: 'Decide it.',
        footer: 'You receive this because you lead the case, or are a privacy officer.',
      },
    },
    about: 'Case',
    due: 'To be decided until',
    action: 'Open Chancery',
  },
  de: {
    notices: {
      requested: {
        subject: (caseNumber) => `Jemand wünscht eine Änderung in ${caseNumber}`,
        what: 'Jemand wünscht die Änderung eines unterschriebenen Eintrags in diesem Fall.',
        next: 'Jemand anderes, als wer darum gebeten hat, entscheidet bis zum genannten Tag darüber.',
        footer: 'Sie erhalten diese Mail, weil Sie den Fall leiten.',
      },
      extended: {
        subject: (caseNumber) => `Ihr Änderungswunsch in ${caseNumber} dauert länger`,
        what: 'Die Zeit für die Entscheidung über Ihren Änderungswunsch wurde einmalig um 30 Tage verlängert.',
        next: 'Bis zum genannten Tag wird darüber entschieden.',
        footer: 'Sie erhalten diese Mail, weil Sie den Wunsch erfasst haben.',
      },
      accepted: {
        subject: (caseNumber) => `Ihr Änderungswunsch in ${caseNumber} wurde angenommen`,
        what: 'Ihr Änderungswunsch wurde ganz oder zum Teil angenommen.',
        next: 'Der Eintrag ist geändert, sobald eine neue Fassung unterschrieben ist.',
        footer: 'Sie erhalten diese Mail, weil Sie den Wunsch erfasst haben.',
      },
      version_opened: {
        subject: (caseNumber) => `Ein Eintrag in ${caseNumber} ist zu ändern`,
        what: 'Der Wunsch, einen unterschriebenen Eintrag zu ändern, wurde angenommen, und Sie schreiben die nächste Fassung.',
        next: 'Schreiben Sie, was gewünscht ist, und reichen Sie es ein.',
        footer: 'Sie erhalten diese Mail, weil Sie die neue Fassung verfassen.',
      },
      denied: {
        subject: (caseNumber) => `Ihr Änderungswunsch in ${caseNumber} wurde abgelehnt`,
        what: 'Ihr Änderungswunsch wurde abgelehnt; der Grund steht unter dem Eintrag.',
        next: 'Dort kann ein Widerspruch festgehalten werden.',
        footer: 'Sie erhalten diese Mail, weil Sie den Wunsch erfasst haben.',
      },
      fulfilled: {
        subject: (caseNumber) => `Ein Eintrag in ${caseNumber} wurde wie gewünscht geändert`,
        what: 'Die neue Fassung des Eintrags, um die Sie gebeten hatten, wurde unterschrieben.',
        next: 'Sie müssen nichts tun.',
        footer: 'Sie erhalten diese Mail, weil Sie den Wunsch erfasst haben.',
      },
      late: {
        subject: (caseNumber) => `Ein Änderungswunsch in ${caseNumber} ist überfällig`,
        what: 'Über den Wunsch, einen unterschriebenen Eintrag dieses Falls zu ändern, war bis zum genannten Tag zu entscheiden.',
        next: 'Entscheiden Sie darüber.',
        footer: 'Sie erhalten diese Mail, weil Sie den Fall leiten oder für Datenschutz zuständig sind.',
      },
    },
    about: 'Fall',
    due: 'Zu entscheiden bis',
    action: 'Chancery öffnen',
  },
};

const withDue: readonly AmendmentNotice[] = ['requested', 'extended', 'late'];

export interface AmendmentNoticeInput extends Addressee {
  readonly notice: AmendmentNotice;
  readonly caseNumber: string;
  readonly dueOn: PlainDate;
  /** The start page. */
  readonly link: string;
}

/** Names the case by its number alone, and nobody: a mailbox is no place for what is in a record. */
export const amendmentMail = (input: AmendmentNoticeInput): RenderedMail =>
  mailIn(catalogue, input, (words) => {
    const { subject, what, next, footer } = words.notices[input.notice];
    return {
      subject: subject(input.caseNumber),
      paragraphs: [what, next],
      facts: [
        { label: words.about, value: input.caseNumber },
        ...(withDue.includes(input.notice) ? [{ label: words.due, value: input.dueOn }] : []),
      ],
      action: { label: words.action, url: input.link },
      footer: [footer],
    };
  });
