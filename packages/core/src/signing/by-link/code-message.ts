import { type MailCatalogue, mailLanguage } from '../../kernel/mail-template.ts';

/** One segment of a short message in the default alphabet of GSM 03.38, in septets. */
const mostSeptets = 160;
const hostName = /^[a-z0-9.-]{1,253}$/;

interface Words {
  full(code: string): string;
  brief(code: string): string;
}

/** Every character of these words is in the default alphabet, where it takes one septet. */
const catalogue: MailCatalogue<Words> = {
  en: {
    full: (code) => `${code} is your code for the document to sign. It is valid for 10 minutes. Tell nobody.`,
    brief: (code) => `${code} is your code.`,
  },
  de: {
    full: (code) => `${code} ist Ihr Code für das Dokument. Er gilt 10 Minuten. Geben Sie ihn niemandem.`,
    brief: (code) => `${code} ist Ihr Code.`,
  },
};

/**
 * The short message with a code (OTP-10): the code first, and the host of the web address with the code last, so that a phone
 * offers the code to that host alone. One segment; the longer the host, the fewer words. A host that still does not fit,
 * or that is an address in brackets, is left out.
 */
export function codeMessage(code: string, locale: string, webUrl: string): string {
  const { full, brief } = catalogue[mailLanguage(locale)];
  const { hostname } = new URL(webUrl);
  const bound = hostName.test(hostname) ? `\n@${hostname} #${code}` : '';
  const candidates = [`${full(code)}${bound}`, `${brief(code)}${bound}`, `${code}${bound}`];
  return candidates.find(({ length }) => length <= mostSeptets) ?? full(code);
}
