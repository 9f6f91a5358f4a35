import {
  type Addressee,
  type MailCatalogue,
  type MailWords,
  mailIn,
  type RenderedMail,
} from '../../kernel/mail-template.ts';
import type { Instant } from '../../kernel/time.ts';
import { keyFacts, type NamedKey } from './key-facts.ts';

interface Words extends MailWords<(workspace: string) => string> {
  created(creator: string, workspace: string): string;
  readonly at: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: (workspace) => `New API key in ${workspace}`,
    created: (creator, workspace) =>
      `${creator} created an API key for ${workspace}. Whoever holds it can reach the data of the workspace that its scopes allow.`,
    at: 'Created',
    action: 'Review API keys',
    footer: 'You receive this because you own the workspace. If the key should not exist, revoke it there.',
  },
  de: {
    subject: (workspace) => `Neuer API-Schlüssel in ${workspace}`,
    created: (creator, workspace) =>
      `${creator} hat einen API-Schlüssel für ${workspace} angelegt. Wer ihn besitzt, erreicht die Daten des Workspace, die seine Berechtigungen umfassen.`,
    at: 'Angelegt',
    action: 'API-Schlüssel ansehen',
    footer:
      'Sie erhalten diese Mail, weil Ihnen der Workspace gehört. Soll es den Schlüssel nicht geben, widerrufen Sie ihn dort.',
  },
};

interface ApiKeyCreatedMailInput extends Addressee, NamedKey {
  readonly workspaceName: string;
  readonly creatorName: string;
  readonly at: Instant;
  /** The page that lists the workspace's keys. */
  readonly link: string;
}

/** The mail `api-key-created` goes to each owner of the workspace. */
export const apiKeyCreatedMail = (input: ApiKeyCreatedMailInput): RenderedMail =>
  mailIn(catalogue, input, (words, language) => ({
    subject: words.subject(input.workspaceName),
    paragraphs: [words.created(input.creatorName, input.workspaceName)],
    facts: keyFacts(language, input, { label: words.at, instant: input.at }),
    action: { label: words.action, url: input.link },
    footer: [words.footer],
  }));
