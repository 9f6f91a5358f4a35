import {
  type Addressee,
  type MailCatalogue,
  type MailWords,
  mailIn,
  type RenderedMail,
} from '../../kernel/mail-template.ts';

interface Words extends MailWords<(workspace: string) => string> {
  left(actor: string, workspace: string): string;
  readonly former: string;
  readonly effect: string;
  readonly keys: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: (workspace) => `API keys of ${workspace} act as somebody who can no longer act`,
    left: (actor, workspace) =>
      `${actor} left ${workspace}, was suspended or is a guest now, and API keys act in their name.`,
    former: 'A former member',
    effect:
      'The keys go on reading. Meetings they try to make are refused until you name somebody else for them.',
    keys: 'Keys',
    action: 'Review API keys',
    footer: 'You receive this because you own the workspace.',
  },
  de: {
    subject: (workspace) =>
      `API-Schlüssel von ${workspace} handeln für jemanden, der nicht mehr handeln kann`,
    left: (actor, workspace) =>
      `${actor} hat ${workspace} verlassen, wurde gesperrt oder ist jetzt Gast, und API-Schlüssel handeln in diesem Namen.`,
    former: 'Ein ehemaliges Mitglied',
    effect:
      'Lesen können die Schlüssel weiter. Besprechungen legen sie erst wieder an, wenn Sie ihnen jemand anderen zuordnen.',
    keys: 'Schlüssel',
    action: 'API-Schlüssel ansehen',
    footer: 'Sie erhalten diese Mail, weil Ihnen der Workspace gehört.',
  },
};

interface ApiKeyActorLeftMailInput extends Addressee {
  readonly workspaceName: string;
  readonly actorName: string | null;
  readonly keyNames: readonly string[];
  /** The page that lists the workspace's keys. */
  readonly link: string;
}

/** The mail `api-key-actor-left` goes to each owner (WSP-13). */
export const apiKeyActorLeftMail = (input: ApiKeyActorLeftMailInput): RenderedMail =>
  mailIn(catalogue, input, (words) => ({
    subject: words.subject(input.workspaceName),
    paragraphs: [words.left(input.actorName ?? words.former, input.workspaceName), words.effect],
    facts: [{ label: words.keys, value: input.keyNames.join(', ') }],
    action: { label: words.action, url: input.link },
    footer: [words.footer],
  }));
