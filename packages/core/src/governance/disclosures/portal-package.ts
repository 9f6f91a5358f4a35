import { z } from 'zod';
import { hexOf, sha256 } from '../../kernel/crypto.ts';
import { shown } from '../../kernel/shapes.ts';
import { purposes } from '../../records/index.ts';
import type { RecipientActivity } from './portal-token.ts';
import { itemFlags, type PackageContent, type ReleasePackage } from './release-package.ts';
import type { RenderedItem } from './rendered-item.ts';

export const portalRequirements = ['consent', 'access_code'] as const;
export type PortalRequirement = (typeof portalRequirements)[number];

/** What can be written in a section. */
const sectionValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]);

const hidden = 'Null until everything that is required was done.';

const PortalAttachmentView = z
  .object({
    id: shown.ownId(),
    fileName: z.string().describe('Its name.'),
    contentType: z.string().describe('Its type.'),
    sizeBytes: z.int().describe('Its size in bytes.'),
    sha256: z.string().describe('Its SHA-256.'),
  })
  .meta({ id: 'PortalAttachment', description: 'A file of an entry, as its recipient sees it.' });

export const PortalItemView = z
  .object({
    id: shown.id().nullable().describe(`Its id. ${hidden}`),
    position: z.int().describe('Its place in the package, from 1.'),
    title: z.string().nullable().describe(`Its title. ${hidden}`),
    entryType: z.string().nullable().describe(`Its type. ${hidden}`),
    occurredAt: shown.instant().nullable().describe(`When it happened. ${hidden}`),
    signedBy: z
      .array(
        z.object({
          name: z.string().describe('Who signed.'),
          title: z.string().nullable().describe('Their title; null for none.'),
          signedAt: shown.instant().describe('When they signed.'),
        }),
      )
      .nullable()
      .describe(`Who signed it. ${hidden}`),
    content: z
      .object({
        sections: z
          .array(
            z.object({
              key: z.string().describe('Its key.'),
              title: z.string().describe('Its title.'),
              kind: z.string().describe('What its value is.'),
              value: sectionValue.describe(
                'What is written; a mark stands where something was taken out, and null where nothing was written.',
              ),
            }),
          )
          .describe('Its sections in their order.'),
      })
      .nullable()
      .describe('What is written; null also where it is read item by item.'),
    addenda: z
      .array(
        z.object({
          id: shown.ownId(),
          kind: z.string().describe('What it adds.'),
          content: z.string().describe('What is written.'),
          attachments: z.array(PortalAttachmentView).describe('Its files.'),
        }),
      )
      .nullable()
      .describe('What was added to it; null also where it is read item by item.'),
    attachments: z.array(PortalAttachmentView).nullable().describe(`Its files. ${hidden}`),
    redacted: z.boolean().nullable().describe(`Whether something was taken out. ${hidden}`),
    contentHash: z.string().nullable().describe(`What its signatures were made over. ${hidden}`),
    flag: z.enum(itemFlags).nullable().describe(`What became of it after it was released. ${hidden}`),
    flagText: z.string().nullable().describe('The same in words; null if nothing did.'),
  })
  .meta({ id: 'PortalItem', description: 'An entry of a package, as its recipient reads it.' });

export const PortalPackageView = z
  .object({
    id: shown.ownId(),
    packageNumber: z.string().describe('The number for people.'),
    title: z.string().nullable().describe(`Its title. ${hidden}`),
    coverNote: z.string().nullable().describe(`A note to the recipient; null also for none. ${hidden}`),
    workspaceName: z.string().describe('Who releases it.'),
    subjectDisplayName: z.string().nullable().describe(`Whom it is about. ${hidden}`),
    purposeOfUse: z.enum(purposes).describe('For what it may be used.'),
    releasedAt: shown.instant().nullable().describe('When it was released; null in a preview before.'),
    expiresAt: shown.instant().describe('Until when it can be read.'),
    singlePerson: z.boolean().describe('Whether whoever prepared it approved it, because nobody else could.'),
    requires: z
      .array(z.enum(portalRequirements))
      .describe('What the recipient has to do before they read it.'),
    downloadAllowed: z.boolean().describe('Whether it can be downloaded.'),
    redisclosureNotice: z
      .object({ code: z.string().describe('Its code.'), text: z.string().describe('Its text.') })
      .nullable()
      .describe('What the recipient must know before passing anything on; null if nothing is prescribed.'),
    terms: z
      .object({
        text: z.string().describe('What the recipient agrees to.'),
        sha256: z.string().describe('The SHA-256 of that text, which the decision names.'),
      })
      .nullable()
      .describe('What the recipient agrees to first; null if nothing is asked.'),
    consentedAt: shown.instant().nullable().describe('When the recipient agreed; null until they do.'),
    items: z.array(PortalItemView).describe('The entries in their order.'),
    manifestSha256: z.string().describe('The SHA-256 of the canonical list of all items.'),
  })
  .meta({ id: 'PortalPackage', description: 'A package as its recipient sees it.' });

export type PortalPackage = z.input<typeof PortalPackageView>;
type PortalItem = z.input<typeof PortalItemView>;

/** What is left to do before a recipient reads a package. */
export const requirementsOf = (
  { requiresConsent, accessCodeHash }: Pick<ReleasePackage, 'requiresConsent' | 'accessCodeHash'>,
  { consentedAt }: Pick<RecipientActivity, 'consentedAt'>,
  { isCodeGiven }: { readonly isCodeGiven: boolean },
): PortalRequirement[] => [
  ...(requiresConsent && consentedAt === null ? (['consent'] as const) : []),
  ...(accessCodeHash !== null && !isCodeGiven ? (['access_code'] as const) : []),
];

const flagTexts = {
  en: {
    amended: 'This entry was amended after it was put into this package. You read the version of that time.',
    entered_in_error: 'This entry was marked as entered in error: it should not have been made.',
  },
  de: {
    amended:
      'Dieser Eintrag wurde geändert, nachdem er in dieses Paket aufgenommen wurde. Sie lesen die damalige Fassung.',
    entered_in_error:
      'Dieser Eintrag wurde als irrtümlich erfasst gekennzeichnet: Er hätte nicht entstehen dürfen.',
  },
} as const;

export interface PortalFacts {
  readonly released: ReleasePackage;
  /** Null once the key of the case was destroyed, and where it was not opened. */
  readonly content: PackageContent | null;
  /** With or without what is written, as `withContent` says. */
  readonly items: readonly RenderedItem[];
  readonly withContent: boolean;
  readonly activity: Pick<RecipientActivity, 'consentedAt'>;
  readonly requires: readonly PortalRequirement[];
  readonly workspaceName: string;
  readonly subjectDisplayName: string;
  readonly language: 'en' | 'de';
}

/** A package as its recipient sees it. Until everything required was done, it tells nothing of its contents (PORT-2). */
export function portalPackage(facts: PortalFacts): PortalPackage {
  const { released, content, items, activity, requires } = facts;
  const isOpen = requires.length === 0;
  const { id, packageNumber, purposeOfUse, releasedAt, expiresAt, singlePerson, downloadAllowed } = released;
  return {
    ...{ id, packageNumber, purposeOfUse, releasedAt, expiresAt, singlePerson, downloadAllowed },
    title: isOpen ? (content?.title ?? null) : null,
    coverNote: isOpen ? (content?.coverNote ?? null) : null,
    workspaceName: facts.workspaceName,
    subjectDisplayName: isOpen ? facts.subjectDisplayName : null,
    requires: [...requires],
    redisclosureNotice: released.redisclosureNotice,
    terms: released.requiresConsent ? shownTerms(released.termsText) : null,
    consentedAt: activity.consentedAt,
    items: items.map((item) => (isOpen ? portalItem(item, facts) : hiddenItem(item))),
    manifestSha256: released.manifestSha256,
  };
}

/** The terms with the digest by which a decision names them. */
export const shownTerms = (termsText: string): { text: string; sha256: string } => ({
  text: termsText,
  sha256: hexOf(sha256(termsText)),
});

function portalItem(item: RenderedItem, { withContent, language }: PortalFacts): PortalItem {
  const { id, position, title, entryType, redacted, contentHash, flag } = item;
  return {
    ...{ id, position, title, entryType, redacted, contentHash, flag },
    occurredAt: item.occurredAt,
    signedBy: item.signedBy.map((each) => ({ ...each })),
    content: withContent
      ? {
          // Sections hold such values, which the hashed document does not say of itself.
          sections: item.content.sections.map((section) => ({
            ...section,
            value: section.value as z.input<typeof sectionValue>,
          })),
        }
      : null,
    addenda: withContent
      ? item.addenda.map((addendum) => ({ ...addendum, attachments: addendum.attachments.map(copied) }))
      : null,
    attachments: item.attachments.map(copied),
    flagText: flag === 'none' ? null : flagTexts[language][flag],
  };
}

const copied = <T extends object>(value: T): T => ({ ...value });

const hiddenItem = ({ position }: Pick<RenderedItem, 'position'>): PortalItem => ({
  position,
  id: null,
  title: null,
  entryType: null,
  occurredAt: null,
  signedBy: null,
  content: null,
  addenda: null,
  attachments: null,
  redacted: null,
  contentHash: null,
  flag: null,
  flagText: null,
});
