import { deadlineInWords } from '../../../kernel/deadline-words.ts';
import {
  type Addressee,
  type MailBrand,
  type MailCatalogue,
  mailIn,
  type RenderedMail,
} from '../../../kernel/mail-template.ts';
import type { TimeZoneRules } from '../../../kernel/ports.ts';
import type { Instant } from '../../../kernel/time.ts';
import type { ItemFlag } from '../release-package.ts';

interface Words {
  readonly released: (workspace: string) => string;
  readonly releasedBody: (workspace: string) => string;
  readonly how: string;
  readonly code: (workspace: string) => string;
  readonly until: string;
  readonly number: string;
  readonly open: string;
  readonly personal: string;
  readonly unexpected: string;
  readonly revoked: (workspace: string) => string;
  readonly revokedBody: (workspace: string) => string;
  readonly revokedNext: string;
  readonly flagged: (workspace: string) => string;
  readonly flaggedBody: Readonly<Record<Exclude<ItemFlag, 'none'>, (workspace: string) => string>>;
  readonly flaggedNext: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    released: (workspace) => `${workspace} has released records to you`,
    releasedBody: (workspace) => `${workspace} has released confidential records to you.`,
    how: 'Open the link to read them. You need no account.',
    code: (workspace) =>
      `You will be asked for an access code, which ${workspace} gives you otherwise than by mail.`,
    until: 'The link works until',
    number: 'Number',
    open: 'Open the records',
    personal: 'Whoever has this link can read in your name: do not pass this mail on.',
    unexpected: 'If you did not expect this, ask the sender before you open it, or ignore this mail.',
    revoked: (workspace) => `${workspace} has withdrawn records that were released to you`,
    revokedBody: (workspace) =>
      `${workspace} has withdrawn records that were released to you. Your link opens nothing any more.`,
    revokedNext: 'If you have questions, or have downloaded the records, ask the sender what to do.',
    flagged: (workspace) => `Records that ${workspace} released to you have changed`,
    flaggedBody: {
      amended: (workspace) =>
        `An entry among the records that ${workspace} released to you was amended afterwards. You still read the version that was released.`,
      entered_in_error: (workspace) =>
        `An entry among the records that ${workspace} released to you was marked as entered in error: it should not have been made.`,
    },
    flaggedNext: 'Open your link to see which entry it is. If you need the newer version, ask the sender.',
  },
  de: {
    released: (workspace) => `${workspace} hat Ihnen Unterlagen überlassen`,
    releasedBody: (workspace) => `${workspace} hat Ihnen vertrauliche Unterlagen überlassen.`,
    how: 'Öffnen Sie den Link, um sie zu lesen. Sie brauchen kein Konto.',
    code: (workspace) =>
      `Sie werden nach einem Zugangscode gefragt, den ${workspace} Ihnen auf anderem Weg als per Mail gibt.`,
    until: 'Der Link gilt bis',
    number: 'Nummer',
    open: 'Unterlagen öffnen',
    personal: 'Wer diesen Link hat, kann in Ihrem Namen lesen: Geben Sie diese Mail nicht weiter.',
    unexpected:
      'Wenn Sie das nicht erwartet haben, fragen Sie nach, bevor Sie den Link öffnen, oder beachten Sie die Mail nicht.',
    revoked: (workspace) => `${workspace} hat überlassene Unterlagen zurückgezogen`,
    revokedBody: (workspace) =>
      `${workspace} hat Unterlagen zurückgezogen, die Ihnen überlassen waren. Ihr Link öffnet nichts mehr.`,
    revokedNext:
      'Wenn Sie Fragen haben oder die Unterlagen heruntergeladen haben, fragen Sie den Absender, was zu tun ist.',
    flagged: (workspace) => `Unterlagen von ${workspace} haben sich geändert`,
    flaggedBody: {
      amended: (workspace) =>
        `Ein Eintrag in den Unterlagen, die ${workspace} Ihnen überlassen hat, wurde später geändert. Sie lesen weiter die überlassene Fassung.`,
      entered_in_error: (workspace) =>
        `Ein Eintrag in den Unterlagen, die ${workspace} Ihnen überlassen hat, wurde als irrtümlich erfasst gekennzeichnet: Er hätte nicht entstehen dürfen.`,
    },
    flaggedNext:
      'Öffnen Sie Ihren Link, um zu sehen, welcher Eintrag es ist. Wenn Sie die neuere Fassung brauchen, fragen Sie den Absender.',
  },
};

interface ToRecipient extends Addressee {
  readonly brand: MailBrand;
  readonly packageNumber: string;
}

export interface PortalReleaseMail extends ToRecipient {
  readonly asksForCode: boolean;
  readonly expiresAt: Instant;
  readonly timeZone: string;
  readonly rules: TimeZoneRules;
  readonly link: string;
}

/** The mail `portal-release`; it says nothing of whom or what the records are about. */
export const portalReleaseMail = (input: PortalReleaseMail): RenderedMail =>
  mailIn(catalogue, input, (words, language) => ({
    brand: input.brand,
    subject: words.released(input.brand.name),
    paragraphs: [
      words.releasedBody(input.brand.name),
      words.how,
      ...(input.asksForCode ? [words.code(input.brand.name)] : []),
    ],
    facts: [
      { label: words.number, value: input.packageNumber },
      { label: words.until, value: deadlineInWords(language, input.expiresAt, input.timeZone, input.rules) },
    ],
    action: { label: words.open, url: input.link },
    footer: [words.personal, words.unexpected],
  }));

/** The mail `portal-revoked`. */
export const portalRevokedMail = (input: ToRecipient): RenderedMail =>
  mailIn(catalogue, input, (words) => ({
    brand: input.brand,
    subject: words.revoked(input.brand.name),
    paragraphs: [words.revokedBody(input.brand.name), words.revokedNext],
    facts: [{ label: words.number, value: input.packageNumber }],
    footer: [],
  }));

export interface PortalItemFlaggedMail extends ToRecipient {
  readonly flag: Exclude<ItemFlag, 'none'>;
}

/** The mail `portal-item-flagged`. */
export const portalItemFlaggedMail = (input: PortalItemFlaggedMail): RenderedMail =>
  mailIn(catalogue, input, (words) => ({
    brand: input.brand,
    subject: words.flagged(input.brand.name),
    paragraphs: [words.flaggedBody[input.flag](input.brand.name), words.flaggedNext],
    facts: [{ label: words.number, value: input.packageNumber }],
    footer: [],
  }));
