import {
  type Addressee,
  type MailCatalogue,
  type MailWords,
  mailIn,
  type RenderedMail,
} from '../../kernel/mail-template.ts';
import type { Instant } from '../../kernel/time.ts';
import { keyFacts, type NamedKey } from './key-facts.ts';

interface Words extends MailWords<(key: string, workspace: string) => string> {
  readonly ends: string;
  readonly at: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: (key, workspace) => `API key “${key}” of ${workspace} ends soon`,
    ends: 'Applications that use this key will be refused from then on. Give it a later end, or change them over to another key in time.',
    at: 'Ends',
    action: 'Review API keys',
    footer: 'You receive this because you own the workspace.',
  },
  de: {
    subject: (key, workspace) => `API-Schlüssel „${key}“ von ${workspace} läuft bald ab`,
    ends: 'Anwendungen mit diesem Schlüssel werden danach abgewiesen. Verlängern Sie ihn, oder stellen Sie sie rechtzeitig auf einen anderen um.',
    at: 'Läuft ab',
    action: 'API-Schlüssel ansehen',
    footer: 'Sie erhalten diese Mail, weil Ihnen der Workspace gehört.',
  },
};

interface ApiKeyExpiringMailInput extends Addressee, NamedKey {
  readonly workspaceName: string;
  readonly expiresAt: Instant;
  /** The page that lists the workspace's keys. */
  readonly link: string;
}

/** The mail `api-key-expiring` goes to each owner, 7 days and 1 day ahead. */
export const apiKeyExpiringMail = (input: ApiKeyExpiringMailInput): RenderedMail =>
  mailIn(catalogue, input, (words, language) => ({
    subject: words.subject(input.keyName, input.workspaceName),
    paragraphs: [words.ends],
    facts: keyFacts(language, input, { label: words.at, instant: input.expiresAt }),
    action: { label: words.action, url: input.link },
    footer: [words.footer],
  }));
