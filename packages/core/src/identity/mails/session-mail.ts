import {
  type Addressee,
  instantInWords,
  type MailCatalogue,
  type MailWords,
  mailIn,
  type RenderedMail,
} from '../../kernel/mail-template.ts';
import type { Instant } from '../../kernel/time.ts';

/** A mail about one session of the recipient. */
export interface SessionMailInput extends Addressee {
  /** "Browser on OS", or null if the user agent said nothing. */
  readonly device: string | null;
  readonly ipAddress: string | null;
  readonly at: Instant;
  /** The page that lists the recipient's sessions. */
  readonly link: string;
}

export interface SessionMailWords extends MailWords {
  readonly paragraphs: readonly string[];
}

const labels: MailCatalogue<{ device: string; ipAddress: string; at: string; unknown: string }> = {
  en: { device: 'Device', ipAddress: 'IP address', at: 'Time', unknown: 'Unknown' },
  de: { device: 'Gerät', ipAddress: 'IP-Adresse', at: 'Zeitpunkt', unknown: 'Unbekannt' },
};

/** Says what happened, on which device, from which address and when. */
export function sessionMail(
  catalogue: MailCatalogue<SessionMailWords>,
  { device, ipAddress, at, link, ...recipient }: SessionMailInput,
): RenderedMail {
  return mailIn(catalogue, recipient, (words, language) => {
    const label = labels[language];
    return {
      subject: words.subject,
      paragraphs: words.paragraphs,
      facts: [
        { label: label.device, value: device ?? label.unknown },
        { label: label.ipAddress, value: ipAddress ?? label.unknown },
        { label: label.at, value: instantInWords(language, at) },
      ],
      action: { label: words.action, url: link },
      footer: [words.footer],
    };
  });
}
