import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import type { Instant } from '../../kernel/time.ts';
import {
  changedBy,
  labels,
  labelsOf,
  type NamedUsers,
  nobodyOr,
  purposes,
  UserRef,
} from '../../records/index.ts';
import type { RecipientActivity } from './portal-token.ts';
import { redactedParts } from './redaction.ts';
import {
  deliveries,
  itemFlags,
  type PackageContent,
  type PackageItem,
  packageStatusAt,
  type ReleasePackage,
  releasePackageStates,
} from './release-package.ts';
import { DisclosureRecipientView } from './views.ts';

const unseen = 'Null if you do not pass all of its entries, and once they were erased.';

const PackageItemView = z
  .object({
    id: shown.ownId(),
    position: z.int().describe('Its place in the package, from 1.'),
    artifactId: shown.id().describe('The entry.'),
    versionNumber: z.int().describe('The version of it.'),
    title: z.string().nullable().describe(`Its title. ${unseen}`),
    entryType: z.string().describe('Its type.'),
    occurredAt: shown.instant().describe('When it happened.'),
    contentHash: z.string().describe('What its signatures were made over.'),
    addenda: z
      .array(
        z.object({
          id: shown.ownId(),
          contentHash: z.string().describe('What its signature was made over.'),
        }),
      )
      .describe('What was added to it, and goes with it.'),
    attachments: z
      .array(
        z.object({
          id: shown.ownId(),
          fileName: z.string().nullable().describe(`Its name. ${unseen}`),
          sha256: z.string().describe('Its SHA-256.'),
          sizeBytes: z.int().describe('Its size in bytes.'),
        }),
      )
      .describe('The files that go with it.'),
    redactions: z
      .array(
        z.object({
          id: shown.ownId(),
          part: z.enum(redactedParts).describe('In what it is.'),
          key: z.string().describe('The key of the section, or the id of the addendum or attachment.'),
          start: z.int().nullable().describe('Where the span begins, in code points; null for all of it.'),
          end: z.int().nullable().describe('Where it ends; null for all of it.'),
          code: z.string().describe('Why.'),
          note: z.string().nullable().describe('What colleagues should know; null for nothing.'),
        }),
      )
      .describe('What is taken out.'),
    flag: z.enum(itemFlags).describe('What became of the entry after it was put in.'),
    flaggedAt: shown.instant().nullable().describe('When that was noticed; null if nothing did.'),
  })
  .meta({ id: 'ReleasePackageItem', description: 'An entry in a release package.' });

const common = {
  id: shown.ownId(),
  workspaceId: shown.workspaceId(),
  packageNumber: z.string().describe('The number for people, given once.'),
  authorizationId: shown.id().describe('The authorization on which it is disclosed.'),
  caseId: shown.id().describe('The case of its entries.'),
  subjectId: shown.id().describe('Whom it is about.'),
  recipient: DisclosureRecipientView.describe('Who receives it.'),
  purposeOfUse: z.enum(purposes).describe('For what the recipient may use it.'),
  status: z.enum(releasePackageStates.states).describe('How far it is.'),
  itemCount: z.int().describe('How many entries it has.'),
  manifestSha256: z
    .string()
    .describe('The SHA-256 of the canonical list of its items; an approval names it.'),
  effectiveLabels: z.array(z.enum(labels)).describe('The labels of all of it, the highest first.'),
  redisclosureNotice: z
    .object({ code: z.string().describe('Its code.'), text: z.string().describe('Its text.') })
    .nullable()
    .describe('What travels with it, because its labels demand it; null for nothing.'),
  portal: z
    .object({
      requiresConsent: z.boolean().describe('Whether the recipient agrees to the terms first.'),
      accessCodeSet: z.boolean().describe('Whether the recipient enters a code.'),
      downloadAllowed: z.boolean().describe('Whether it can be downloaded.'),
      delivery: z.enum(deliveries).describe('Whether the link is mailed.'),
      expiresAt: shown.instant().describe('Until when it can be read.'),
      maxOpens: z.int().nullable().describe('How often it can be opened; null for no limit.'),
      lockedAt: shown
        .instant()
        .nullable()
        .describe('When wrong access codes locked it; null unless they did. A new link unlocks it.'),
    })
    .describe('How the recipient reads it.'),
  singlePerson: z.boolean().describe('Whether whoever prepared it approved it, because nobody else could.'),
  singlePersonReason: z.string().nullable().describe('Why that was; null unless it was so.'),
  preparedBy: UserRef.describe('Who prepared it.'),
  approvedBy: UserRef.nullable().describe('Who approved it; null until somebody does.'),
  approvedAt: shown.instant().nullable().describe('When that was; null until then.'),
  releasedBy: UserRef.nullable().describe('Who released it; null until somebody does.'),
  releasedAt: shown.instant().nullable().describe('When that was; null until then.'),
  revokedBy: UserRef.nullable().describe('Who revoked or cancelled it; null also if it ended by itself.'),
  revokedAt: shown.instant().nullable().describe('When that was; null unless it was.'),
  revocationReason: z.string().nullable().describe('Why; null if nobody said.'),
  recipientActivity: z
    .object({
      opens: z.int().describe('How often it was opened.'),
      firstOpenedAt: shown.instant().nullable().describe('When it was opened first; null until then.'),
      lastOpenedAt: shown.instant().nullable().describe('When it was opened last; null until then.'),
      consentedAt: shown.instant().nullable().describe('When the recipient agreed; null until they do.'),
      declinedAt: shown.instant().nullable().describe('When the recipient declined; null unless they did.'),
      exportedAt: shown.instant().nullable().describe('When it was downloaded last; null until then.'),
      questions: z.int().describe('How many questions the recipient asked.'),
    })
    .describe('What the recipient did with it.'),
  createdAt: shown.createdAt(),
  createdBy: UserRef.describe('Who prepared it.'),
  updatedAt: shown.updatedAt(),
  updatedBy: changedBy(),
  version: shown.version(),
};

export const ReleasePackageView = z
  .object({
    ...common,
    title: z.string().nullable().describe(`Its title. ${unseen}`),
    coverNote: z.string().nullable().describe(`A note to the recipient; null also for none. ${unseen}`),
    items: z.array(PackageItemView).describe('The entries in their order.'),
  })
  .meta({ id: 'ReleasePackage', description: 'Signed versions put together for one recipient.' });
export const ReleasePackageSummaryView = z.object(common).meta({
  id: 'ReleasePackageSummary',
  description: 'A release package in a list, without its items and words.',
});

interface ShownWith {
  readonly workspaceId: string;
  readonly now: Instant;
  readonly named: NamedUsers;
  readonly activity: RecipientActivity;
}
interface ShownWithWords extends ShownWith {
  /** Null for whoever does not pass all of it, and once it was erased. */
  readonly content: PackageContent | null;
}

export function packageSummary(
  released: ReleasePackage,
  { workspaceId, now, named, activity }: ShownWith,
): z.input<typeof ReleasePackageSummaryView> {
  const { preparedByUserId, approvedByUserId, releasedByUserId, revokedByUserId, updatedByUserId } = released;
  const perhaps = (userId: string | null) => nobodyOr(userId, named);
  const { contentSealed: _, effectiveMask, termsText: __, accessCodeHash, recipient, ...fields } = released;
  const { packageId: ___, wrongCodes: ____, lockedAt, ...did } = activity;
  const { requiresConsent, downloadAllowed, delivery, expiresAt, maxOpens } = fields;
  return {
    ...fields,
    workspaceId,
    recipient: { ...recipient },
    status: packageStatusAt(released, now),
    effectiveLabels: [...labelsOf(effectiveMask)],
    portal: {
      ...{ requiresConsent, downloadAllowed, delivery, expiresAt, maxOpens, lockedAt },
      accessCodeSet: accessCodeHash !== null,
    },
    preparedBy: named(preparedByUserId),
    approvedBy: perhaps(approvedByUserId),
    releasedBy: perhaps(releasedByUserId),
    revokedBy: perhaps(revokedByUserId),
    createdBy: named(preparedByUserId),
    updatedBy: perhaps(updatedByUserId),
    recipientActivity: did,
  };
}

export const packageView = (
  released: ReleasePackage,
  items: readonly PackageItem[],
  shownWith: ShownWithWords,
): z.input<typeof ReleasePackageView> => ({
  ...packageSummary(released, shownWith),
  title: shownWith.content?.title ?? null,
  coverNote: shownWith.content?.coverNote ?? null,
  items: items.map((item) => itemView(item, shownWith.content)),
});

function itemView(item: PackageItem, content: PackageContent | null): z.input<typeof PackageItemView> {
  const { packageId: _, effectiveMask: __, addenda, attachments, redactions, ...fields } = item;
  return {
    ...fields,
    title: content?.titles[item.id] ?? null,
    addenda: addenda.map((addendum) => ({ ...addendum })),
    attachments: attachments.map((attachment) => ({
      ...attachment,
      fileName: content?.fileNames[attachment.id] ?? null,
    })),
    redactions: redactions.map((redaction) => ({
      ...redaction,
      note: content?.notes[redaction.id] ?? null,
    })),
  };
}
