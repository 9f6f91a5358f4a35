import {
  type Addressee,
  type MailBrand,
  type MailCatalogue,
  mailIn,
  type RenderedMail,
} from '../../../kernel/mail-template.ts';

interface Words {
  readonly subject: string;
  asked(workspace: string): string;
  readonly code: string;
  readonly validity: string;
  readonly footer: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: 'Your code for the document to sign',
    asked: (workspace) => `Enter this code on the page of ${workspace} that you have opened.`,
    code: 'Code',
    validity: 'It is valid for 10 minutes, and only once. Tell nobody, whoever asks.',
    footer: 'If you have not asked for a code, you need do nothing; somebody may have opened your link.',
  },
  de: {
    subject: 'Ihr Code für das Dokument',
    asked: (workspace) => `Geben Sie diesen Code auf der Seite von ${workspace} ein, die Sie geöffnet haben.`,
    code: 'Code',
    validity: 'Er gilt 10 Minuten und nur einmal. Geben Sie ihn niemandem, wer auch fragt.',
    footer:
      'Falls Sie keinen Code verlangt haben, müssen Sie nichts tun; vielleicht hat jemand Ihren Link geöffnet.',
  },
};

interface OtpCodeMailInput extends Addressee {
  /** Of the workspace for which the document is signed. */
  readonly brand: MailBrand;
  readonly code: string;
}

/** The mail `otp-code` carries a one-time code; the subject does not name it, since that shows on locked screens. */
export const otpCodeMail = (input: OtpCodeMailInput): RenderedMail =>
  mailIn(catalogue, input, (words) => ({
    brand: input.brand,
    subject: words.subject,
    paragraphs: [words.asked(input.brand.name), words.validity],
    code: { label: words.code, value: input.code },
    footer: [words.footer],
  }));
