import { type Addressee, type MailCatalogue, mailIn, type RenderedMail } from '../../kernel/mail-template.ts';
import type { Instant } from '../../kernel/time.ts';

type Notice = 'assigned' | 'due';
interface Words {
  readonly subject: Readonly<Record<Notice, (caseNumber: string) => string>>;
  readonly what: Readonly<Record<Notice, string>>;
  readonly about: string;
  readonly task: string;
  readonly due: string;
  readonly action: string;
  readonly footer: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: {
      assigned: (caseNumber) => `Something to do in ${caseNumber}`,
      due: (caseNumber) => `Due soon in ${caseNumber}`,
    },
    what: {
      assigned: 'Somebody has given you something to do in this case.',
      due: 'What you are to do in this case will be due soon.',
    },
    about: 'Case',
    task: 'To do',
    due: 'Due (UTC)',
    action: 'Open Chancery',
    footer: 'You receive this because it is yours to do.',
  },
  de: {
    subject: {
      assigned: (caseNumber) => `Neue Aufgabe in ${caseNumber}`,
      due: (caseNumber) => `Bald fällig in ${caseNumber}`,
    },
    what: {
      assigned: 'Jemand hat Ihnen in diesem Fall eine Aufgabe gegeben.',
      due: 'Was Sie in diesem Fall zu tun haben, ist bald fällig.',
    },
    about: 'Fall',
    task: 'Aufgabe',
    due: 'Fällig (UTC)',
    action: 'Chancery öffnen',
    footer: 'Sie erhalten diese Mail, weil die Aufgabe Ihre ist.',
  },
};

export interface FollowUpMailInput extends Addressee {
  readonly notice: Notice;
  readonly caseNumber: string;
  /** Null where the case is labelled. */
  readonly title: string | null;
  readonly dueAt: Instant | null;
  /** The start page. */
  readonly link: string;
}

/** What the owner of a follow-up is told. */
export const followUpMail = (input: FollowUpMailInput): RenderedMail =>
  mailIn(catalogue, input, (words) => ({
    subject: words.subject[input.notice](input.caseNumber),
    paragraphs: [words.what[input.notice]],
    facts: [
      { label: words.about, value: input.caseNumber },
      ...(input.title === null ? [] : [{ label: words.task, value: input.title }]),
      ...(input.dueAt === null
        ? []
        : [{ label: words.due, value: `${input.dueAt.slice(0, 10)} ${input.dueAt.slice(11, 16)}` }]),
    ],
    action: { label: words.action, url: input.link },
    footer: [words.footer],
  }));
