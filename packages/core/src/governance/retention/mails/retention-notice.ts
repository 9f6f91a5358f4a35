import {
  type Addressee,
  type MailCatalogue,
  mailIn,
  type RenderedMail,
} from '../../../kernel/mail-template.ts';

/** What a mail about the end of records tells of. */
export const retentionNotices = [
  'hold_placed',
  'hold_released',
  'digest',
  'disposition_requested',
  'disposition_executed',
] as const;

interface NoticeWords {
  readonly subject: (workspace: string, number: string) => string;
  readonly what: (count: number) => string;
  readonly next: string;
  readonly footer: string;
}
interface Words {
  readonly notices: Readonly<Record<(typeof retentionNotices)[number], NoticeWords>>;
  readonly name: string;
  readonly number: string;
  readonly action: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    notices: {
      hold_placed: {
        subject: (workspace, number) => `${workspace}: keep what belongs to ${number}`,
        what: () => 'A legal hold was placed, and you are named as one who keeps things that it covers.',
        next: 'Change and delete nothing that has to do with it, wherever you keep it, until you hear that the hold was released.',
        footer: 'You receive this because you are a custodian of the hold.',
      },
      hold_released: {
        subject: (workspace, number) => `${workspace}: ${number} was released`,
        what: () => 'A legal hold of which you are a custodian was released.',
        next: 'The usual rules hold again, unless another hold covers the same things.',
        footer: 'You receive this because you are a custodian of the hold.',
      },
      digest: {
        subject: (workspace) => `${workspace}: cases whose time is over`,
        what: (count) =>
          count === 1
            ? 'The retention period of one case is over.'
            : `The retention periods of ${count} cases are over.`,
        next: 'Request a disposition review, or extend the period with a reason. Nothing is destroyed by itself.',
        footer: 'You receive this once a week at most because you are a records manager.',
      },
      disposition_requested: {
        subject: (workspace, number) => `${workspace}: ${number} waits for a decision`,
        what: (count) =>
          count === 1
            ? 'Somebody asks to decide what becomes of one case whose records you answer for.'
            : `Somebody asks to decide what becomes of ${count} cases, and you answer for some of their records.`,
        next: 'Whoever asked cannot decide. Say so in time if something must be kept.',
        footer: 'You receive this because you are a records manager, or lead one of the cases.',
      },
      disposition_executed: {
        subject: (workspace, number) => `${workspace}: ${number} was carried out`,
        what: (count) =>
          count === 1
            ? 'A disposition review about one case was carried out.'
            : `A disposition review about ${count} cases was carried out.`,
        next: 'Its certificate says what was done, and by whom. What was destroyed cannot be brought back.',
        footer: 'You receive this because you are a records manager, or lead one of the cases.',
      },
    },
    name: 'Hold',
    number: 'Number',
    action: 'Open Chancery',
  },
  de: {
    notices: {
      hold_placed: {
        subject: (workspace, number) => `${workspace}: Bewahren Sie auf, was zu ${number} gehört`,
        what: () =>
          'Eine Aufbewahrungssperre wurde verhängt, und Sie sind als jemand genannt, bei dem Betroffenes liegt.',
        next: 'Ändern und löschen Sie nichts, was damit zu tun hat, wo immer Sie es aufbewahren, bis Sie hören, dass die Sperre aufgehoben ist.',
        footer: 'Sie erhalten diese Mail, weil Sie für die Sperre etwas verwahren.',
      },
      hold_released: {
        subject: (workspace, number) => `${workspace}: ${number} ist aufgehoben`,
        what: () => 'Eine Aufbewahrungssperre, für die Sie etwas verwahren, wurde aufgehoben.',
        next: 'Es gelten wieder die üblichen Regeln, sofern keine andere Sperre dasselbe betrifft.',
        footer: 'Sie erhalten diese Mail, weil Sie für die Sperre etwas verwahrt haben.',
      },
      digest: {
        subject: (workspace) => `${workspace}: Fälle, deren Frist abgelaufen ist`,
        what: (count) =>
          count === 1
            ? 'Die Aufbewahrungsfrist eines Falls ist abgelaufen.'
            : `Die Aufbewahrungsfristen von ${count} Fällen sind abgelaufen.`,
        next: 'Beantragen Sie eine Aussonderung, oder verlängern Sie die Frist mit einer Begründung. Von selbst wird nichts vernichtet.',
        footer: 'Sie erhalten diese Mail höchstens einmal in der Woche, weil Sie die Akten verwalten.',
      },
      disposition_requested: {
        subject: (workspace, number) => `${workspace}: ${number} wartet auf eine Entscheidung`,
        what: (count) =>
          count === 1
            ? 'Jemand möchte entscheiden lassen, was aus einem Fall wird, dessen Akte Sie mitverantworten.'
            : `Jemand möchte entscheiden lassen, was aus ${count} Fällen wird, und Sie verantworten einige ihrer Akten mit.`,
        next: 'Wer es beantragt hat, kann nicht selbst entscheiden. Melden Sie sich rechtzeitig, wenn etwas aufbewahrt werden muss.',
        footer: 'Sie erhalten diese Mail, weil Sie die Akten verwalten oder einen der Fälle leiten.',
      },
      disposition_executed: {
        subject: (workspace, number) => `${workspace}: ${number} wurde ausgeführt`,
        what: (count) =>
          count === 1
            ? 'Eine Aussonderung über einen Fall wurde ausgeführt.'
            : `Eine Aussonderung über ${count} Fälle wurde ausgeführt.`,
        next: 'Das Zertifikat sagt, was durch wen geschah. Was vernichtet wurde, kann niemand zurückholen.',
        footer: 'Sie erhalten diese Mail, weil Sie die Akten verwalten oder einen der Fälle geleitet haben.',
      },
    },
    name: 'Sperre',
    number: 'Nummer',
    action: 'Chancery öffnen',
  },
};

export interface RetentionNotice extends Addressee {
  readonly notice: (typeof retentionNotices)[number];
  readonly workspaceName: string;
  /** Of a hold; null of anything else. */
  readonly name: string | null;
  readonly number: string | null;
  /** How many cases; null where it is not said. */
  readonly count: number | null;
  /** The start page. */
  readonly link: string;
}

/** Names numbers, and no case and nobody that it is about. */
export const retentionNoticeMail = (input: RetentionNotice): RenderedMail =>
  mailIn(catalogue, input, (words) => {
    const { subject, what, next, footer } = words.notices[input.notice];
    return {
      subject: subject(input.workspaceName, input.number ?? ''),
      paragraphs: [what(input.count ?? 0), next],
      facts: [
        ...(input.name === null ? [] : [{ label: words.name, value: input.name }]),
        ...(input.number === null ? [] : [{ label: words.number, value: input.number }]),
      ],
      action: { label: words.action, url: input.link },
      footer: [footer],
    };
  });
