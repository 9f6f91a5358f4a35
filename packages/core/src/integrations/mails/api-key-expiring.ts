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
  subject(key: string, workspace: string): string;
  readonly ends: string;
  readonly name: string;
  readonly prefix: string;
  readonly at: string;
  readonly action: string;
  readonly footer: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: (key, workspace) => `API key “${key}” of ${workspace} ends soon`,
    ends: 'Applications that use this key will be refused from then on. Give it a later end, or change them over to another key in time.',
    name: 'Name',
    prefix: 'Begins with',
    at: 'Ends',
    action: 'Review API keys',
    footer: 'You receive this because you own the workspace.',
  },
  de: {
    subject: (key, workspace) => `API-Schlüssel „${key}“ von ${workspace} läuft bald ab`,
    ends: 'Anwendungen mit diesem Schlüssel werden danach abgewiesen. Verlängern Sie ihn, oder stellen Sie sie rechtzeitig auf einen anderen um.',
    name: 'Name',
    prefix: 'Beginnt mit',
    at: 'Läuft ab',
    action: 'API-Schlüssel ansehen',
    footer: 'Sie erhalten diese Mail, weil Ihnen der Workspace gehört.',
  },
};

interface ApiKeyExpiringMailInput {
  readonly locale: string;
  readonly recipientName: string | null;
  readonly workspaceName: string;
  readonly keyName: string;
  readonly keyPrefix: string;
  readonly expiresAt: Instant;
  /** The page that lists the workspace's keys. */
  readonly link: string;
}

/** The mail `api-key-expiring`, to each owner, 7 days and 1 day ahead. */
export function apiKeyExpiringMail(input: ApiKeyExpiringMailInput): RenderedMail {
  const language = mailLanguage(input.locale);
  const words = catalogue[language];
  return renderMail({
    language,
    subject: words.subject(input.keyName, input.workspaceName),
    greeting: greetingOf(language, input.recipientName),
    paragraphs: [words.ends],
    facts: [
      { label: words.name, value: input.keyName },
      { label: words.prefix, value: `${input.keyPrefix}…` },
      { label: words.at, value: instantInWords(language, input.expiresAt) },
    ],
    action: { label: words.action, url: input.link },
    quotation: null,
    footer: [words.footer],
  });
}
