import { deadlineInWords } from '../../../kernel/deadline-words.ts';
import {
  type Addressee,
  digestInGroups,
  type MailBrand,
  type MailCatalogue,
  type MailWords,
  mailIn,
  type RenderedMail,
} from '../../../kernel/mail-template.ts';
import type { TimeZoneRules } from '../../../kernel/ports.ts';
import type { Instant } from '../../../kernel/time.ts';

interface Words extends MailWords<(name: string) => string> {
  done(name: string): string;
  until(instant: string): string;
  readonly code: string;
  readonly digest: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: (name) => `Your copy: ${name}`,
    done: (name) =>
      `Everybody has signed “${name}”, and the file is sealed. Here is your copy, with the certificate of completion.`,
    until: (instant) => `The link works until ${instant}. Save the file in that time, and keep it.`,
    code: 'You are asked for a code again before you can open it.',
    digest: 'SHA-256 of the file',
    action: 'Open the sealed document',
    footer: 'The link is for you alone. You receive this because you were part of the signing.',
  },
  de: {
    subject: (name) => `Ihre Kopie: ${name}`,
    done: (name) =>
      `Alle haben „${name}“ unterschrieben, und die Datei ist versiegelt. Hier ist Ihre Kopie, mit dem Abschlusszertifikat.`,
    until: (instant) =>
      `Der Link gilt bis ${instant}. Speichern Sie die Datei in dieser Zeit, und bewahren Sie sie auf.`,
    code: 'Vor dem Öffnen werden Sie erneut nach einem Code gefragt.',
    digest: 'SHA-256 der Datei',
    action: 'Versiegeltes Dokument öffnen',
    footer:
      'Der Link ist nur für Sie. Sie erhalten diese Mail, weil Sie an der Unterzeichnung beteiligt waren.',
  },
};

interface SealedCopyMailInput extends Addressee {
  readonly brand: MailBrand;
  readonly documentName: string;
  readonly sealedSha256: string;
  readonly asksForCode: boolean;
  readonly expiresAt: Instant;
  /** Of the person. */
  readonly timeZone: string;
  readonly rules: TimeZoneRules;
  readonly link: string;
}

/** The mail `sealed-copy` brings the link to the sealed file. */
export const sealedCopyMail = (input: SealedCopyMailInput): RenderedMail =>
  mailIn(catalogue, input, (words, language) => ({
    brand: input.brand,
    subject: words.subject(input.documentName),
    paragraphs: [
      words.done(input.documentName),
      words.until(deadlineInWords(language, input.expiresAt, input.timeZone, input.rules)),
      ...(input.asksForCode ? [words.code] : []),
    ],
    facts: [{ label: words.digest, value: digestInGroups(input.sealedSha256) }],
    action: { label: words.action, url: input.link },
    footer: [words.footer],
  }));
