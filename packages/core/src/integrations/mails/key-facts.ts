import {
  instantInWords,
  type MailCatalogue,
  type MailContent,
  type MailLanguage,
} from '../../kernel/mail-template.ts';
import type { Instant } from '../../kernel/time.ts';

const labels: MailCatalogue<{ readonly name: string; readonly prefix: string }> = {
  en: { name: 'Name', prefix: 'Begins with' },
  de: { name: 'Name', prefix: 'Beginnt mit' },
};

/** A key as its owners know it. */
export interface NamedKey {
  readonly keyName: string;
  /** The public beginning of the key; the key itself is in no mail. */
  readonly keyPrefix: string;
}

/** The facts of a mail about a key: which key it is, and when it happens. */
export const keyFacts = (
  language: MailLanguage,
  { keyName, keyPrefix }: NamedKey,
  at: { readonly label: string; readonly instant: Instant },
): MailContent['facts'] => [
  { label: labels[language].name, value: keyName },
  { label: labels[language].prefix, value: `${keyPrefix}…` },
  { label: at.label, value: instantInWords(language, at.instant) },
];
