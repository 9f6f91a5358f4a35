import type { TimeZoneRules } from '../../kernel/ports.ts';
import { type DateInForce, type DatingPolicy, dateInForce, type KnownDates } from './calculation.ts';
import type { NoticeTimes } from './notices.ts';
import { type Boundaries, boundariesOf, type StandingFacts, windowDaysOf } from './status.ts';

/** What of the policy that applies decides about a document. */
export interface DecidingPolicy extends DatingPolicy, NoticeTimes {
  /** Null is the zone of the workspace. */
  readonly timeZone: string | null;
  readonly requireConfirmation: boolean;
}

/** A document as its dates are computed. */
export interface DatedDocument {
  readonly dates: KnownDates;
  readonly hasType: boolean;
  /** Somebody was made responsible for keeping it in force. */
  readonly hasOwner: boolean;
  readonly isConfirmed: boolean;
  readonly isSuperseded: boolean;
  readonly isDisposed: boolean;
}

/** All that follows from dates and policy and does not change while the clock runs. */
export interface Evaluation extends DateInForce {
  readonly facts: StandingFacts;
  readonly boundaries: Boundaries | null;
}

const hasDates = ({ issuedOn, effectiveOn, statedExpiresOn, confirmedExpiresOn }: KnownDates): boolean =>
  [issuedOn, effectiveOn, statedExpiresOn, confirmedExpiresOn].some((date) => date !== null);

/** What the dates of a document are under the policy that applies to it, if one does. */
export function evaluated(
  document: DatedDocument,
  policy: DecidingPolicy | null,
  workspaceTimeZone: string,
  zones: TimeZoneRules,
): Evaluation {
  const { dates, hasType, hasOwner, ...standing } = document;
  const timeZone = policy?.timeZone ?? workspaceTimeZone;
  const inForce = dateInForce(dates, policy, timeZone, zones);
  const { isConfirmed, isSuperseded, isDisposed } = standing;
  const facts: StandingFacts = {
    isDisposed,
    isSuperseded,
    isTracked: hasType || hasOwner || policy !== null || hasDates(dates) || dates.noExpiration,
    noExpiration: dates.noExpiration,
    neverExpires: policy?.basis === 'never',
    isConfirmed,
    requireConfirmation: policy?.requireConfirmation ?? false,
    expiresOn: inForce.expiresOn,
    graceEndsOn: inForce.graceEndsOn,
    windowDays: windowDaysOf(policy?.noticeDaysBefore ?? []),
    timeZone,
  };
  return { ...inForce, facts, boundaries: boundariesOf(facts, zones) };
}
