import {
  type Addressee,
  type MailCatalogue,
  type MailWords,
  mailIn,
  type RenderedMail,
} from '../../../kernel/mail-template.ts';
import type { DeadTopic } from '../ports.ts';

interface Words extends MailWords<(workspace: string) => string> {
  happened(count: number, workspace: string): string;
  readonly next: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: (workspace) => `Background work failed in ${workspace}`,
    happened: (count, workspace) =>
      count === 1
        ? `One piece of background work of ${workspace} failed at every attempt and is not tried again by itself.`
        : `${count} pieces of background work of ${workspace} failed at every attempt and are not tried again by themselves.`,
    next: 'Run them again once the cause is mended, or put them aside with a reason. They stay until you do.',
    action: 'Look at failed work',
    footer: 'You receive this because you own the workspace, at most once an hour.',
  },
  de: {
    subject: (workspace) => `Fehlgeschlagene Hintergrundarbeit in ${workspace}`,
    happened: (count, workspace) =>
      count === 1
        ? `Eine Hintergrundarbeit von ${workspace} ist bei jedem Versuch fehlgeschlagen und wird nicht von selbst wiederholt.`
        : `${count} Hintergrundarbeiten von ${workspace} sind bei jedem Versuch fehlgeschlagen und werden nicht von selbst wiederholt.`,
    next: 'Starten Sie sie neu, wenn die Ursache behoben ist, oder legen Sie sie mit einer Begründung ab. Bis dahin bleiben sie stehen.',
    action: 'Fehlgeschlagenes ansehen',
    footer: 'Sie erhalten diese Mail höchstens einmal in der Stunde, weil Ihnen der Workspace gehört.',
  },
};

interface DeadLettersMailInput extends Addressee {
  readonly workspaceName: string;
  readonly topics: readonly DeadTopic[];
  /** The URL of the page that lists the workspace's dead jobs. */
  readonly link: string;
}

/** The mail `dead-letters` to each owner. It says what kind of work failed and how often, but nothing of its content. */
export function deadLettersMail(input: DeadLettersMailInput): RenderedMail {
  const total = input.topics.reduce((sum, { count }) => sum + count, 0);
  return mailIn(catalogue, input, (words) => ({
    subject: words.subject(input.workspaceName),
    paragraphs: [words.happened(total, input.workspaceName), words.next],
    facts: input.topics.map(({ topic, count }) => ({ label: topic, value: String(count) })),
    action: { label: words.action, url: input.link },
    footer: [words.footer],
  }));
}
