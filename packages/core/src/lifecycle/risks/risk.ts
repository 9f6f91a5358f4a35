import { localDate } from '../../kernel/plain-dates.ts';
import type { TimeZoneRules } from '../../kernel/ports.ts';
import type { Instant, PlainDate } from '../../kernel/time.ts';

/** What may be open about a document (lifecycle 2.12). */
export const riskCodes = [
  'missing_type',
  'missing_owner',
  'missing_date',
  'missing_identifier',
  'unconfirmed_date',
  'expiring',
  'expired',
  'renewal_overdue',
  'identity_unverified',
  'identity_mismatch',
  'hold_review_due',
  'scan_skipped',
] as const;
export type RiskCode = (typeof riskCodes)[number];

/** Whoever accepts one of these hears nothing more of the date (LIF-16). */
export const risksOfDate = ['expiring', 'expired'] as const satisfies readonly RiskCode[];
export const isOfDate = (risk: RiskCode): boolean => (risksOfDate as readonly RiskCode[]).includes(risk);

/** Somebody accepts a risk of a document for some time. */
export interface RiskAcknowledgement {
  readonly documentId: string;
  readonly risk: RiskCode;
  /** The last day on which it counts, in the zone of the document. */
  readonly until: PlainDate;
  /** The date in force when it was given; if that was a risk of the date, it counts for this date alone. */
  readonly forExpiresOn: PlainDate | null;
  readonly reason: string;
  readonly byUserId: string;
  readonly at: Instant;
}

type Dated = { readonly expiresOn: PlainDate | null; readonly timeZone: string };

/** Whether it still counts for a document. `isAcknowledged` of the persistence says the same in a database. */
export const isInForce = (
  { risk, until, forExpiresOn }: Pick<RiskAcknowledgement, 'risk' | 'until' | 'forExpiresOn'>,
  { expiresOn, timeZone }: Dated,
  now: Instant,
  zones: Pick<TimeZoneRules, 'wall'>,
): boolean => localDate(now, timeZone, zones) <= until && (!isOfDate(risk) || forExpiresOn === expiresOn);
