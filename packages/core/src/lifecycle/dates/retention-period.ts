import { daysLater, localDate, periodLater, startOfDate } from '../../kernel/plain-dates.ts';
import type { TimeZoneRules } from '../../kernel/ports.ts';
import type { Instant, PlainDate } from '../../kernel/time.ts';
import type { RetentionPeriod } from '../policies/expiration-policy.ts';

/** What has happened to a document, as far as a retention period may count from it. */
export interface RetentionDates {
  readonly uploadedAt: Instant;
  readonly sealedAt: Instant | null;
  readonly expiresOn: PlainDate | null;
  /** False if a person has to confirm the date first (LIF-8). */
  readonly isDateCertain: boolean;
  readonly supersededAt: Instant | null;
}

/** How long a document has to be kept (RET-1). */
export interface Retention {
  readonly trigger: RetentionPeriod['trigger'];
  readonly approvals: number;
  readonly coolOffDays: number;
  /** The day from which the period counts; null if that has not come yet, and then the period runs on. */
  readonly triggerDate: PlainDate | null;
  /** Its last day. */
  readonly until: PlainDate | null;
  /** From when on somebody may propose to destroy it; null while nothing says when. */
  readonly dueAt: Instant | null;
}

/** The period of a document in its zone: so many months from the day of the trigger, and through the whole of the last day. */
export function retentionOf(
  { trigger, months, approvals, coolOffDays }: RetentionPeriod,
  dates: RetentionDates,
  timeZone: string,
  zones: TimeZoneRules,
): Retention {
  const terms = { trigger, approvals, coolOffDays };
  const triggerDate = triggerDateOf(trigger, dates, timeZone, zones);
  if (triggerDate === null) return { ...terms, triggerDate, until: null, dueAt: null };
  const until = periodLater(triggerDate, { years: 0, months, days: 0 }).date;
  const isCertain = trigger !== 'expired' || dates.isDateCertain;
  const dueAt = isCertain ? startOfDate(daysLater(until, 1), timeZone, zones) : null;
  return { ...terms, triggerDate, until, dueAt };
}

function triggerDateOf(
  trigger: RetentionPeriod['trigger'],
  { uploadedAt, sealedAt, expiresOn, supersededAt }: RetentionDates,
  timeZone: string,
  zones: TimeZoneRules,
): PlainDate | null {
  if (trigger === 'expired') return expiresOn;
  const at = { created: uploadedAt, sealed: sealedAt, superseded: supersededAt }[trigger];
  return at === null ? null : localDate(at, timeZone, zones);
}
