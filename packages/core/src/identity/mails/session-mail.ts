import {
  greetingOf,
  instantInWords,
  type MailCatalogue,
  mailLanguage,
  type RenderedMail,
  renderMail,
} from '../../kernel/mail-template.ts';
import type { Instant } from '../../kernel/time.ts';

/** A mail about one session of the recipient. */
export interface SessionMailInput {
  readonly locale: string;
  readonly recipientName: string | null;
  /** "Browser on OS", or null where the user agent told nothing. */
  readonly device: string | null;
  readonly ipAddress: string | null;
  readonly at: Instant;
  /** The page that lists the recipient's sessions. */
  readonly link: string;
}

export interface SessionMailWords {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly action: string;
  readonly footer: string;
}

const labels: MailCatalogue<{ device: string; ipAddress: string; at: string; unknown: string }> = {
  en: { device: 'Device', ipAddress: 'IP address', at: 'Time', unknown: 'Unknown' },
  de: { device: 'Gerät', ipAddress: 'IP-Adresse', at: 'Zeitpunkt', unknown: 'Unbekannt' },
};

/** What happened, on which device, from where and when. */
export function sessionMail(
  catalogue: MailCatalogue<SessionMailWords>,
  { locale, recipientName, device, ipAddress, at, link }: SessionMailInput,
): RenderedMail {
  const language = mailLanguage(locale);
  const [words, label] = [catalogue[language], labels[language]];
  return renderMail({
    language,
    subject: words.subject,
    greeting: greetingOf(language, recipientName),
    paragraphs: words.paragraphs,
    facts: [
      { label: label.device, value: device ?? label.unknown },
      { label: label.ipAddress, value: ipAddress ?? label.unknown },
      { label: label.at, value: instantInWords(language, at) },
    ],
    action: { label: words.action, url: link },
    quotation: null,
    footer: [words.footer],
  });
}
