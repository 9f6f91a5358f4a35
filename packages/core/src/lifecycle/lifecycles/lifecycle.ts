import type { Instant, PlainDate } from '../../kernel/time.ts';
import type { dateSources, KnownDates } from '../dates/calculation.ts';
import type { DatedDocument } from '../dates/evaluation.ts';
import type { AssignmentScope } from '../dates/precedence.ts';
import type { Retention } from '../dates/retention-period.ts';
import type { LifecycleStatus } from '../dates/status.ts';
import type { identifierKinds } from '../types/document-type.ts';

export const confirmedSources = ['stated', 'calculated', 'extracted', 'identity'] as const;
export const mostIdentifiers = 20;

/** A number as it is printed. */
export interface PrintedNumber {
  readonly kind: (typeof identifierKinds)[number];
  readonly value: string;
}

/** A number that a document carries. */
export interface Identifier extends PrintedNumber {
  /** The evidence that it was taken over from; null if a person has typed it. */
  readonly evidenceId: string | null;
}

/** What people have said about one document. */
export interface Lifecycle {
  readonly documentId: string;
  /** Who keeps it in force; null if nobody was named. */
  readonly ownerUserId: string | null;
  /** When whoever kept it in force left without an heir; null once somebody else was named. */
  readonly ownerLeftAt: Instant | null;
  readonly issuedOn: PlainDate | null;
  readonly effectiveOn: PlainDate | null;
  readonly statedExpiresOn: PlainDate | null;
  readonly statedSource: KnownDates['statedSource'];
  readonly noExpiration: boolean;
  readonly confirmedExpiresOn: PlainDate | null;
  readonly confirmedSource: (typeof confirmedSources)[number] | null;
  readonly confirmedByUserId: string | null;
  readonly confirmedAt: Instant | null;
  readonly confirmationNote: string | null;
  readonly identifiers: readonly Identifier[];
  readonly supersededByDocumentId: string | null;
  readonly supersededAt: Instant | null;
  readonly supersedesDocumentId: string | null;
  readonly updatedAt: Instant;
  readonly version: number;
}

/** What follows from a lifecycle, the place of its document and the policy that applies; it is computed again when one changes. */
export interface LifecycleOutcome {
  readonly policyId: string | null;
  readonly policyRevision: number | null;
  readonly policyScope: AssignmentScope | null;
  /** Null of the workspace, and without a policy. */
  readonly policyTargetId: string | null;
  readonly isTracked: boolean;
  readonly neverExpires: boolean;
  readonly requireConfirmation: boolean;
  readonly expiresOn: PlainDate | null;
  readonly expiresOnSource: (typeof dateSources)[number];
  readonly graceEndsOn: PlainDate | null;
  readonly windowDays: number;
  readonly timeZone: string;
  readonly soonAt: Instant | null;
  readonly endsAt: Instant | null;
  readonly graceEndsAt: Instant | null;
  /** When the policy wants a renewal opened; null if it wants none, or not before somebody has confirmed the date (REN-2). */
  readonly renewalAt: Instant | null;
  /** How long it has to be kept; null if no policy says so, or if it is destroyed (RET-1). */
  readonly retention: Retention | null;
  /** From when on its destruction may be proposed. */
  readonly retentionDueAt: Instant | null;
}

/** A lifecycle with what follows from it, and its status at the moment of reading. */
export type ReadLifecycle = Lifecycle &
  LifecycleOutcome & {
    readonly status: LifecycleStatus;
    /** For which date of the document a renewal was opened; null if none was. */
    readonly renewalOpenedFor: PlainDate | null;
  };

/** What a person says anew about a document, all of it. */
export type LifecycleContent = Pick<
  Lifecycle,
  'ownerUserId' | 'issuedOn' | 'effectiveOn' | 'statedExpiresOn' | 'noExpiration' | 'identifiers'
>;

const unconfirmed = {
  confirmedExpiresOn: null,
  confirmedSource: null,
  confirmedByUserId: null,
  confirmedAt: null,
  confirmationNote: null,
} as const;

/**
 * The lifecycle with all that a person can say replaced (LIF-17). A confirmation is no part of that: it stays while what was
 * confirmed does, so that whoever reads a lifecycle and puts it back changes nothing, and ends when another date is stated.
 */
export function configured(lifecycle: Lifecycle, content: LifecycleContent): Lifecycle {
  const { statedExpiresOn, noExpiration } = content;
  const isSame =
    noExpiration === lifecycle.noExpiration &&
    (statedExpiresOn === lifecycle.statedExpiresOn ||
      (statedExpiresOn !== null && statedExpiresOn === lifecycle.confirmedExpiresOn));
  return {
    ...lifecycle,
    ...content,
    ...(isSame ? {} : unconfirmed),
    ownerLeftAt: content.ownerUserId === null ? lifecycle.ownerLeftAt : null,
    statedSource: statedExpiresOn === lifecycle.statedExpiresOn ? lifecycle.statedSource : 'stated',
  };
}

/**
 * The lifecycle with the date that an identity document says of itself; a person still has to confirm it. The same if that is
 * the date in force already, or if it would come before one that it has to follow.
 */
export function identified<L extends Lifecycle>(lifecycle: L, expiresOn: PlainDate): L {
  const { issuedOn, effectiveOn, confirmedExpiresOn, statedExpiresOn, statedSource } = lifecycle;
  const isEarly = [issuedOn, effectiveOn].some((date) => date !== null && date > expiresOn);
  const isStated = statedExpiresOn === expiresOn && statedSource === 'identity';
  if (isEarly || confirmedExpiresOn === expiresOn || (isStated && confirmedExpiresOn === null))
    return lifecycle;
  return {
    ...lifecycle,
    ...unconfirmed,
    statedExpiresOn: expiresOn,
    statedSource: 'identity',
    noExpiration: false,
  };
}

/** A date that somebody says yes to; null if there is to be none. */
interface Said {
  readonly expiresOn: PlainDate | null;
  readonly source: (typeof confirmedSources)[number];
  readonly note: string | null;
}

/** The lifecycle with the date in force confirmed. What a person confirms as their own word is stated by it too. */
export function confirmed(
  lifecycle: Lifecycle,
  { expiresOn, source, note }: Said,
  byUserId: string,
  at: Instant,
): Lifecycle {
  const isStated = expiresOn === null || source === 'stated';
  return {
    ...lifecycle,
    ...(isStated ? { statedExpiresOn: expiresOn, statedSource: 'stated' as const } : {}),
    noExpiration: expiresOn === null,
    confirmedExpiresOn: expiresOn,
    confirmedSource: expiresOn === null ? null : source,
    confirmedByUserId: byUserId,
    confirmedAt: at,
    confirmationNote: note,
    updatedAt: at,
  };
}

/** Facts that are the document's own. */
export interface EvaluatedDocument {
  readonly lifecycle: Lifecycle;
  readonly typeId: string | null;
  /** Its folder and all above it, the nearest first. */
  readonly folderIds: readonly string[];
  readonly uploadedAt: Instant;
  readonly sealedAt: Instant | null;
  readonly isDisposed: boolean;
}

export const datedDocument = ({
  lifecycle,
  typeId,
  uploadedAt,
  sealedAt,
  isDisposed,
}: EvaluatedDocument): DatedDocument => ({
  dates: { ...lifecycle, uploadedAt, sealedAt },
  hasType: typeId !== null,
  hasOwner: lifecycle.ownerUserId !== null,
  isConfirmed: lifecycle.confirmedAt !== null,
  isSuperseded: lifecycle.supersededByDocumentId !== null,
  isDisposed,
});
