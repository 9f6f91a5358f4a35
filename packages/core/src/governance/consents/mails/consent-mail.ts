import { deadlineInWords } from '../../../kernel/deadline-words.ts';
import {
  type Addressee,
  digestInGroups,
  instantInWords,
  type MailBrand,
  type MailCatalogue,
  mailIn,
  type RenderedMail,
} from '../../../kernel/mail-template.ts';
import type { TimeZoneRules } from '../../../kernel/ports.ts';
import type { Instant } from '../../../kernel/time.ts';

interface Words {
  readonly subject: Readonly<Record<'request' | 'reminder', (workspace: string) => string>>;
  readonly asked: (workspace: string) => string;
  readonly how: string;
  readonly until: string;
  readonly open: string;
  readonly message: (workspace: string) => string;
  readonly personal: string;
  readonly unexpected: string;
  readonly copySubject: Readonly<Record<'accepted' | 'declined', (workspace: string) => string>>;
  readonly copied: Readonly<Record<'accepted' | 'declined', (workspace: string) => string>>;
  readonly withdraw: string;
  readonly when: string;
  readonly signer: string;
  readonly digest: string;
  readonly statement: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: {
      request: (workspace) => `${workspace} asks for your consent`,
      reminder: (workspace) => `Reminder: ${workspace} asks for your consent`,
    },
    asked: (workspace) => `${workspace} asks you to decide on a consent.`,
    how: 'Open the link to read what is asked, and to accept or decline. You need no account.',
    until: 'The link works until',
    open: 'Read and decide',
    message: (workspace) => `Message from ${workspace}`,
    personal: 'Whoever has this link can decide in your name: do not pass this mail on.',
    unexpected: 'If you did not expect this, ask the sender before you open it, or ignore this mail.',
    copySubject: {
      accepted: (workspace) => `Your consent for ${workspace}`,
      declined: (workspace) => `You declined a consent for ${workspace}`,
    },
    copied: {
      accepted: (workspace) =>
        `You gave ${workspace} your consent. Keep this mail: it says what you agreed to.`,
      declined: (workspace) => `You declined to give ${workspace} your consent. Nothing is done on it.`,
    },
    withdraw: 'You can withdraw it by the link of the first mail for 30 days, and later by asking them.',
    when: 'Decided on',
    signer: 'Name given',
    digest: 'SHA-256 of the text',
    statement: 'The text',
  },
  de: {
    subject: {
      request: (workspace) => `${workspace} bittet um Ihre Einwilligung`,
      reminder: (workspace) => `Erinnerung: ${workspace} bittet um Ihre Einwilligung`,
    },
    asked: (workspace) => `${workspace} bittet Sie, über eine Einwilligung zu entscheiden.`,
    how: 'Öffnen Sie den Link, um zu lesen, worum es geht, und um zuzustimmen oder abzulehnen. Sie brauchen kein Konto.',
    until: 'Der Link gilt bis',
    open: 'Lesen und entscheiden',
    message: (workspace) => `Nachricht von ${workspace}`,
    personal: 'Wer diesen Link hat, kann in Ihrem Namen entscheiden: Geben Sie diese Mail nicht weiter.',
    unexpected:
      'Wenn Sie das nicht erwartet haben, fragen Sie nach, bevor Sie den Link öffnen, oder beachten Sie die Mail nicht.',
    copySubject: {
      accepted: (workspace) => `Ihre Einwilligung für ${workspace}`,
      declined: (workspace) => `Sie haben eine Einwilligung für ${workspace} abgelehnt`,
    },
    copied: {
      accepted: (workspace) =>
        `Sie haben ${workspace} Ihre Einwilligung gegeben. Bewahren Sie diese Mail auf: Sie sagt, wozu.`,
      declined: (workspace) => `Sie haben ${workspace} die Einwilligung nicht gegeben. Es geschieht nichts.`,
    },
    withdraw:
      'Sie können sie 30 Tage lang mit dem Link der ersten Mail widerrufen, und danach, indem Sie darum bitten.',
    when: 'Entschieden am',
    signer: 'Angegebener Name',
    digest: 'SHA-256 des Textes',
    statement: 'Der Text',
  },
};

interface ToSigner extends Addressee {
  readonly brand: MailBrand;
}

export interface ConsentRequestMail extends ToSigner {
  readonly occasion: 'request' | 'reminder';
  readonly message: string | null;
  readonly expiresAt: Instant;
  readonly timeZone: string;
  readonly rules: TimeZoneRules;
  readonly link: string;
}

/** The mails `consent-request` and `consent-request-reminder`; they say nothing of whom or what the consent is about. */
export const consentRequestMail = (input: ConsentRequestMail): RenderedMail =>
  mailIn(catalogue, input, (words, language) => ({
    brand: input.brand,
    subject: words.subject[input.occasion](input.brand.name),
    paragraphs: [words.asked(input.brand.name), words.how],
    facts: [
      { label: words.until, value: deadlineInWords(language, input.expiresAt, input.timeZone, input.rules) },
    ],
    action: { label: words.open, url: input.link },
    quotation:
      input.message === null ? null : { label: words.message(input.brand.name), text: input.message },
    footer: [words.personal, words.unexpected],
  }));

export interface ConsentCopyMail extends ToSigner {
  readonly outcome: 'accepted' | 'declined';
  readonly decidedAt: Instant;
  readonly signerName: string;
  readonly statementSha256: string;
  /** Null where the mail must not hold it, because records of the person are labelled. */
  readonly statementText: string | null;
}

/** The mail `consent-copy`: what was decided, for whoever decided it. */
export const consentCopyMail = (input: ConsentCopyMail): RenderedMail =>
  mailIn(catalogue, input, (words, language) => ({
    brand: input.brand,
    subject: words.copySubject[input.outcome](input.brand.name),
    paragraphs: [
      words.copied[input.outcome](input.brand.name),
      ...(input.outcome === 'accepted' ? [words.withdraw] : []),
    ],
    facts: [
      { label: words.when, value: instantInWords(language, input.decidedAt) },
      { label: words.signer, value: input.signerName },
      { label: words.digest, value: digestInGroups(input.statementSha256) },
    ],
    quotation: input.statementText === null ? null : { label: words.statement, text: input.statementText },
    footer: [],
  }));
