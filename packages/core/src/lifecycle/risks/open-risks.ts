import { daysLater, localDate, startOfDate } from '../../kernel/plain-dates.ts';
import type { TimeZoneRules } from '../../kernel/ports.ts';
import type { Instant, PlainDate } from '../../kernel/time.ts';
import type { LifecycleStatus } from '../dates/status.ts';
import type { VerificationOutcome } from '../identities/outcome.ts';
import type { Identifier } from '../lifecycles/lifecycle.ts';
import type { DocumentType } from '../types/document-type.ts';
import type { RiskCode } from './risk.ts';

/** What a type asks of its documents. */
export type TypeDuties = Pick<
  DocumentType,
  'expirationExpected' | 'ownerRequired' | 'requiredDates' | 'requiredIdentifiers' | 'governmentIdentity'
>;

/** What the risks of a document are read off. */
export interface RiskFacts {
  readonly status: LifecycleStatus;
  /** Null without a type. */
  readonly duties: TypeDuties | null;
  readonly ownerUserId: string | null;
  readonly ownerLeftAt: Instant | null;
  readonly issuedOn: PlainDate | null;
  readonly effectiveOn: PlainDate | null;
  readonly expiresOn: PlainDate | null;
  readonly identifiers: readonly Identifier[];
  readonly confirmedAt: Instant | null;
  readonly requireConfirmation: boolean;
  readonly soonAt: Instant | null;
  readonly endsAt: Instant | null;
  readonly timeZone: string;
  readonly renewal: { readonly dueOn: PlainDate } | null;
  /** The newest check of it as an identity document. */
  readonly identity: { readonly outcome: VerificationOutcome; readonly verifiedAt: Instant } | null;
  /** The first day on which one of its active holds is to be looked at. */
  readonly reviewOn: PlainDate | null;
  readonly scan: 'clean' | 'skipped';
  readonly uploadedAt: Instant;
  readonly updatedAt: Instant;
}

export interface OpenRisk {
  readonly code: RiskCode;
  /** Since when it is open as far as that is known, else when something about the document was last said. */
  readonly since: Instant;
}

type Zones = Pick<TimeZoneRules, 'wall' | 'resolve' | 'transitions'>;

/**
 * The risks of a document that are open, in their order. What was replaced owes nothing any more, but its holds are looked at;
 * what was destroyed owes nothing at all. `riskSql` of the persistence says the same in a database, and a test holds that
 * both agree.
 */
export function openRisks(facts: RiskFacts, now: Instant, zones: Zones): readonly OpenRisk[] {
  if (facts.status === 'disposed') return [];
  const { timeZone, reviewOn, updatedAt } = facts;
  const today = localDate(now, timeZone, zones);
  const startOf = (date: PlainDate) => startOfDate(date, timeZone, zones);
  const toReview: readonly OpenRisk[] =
    reviewOn !== null && reviewOn <= today ? [{ code: 'hold_review_due', since: startOf(reviewOn) }] : [];
  if (facts.status === 'superseded') return toReview;
  const missing = missingOf(facts).map((code) => ({ code, since: updatedAt }));
  return [
    ...missing,
    ...ofDate(facts),
    ...(facts.renewal !== null && facts.renewal.dueOn < today
      ? [{ code: 'renewal_overdue' as const, since: startOf(daysLater(facts.renewal.dueOn, 1)) }]
      : []),
    ...ofIdentity(facts),
    ...toReview,
    ...(facts.scan === 'skipped' ? [{ code: 'scan_skipped' as const, since: facts.uploadedAt }] : []),
  ];
}

/** What nobody has said of it although somebody should have. */
function missingOf(facts: RiskFacts): readonly RiskCode[] {
  const { duties, status, identifiers } = facts;
  const isMissing: Readonly<Partial<Record<RiskCode, boolean>>> = {
    missing_type: duties === null && status !== 'untracked',
    missing_owner:
      facts.ownerUserId === null && (facts.ownerLeftAt !== null || duties?.ownerRequired === true),
    missing_date: duties !== null && isDateMissing(facts, duties),
    missing_identifier:
      duties?.requiredIdentifiers.some((wanted) => identifiers.every(({ kind }) => kind !== wanted)) === true,
    unconfirmed_date: facts.expiresOn !== null && facts.confirmedAt === null && facts.requireConfirmation,
  };
  return missingCodes.filter((code) => isMissing[code]);
}
const missingCodes = [
  'missing_type',
  'missing_owner',
  'missing_date',
  'missing_identifier',
  'unconfirmed_date',
] as const satisfies readonly RiskCode[];

/** A document that never expires needs no last day. */
function isDateMissing(
  { status, issuedOn, effectiveOn, expiresOn }: RiskFacts,
  { expirationExpected, requiredDates }: TypeDuties,
): boolean {
  const isAbsent = {
    issuedOn: issuedOn === null,
    effectiveOn: effectiveOn === null,
    expiresOn: expiresOn === null && status !== 'no_expiration',
  };
  return (status === 'needs_date' && expirationExpected) || requiredDates.some((date) => isAbsent[date]);
}

function ofDate({ status, soonAt, endsAt, updatedAt }: RiskFacts): readonly OpenRisk[] {
  if (status === 'expiring_soon') return [{ code: 'expiring', since: soonAt ?? updatedAt }];
  if (status === 'in_grace' || status === 'expired') return [{ code: 'expired', since: endsAt ?? updatedAt }];
  return [];
}

function ofIdentity({ duties, identity, updatedAt }: RiskFacts): readonly OpenRisk[] {
  if (identity === null)
    return duties?.governmentIdentity === true ? [{ code: 'identity_unverified', since: updatedAt }] : [];
  const isWrong = identity.outcome === 'mismatch' || identity.outcome === 'invalid_document';
  return isWrong ? [{ code: 'identity_mismatch', since: identity.verifiedAt }] : [];
}
