import {
  greetingOf,
  instantInWords,
  type MailCatalogue,
  mailLanguage,
  type RenderedMail,
  renderMail,
} from '../../kernel/mail-template.ts';
import type { Instant } from '../../kernel/time.ts';

interface Words {
  subject(workspace: string): string;
  created(creator: string, workspace: string): string;
  readonly name: string;
  readonly prefix: string;
  readonly at: string;
  readonly action: string;
  readonly footer: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: (workspace) => `New API key in ${workspace}`,
    created: (creator, workspace) =>
      `${creator} created an API key for ${workspace}. Whoever holds it can reach the data of the workspace that its scopes allow.`,
    name: 'Name',
    prefix: 'Begins with',
    at: 'Created',
    action: 'Review API keys',
    footer: 'You receive this because you own the workspace. If the key should not exist, revoke it there.',
  },
  de: {
    subject: (workspace) => `Neuer API-Schlüssel in ${workspace}`,
    created: (creator, workspace) =>
      `${creator} hat einen API-Schlüssel für ${workspace} angelegt. Wer ihn besitzt, erreicht die Daten des Workspace, die seine Berechtigungen umfassen.`,
    name: 'Name',
    prefix: 'Beginnt mit',
    at: 'Angelegt',
    action: 'API-Schlüssel ansehen',
    footer:
      'Sie erhalten diese Mail, weil Ihnen der Workspace gehört. Soll es den Schlüssel nicht geben, widerrufen Sie ihn dort.',
  },
};

interface ApiKeyCreatedMailInput {
  readonly locale: string;
  readonly recipientName: string | null;
  readonly workspaceName: string;
  readonly creatorName: string;
  readonly keyName: string;
  /** The public beginning of the key; the key itself is in no mail. */
  readonly keyPrefix: string;
  readonly at: Instant;
  /** The page that lists the workspace's keys. */
  readonly link: string;
}

/** The mail `api-key-created`, to each owner of the workspace. */
export function apiKeyCreatedMail(input: ApiKeyCreatedMailInput): RenderedMail {
  const language = mailLanguage(input.locale);
  const words = catalogue[language];
  return renderMail({
    language,
    subject: words.subject(input.workspaceName),
    greeting: greetingOf(language, input.recipientName),
    paragraphs: [words.created(input.creatorName, input.workspaceName)],
    facts: [
      { label: words.name, value: input.keyName },
      { label: words.prefix, value: `${input.keyPrefix}…` },
      { label: words.at, value: instantInWords(language, input.at) },
    ],
    action: { label: words.action, url: input.link },
    quotation: null,
    footer: [words.footer],
  });
}
