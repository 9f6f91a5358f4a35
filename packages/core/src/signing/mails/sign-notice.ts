import { deadlineInWords } from '../../kernel/deadline-words.ts';
import {
  type Addressee,
  type MailBrand,
  type MailCatalogue,
  mailIn,
  type RenderedMail,
} from '../../kernel/mail-template.ts';
import type { TimeZoneRules } from '../../kernel/ports.ts';
import type { Instant } from '../../kernel/time.ts';
import type { RoundEnd } from '../notices.ts';

interface Words {
  readonly subject: Readonly<Record<RoundEnd | 'deadline_near', (document: string) => string>>;
  readonly what: Readonly<Record<RoundEnd | 'deadline_near', (sender: string, workspace: string) => string>>;
  readonly nothingToDo: string;
  readonly latestLink: string;
  readonly document: string;
  readonly until: string;
  readonly reason: string;
  readonly footer: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: {
      declined: (document) => `No longer needed: ${document}`,
      voided: (document) => `Withdrawn: ${document}`,
      expired: (document) => `The time to sign is over: ${document}`,
      deadline_near: (document) => `The time to sign is nearly over: ${document}`,
    },
    what: {
      declined: (sender, workspace) =>
        `Somebody declined the document that ${sender} of ${workspace} asked you to sign.`,
      voided: (sender, workspace) =>
        `${sender} of ${workspace} has withdrawn the document that you were asked to sign.`,
      expired: (sender, workspace) =>
        `The time is over in which you could sign the document of ${sender} of ${workspace}.`,
      deadline_near: (sender, workspace) =>
        `${sender} of ${workspace} waits for you; soon your link will stop working.`,
    },
    nothingToDo: 'You need not do anything. The link that you were sent does not work any more.',
    latestLink: 'Open the document by the link that you were sent last.',
    document: 'Document',
    until: 'Until',
    reason: 'Reason',
    footer: 'You receive this because you were asked to sign or approve the document.',
  },
  de: {
    subject: {
      declined: (document) => `Nicht mehr nötig: ${document}`,
      voided: (document) => `Zurückgezogen: ${document}`,
      expired: (document) => `Die Frist ist abgelaufen: ${document}`,
      deadline_near: (document) => `Die Frist läuft bald ab: ${document}`,
    },
    what: {
      declined: (sender, workspace) =>
        `Jemand hat das Dokument abgelehnt, um dessen Unterschrift ${sender} von ${workspace} Sie gebeten hatte.`,
      voided: (sender, workspace) =>
        `${sender} von ${workspace} hat das Dokument zurückgezogen, das Sie unterschreiben sollten.`,
      expired: (sender, workspace) =>
        `Die Frist ist abgelaufen, in der Sie das Dokument von ${sender} von ${workspace} unterschreiben konnten.`,
      deadline_near: (sender, workspace) =>
        `${sender} von ${workspace} wartet auf Sie; bald gilt Ihr Link nicht mehr.`,
    },
    nothingToDo: 'Sie müssen nichts tun. Der Link, den Sie erhalten haben, gilt nicht mehr.',
    latestLink: 'Öffnen Sie das Dokument mit dem Link, den Sie zuletzt erhalten haben.',
    document: 'Dokument',
    until: 'Bis',
    reason: 'Grund',
    footer:
      'Sie erhalten diese Mail, weil Sie gebeten wurden, das Dokument zu unterschreiben oder zu genehmigen.',
  },
};

interface SignNoticeInput extends Addressee {
  readonly brand: MailBrand;
  readonly senderName: string;
  readonly documentName: string;
}

/** The mail `sign-ended` goes to people who had a link and were not done. Why somebody declined is between them and the sender. */
export const signEndedMail = (
  input: SignNoticeInput & { readonly end: RoundEnd; readonly reason: string | null },
): RenderedMail =>
  mailIn(catalogue, input, (words) => ({
    brand: input.brand,
    subject: words.subject[input.end](input.documentName),
    paragraphs: [words.what[input.end](input.senderName, input.brand.name), words.nothingToDo],
    facts: [{ label: words.document, value: input.documentName }],
    quotation:
      input.end === 'voided' && input.reason !== null ? { label: words.reason, text: input.reason } : null,
    footer: [words.footer],
  }));

/** The mail `sign-deadline-near` has no link, so that the one in use stays good. */
export const signDeadlineNearMail = (
  input: SignNoticeInput & {
    readonly deadlineAt: Instant;
    readonly timeZone: string;
    readonly rules: TimeZoneRules;
  },
): RenderedMail =>
  mailIn(catalogue, input, (words, language) => ({
    brand: input.brand,
    subject: words.subject.deadline_near(input.documentName),
    paragraphs: [words.what.deadline_near(input.senderName, input.brand.name), words.latestLink],
    facts: [
      { label: words.document, value: input.documentName },
      {
        label: words.until,
        value: deadlineInWords(language, input.deadlineAt, input.timeZone, input.rules),
      },
    ],
    footer: [words.footer],
  }));
