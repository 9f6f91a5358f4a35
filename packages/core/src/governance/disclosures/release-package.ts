import { canonicalText } from '@chancery/verify';
import { hexOf, hmacSha256, sha256, utf8 } from '../../kernel/crypto.ts';
import { machine } from '../../kernel/machine.ts';
import { foldEmail } from '../../kernel/mail-address.ts';
import type { KeyRing } from '../../kernel/ports.ts';
import { type Instant, plusDays } from '../../kernel/time.ts';
import type { LabelMask, Purpose } from '../../records/index.ts';
import { releasePackageInvalidState } from '../errors.ts';
import type { DisclosureRecipient } from './authorization.ts';
import type { Redaction } from './redaction.ts';

/** The life of a release package (governance 5.3). What has ended is prepared anew. */
export const releasePackageStates = machine(releasePackageInvalidState, ['prepared'], {
  prepared: { approve: 'approved', cancel: 'cancelled' },
  approved: { release: 'released', cancel: 'cancelled' },
  released: { revoke: 'revoked', expire: 'expired' },
  revoked: {},
  expired: {},
  cancelled: {},
});
export type ReleasePackageStatus = (typeof releasePackageStates.states)[number];

export const deliveries = ['email', 'manual'] as const;
export const itemFlags = ['none', 'amended', 'entered_in_error'] as const;
export type ItemFlag = (typeof itemFlags)[number];

export const mostItemsInPackage = 500;
/** How long an approval holds until the package is released. */
const approvedDays = 30;

export interface RedisclosureNotice {
  readonly code: string;
  readonly text: string;
}

/** The exact versions put together for one recipient under one authorization. */
export interface ReleasePackage {
  readonly id: string;
  readonly packageNumber: string;
  readonly authorizationId: string;
  readonly caseId: string;
  readonly subjectId: string;
  readonly recipient: DisclosureRecipient;
  readonly purposeOfUse: Purpose;
  /** `PackageContent` under the key of the case. */
  readonly contentSealed: Uint8Array | null;
  readonly status: ReleasePackageStatus;
  readonly itemCount: number;
  readonly manifestSha256: string;
  /** The labels of all items. */
  readonly effectiveMask: LabelMask;
  readonly redisclosureNotice: RedisclosureNotice | null;
  /** What a recipient agrees to first, as it was when the package was prepared. */
  readonly termsText: string;
  readonly requiresConsent: boolean;
  readonly accessCodeHash: string | null;
  readonly downloadAllowed: boolean;
  readonly delivery: (typeof deliveries)[number];
  readonly expiresAt: Instant;
  readonly maxOpens: number | null;
  readonly singlePerson: boolean;
  readonly singlePersonReason: string | null;
  readonly preparedByUserId: string;
  readonly approvedByUserId: string | null;
  readonly approvedAt: Instant | null;
  readonly releasedByUserId: string | null;
  readonly releasedAt: Instant | null;
  /** Who revoked or cancelled it; null if it ended with its authorization or by itself. */
  readonly revokedByUserId: string | null;
  readonly revokedAt: Instant | null;
  readonly revocationReason: string | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  /** Who changed it last; null if no member did. */
  readonly updatedByUserId: string | null;
  readonly version: number;
}

/** One pinned version in a package. Its title and the names of its files are in the sealed content of the package. */
export interface PackageItem {
  readonly id: string;
  readonly packageId: string;
  /** From 1. */
  readonly position: number;
  readonly artifactId: string;
  readonly versionNumber: number;
  readonly entryType: string;
  readonly occurredAt: Instant;
  readonly contentHash: string;
  readonly addenda: readonly { readonly id: string; readonly contentHash: string }[];
  readonly attachments: readonly {
    readonly id: string;
    readonly sha256: string;
    readonly sizeBytes: number;
  }[];
  readonly redactions: readonly Redaction[];
  /** Its labels when the package was prepared. */
  readonly effectiveMask: LabelMask;
  readonly flag: ItemFlag;
  readonly flaggedAt: Instant | null;
}

/** What is written in a package, sealed as one. */
export interface PackageContent {
  readonly title: string;
  readonly coverNote: string | null;
  /** By the id of the item. */
  readonly titles: Readonly<Record<string, string>>;
  /** By the id of the attachment. */
  readonly fileNames: Readonly<Record<string, string>>;
  /** What was noted about redactions, by the id of the redaction. */
  readonly notes: Readonly<Record<string, string>>;
}

/** What the sealed content of a package is bound to. */
export const packageContentPlace = (packageId: string): string => `release_packages|${packageId}`;

export const packageNumberOf = (year: string, number: number): string =>
  `RP-${year}-${String(number).padStart(6, '0')}`;

/** Its state at a moment, whether or not the job that writes the end down has run. */
export function packageStatusAt(
  { status, expiresAt, approvedAt }: Pick<ReleasePackage, 'status' | 'expiresAt' | 'approvedAt'>,
  now: Instant,
): ReleasePackageStatus {
  if (status === 'released' && expiresAt <= now) return 'expired';
  if (status === 'approved' && approvedAt !== null && approvedAt <= approvedBefore(now)) return 'cancelled';
  return status;
}

/** What was approved at this moment or before and was not released is cancelled. */
export const approvedBefore = (now: Instant): Instant => plusDays(now, -approvedDays);

/** Pins what was decided on: SHA-256 of the canonical list of all items. */
export function manifestSha256(
  { id, authorizationId }: Pick<ReleasePackage, 'id' | 'authorizationId'>,
  items: readonly PackageItem[],
): string {
  const manifest = {
    format: 'chancery.package/1',
    packageId: id,
    authorizationId,
    items: items.map((item) => ({
      position: item.position,
      artifactId: item.artifactId,
      versionNumber: item.versionNumber,
      contentHash: item.contentHash,
      addenda: item.addenda.map(({ id: addendumId, contentHash }) => ({ id: addendumId, contentHash })),
      attachments: item.attachments.map(({ id: attachmentId, sha256: digest }) => ({
        id: attachmentId,
        sha256: digest,
      })),
      redactions: item.redactions.map(({ part, key, start, end, code }) => ({ part, key, start, end, code })),
    })),
  };
  return hexOf(sha256(utf8(canonicalText(manifest))));
}

/** By what the packages of one recipient are found in one workspace; it says nothing of the address. */
export const recipientKey = (workspaceId: string, email: string, keyRing: Pick<KeyRing, 'derive'>): string =>
  hexOf(hmacSha256(keyRing.derive('portal-recipient'), `${workspaceId}\0${foldEmail(email)}`));

export const approvedPackage = (
  released: ReleasePackage,
  by: {
    readonly userId: string;
    readonly singlePerson: boolean;
    readonly singlePersonReason: string | null;
  },
  now: Instant,
): ReleasePackage => ({
  ...released,
  status: releasePackageStates.next(released.status, 'approve'),
  approvedByUserId: by.userId,
  approvedAt: now,
  singlePerson: by.singlePerson,
  singlePersonReason: by.singlePerson ? by.singlePersonReason : null,
  updatedAt: now,
  updatedByUserId: by.userId,
});

export const releasedPackage = (
  approved: ReleasePackage,
  byUserId: string,
  now: Instant,
): ReleasePackage => ({
  ...approved,
  status: releasePackageStates.next(approved.status, 'release'),
  releasedByUserId: byUserId,
  releasedAt: now,
  updatedAt: now,
  updatedByUserId: byUserId,
});

/** Who ends a package and why; null if it ends with what it rests on, or by itself. */
export interface PackageEnd {
  readonly byUserId: string | null;
  readonly reason: string | null;
  /** Whether its recipient is mailed that it was withdrawn. */
  readonly tellsRecipient: boolean;
}

/** Ends a package by somebody's decision: what was not released yet is cancelled. */
export function withdrawnPackage(
  released: ReleasePackage,
  { byUserId, reason }: Omit<PackageEnd, 'tellsRecipient'>,
  now: Instant,
): ReleasePackage {
  const action = releasePackageStates.can(released.status, 'cancel') ? 'cancel' : 'revoke';
  return {
    ...released,
    status: releasePackageStates.next(released.status, action),
    revokedByUserId: byUserId,
    revokedAt: now,
    revocationReason: reason,
    updatedAt: now,
    updatedByUserId: byUserId,
  };
}

export const expiredPackage = (released: ReleasePackage, now: Instant): ReleasePackage => ({
  ...released,
  status: releasePackageStates.next(released.status, 'expire'),
  updatedAt: now,
  updatedByUserId: null,
});
