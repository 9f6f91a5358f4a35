import type { TimeZoneRules } from '../../kernel/ports.ts';
import { type Instant, type PlainDate, plusDays } from '../../kernel/time.ts';
import { plannedNotices } from '../dates/notices.ts';
import { decidingPolicy } from '../lifecycles/evaluate-documents.ts';
import type { ExpirationPolicy } from '../policies/expiration-policy.ts';
import type { ActionParams, Crossing, LifecycleAction } from './action.ts';
import type { DocumentToPlan } from './ports.ts';

/** An effect that the dates and the policy of a document ask for. */
export interface WantedAction
  extends Pick<LifecycleAction, 'documentId' | 'kind' | 'dueAt' | 'params' | 'dedupeKey'> {
  /** Its time is past, and something later has made it useless (LIF-12). */
  readonly isMissed: boolean;
}

type Zones = Pick<TimeZoneRules, 'resolve'>;

/**
 * What is to happen for a document: of each kind what is due or was missed, and what comes next (LIF-10). Nothing for one that
 * is in the trash, destroyed or replaced, or that has no date. The keys name the date and no instant, so that another zone or
 * another hour sends nothing a second time (LIF-28).
 */
export function wantedActions(
  document: DocumentToPlan,
  policy: ExpirationPolicy | null,
  now: Instant,
  zones: Zones,
): readonly WantedAction[] {
  const { isActive, lifecycle } = document;
  const { expiresOn, supersededByDocumentId } = lifecycle;
  if (!isActive || supersededByDocumentId !== null || expiresOn === null) return [];
  const dated: DatedLifecycle = { ...lifecycle, expiresOn };
  return [
    ...(policy === null ? [] : wantedNotices(dated, policy, now, zones)),
    ...wantedCrossings(dated, now),
    ...(policy === null ? [] : wantedRevocation(dated, policy, now)),
    ...wantedRenewal(dated),
  ];
}

type DatedLifecycle = DocumentToPlan['lifecycle'] & { readonly expiresOn: PlainDate };

/** The key of the notice so many days before a date: it is sent once (LIF-11). */
export const noticeKey = (documentId: string, daysBefore: number, expiresOn: string): string =>
  `notice:${documentId}:${daysBefore}:${expiresOn}`;
export const renewalKey = (documentId: string, expiresOn: string): string =>
  `renewal:${documentId}:${expiresOn}`;

/**
 * What is so long past is news to nobody. Actions that ended are kept for longer than this, so that what was done once is
 * known until it would no longer be done.
 */
const longAgoDays = 365;

const noParams: ActionParams = { daysBefore: null, crossing: null, expiresOn: null };

function wantedNotices(
  { documentId, expiresOn, timeZone }: DatedLifecycle,
  policy: ExpirationPolicy,
  now: Instant,
  zones: Zones,
): readonly WantedAction[] {
  const notices = plannedNotices(expiresOn, decidingPolicy(policy), timeZone, now, zones);
  const next = notices.find(({ state }) => state === 'planned');
  return notices
    .filter((notice) => notice.state !== 'planned' || notice === next)
    .map(({ daysBefore, at, state }) => ({
      documentId,
      kind: 'send_notice' as const,
      dueAt: at,
      params: { ...noParams, daysBefore, expiresOn },
      dedupeKey: noticeKey(documentId, daysBefore, expiresOn),
      isMissed: state === 'skipped',
    }));
}

/** What is told as its days come. Of those that have come already only the last one is told. */
function wantedCrossings(lifecycle: DatedLifecycle, now: Instant): readonly WantedAction[] {
  const { documentId, expiresOn } = lifecycle;
  const days = crossingsOf(lifecycle);
  const last = days.findLast(({ at }) => at <= now);
  const next = days.find(({ at }) => at > now);
  return days
    .filter((day) => day.at <= now || day === next)
    .map((day) => ({
      documentId,
      kind: 'expire' as const,
      dueAt: day.at,
      params: { ...noParams, crossing: day.crossing, expiresOn },
      dedupeKey: `expire:${documentId}:${day.crossing}:${expiresOn}`,
      isMissed: day.at <= now && (day !== last || day.at < plusDays(now, -longAgoDays)),
    }));
}

/**
 * Shares end once for each date, when its days of grace are over, if a person has confirmed that date or need not (LIF-8,
 * LIF-20). What was confirmed, or wanted by a policy, only later is made up for.
 */
function wantedRevocation(
  { documentId, expiresOn, graceEndsAt, requireConfirmation, confirmedAt }: DatedLifecycle,
  { revokeSharesOnExpiry }: ExpirationPolicy,
  now: Instant,
): readonly WantedAction[] {
  const isCertain = !requireConfirmation || confirmedAt !== null;
  if (!revokeSharesOnExpiry || graceEndsAt === null || !isCertain) return [];
  return [
    {
      documentId,
      kind: 'expire',
      dueAt: graceEndsAt,
      params: { ...noParams, crossing: 'shares_revoked', expiresOn },
      dedupeKey: `shares:${documentId}:${expiresOn}`,
      isMissed: graceEndsAt < plusDays(now, -longAgoDays),
    },
  ];
}

/** Without grace a document expires at once. */
function crossingsOf({ soonAt, endsAt, graceEndsAt }: DatedLifecycle): readonly {
  readonly crossing: Crossing;
  readonly at: Instant;
}[] {
  if (soonAt === null || endsAt === null || graceEndsAt === null) return [];
  return [
    { crossing: 'expiring' as const, at: soonAt },
    ...(endsAt < graceEndsAt ? [{ crossing: 'grace_started' as const, at: endsAt }] : []),
    { crossing: 'expired' as const, at: graceEndsAt },
  ];
}

/** For one date a policy opens one renewal (REN-2). */
function wantedRenewal({
  documentId,
  expiresOn,
  renewalAt,
  renewalOpenedFor,
}: DatedLifecycle): readonly WantedAction[] {
  if (renewalAt === null || renewalOpenedFor === expiresOn) return [];
  return [
    {
      documentId,
      kind: 'open_renewal',
      dueAt: renewalAt,
      params: { ...noParams, expiresOn },
      dedupeKey: renewalKey(documentId, expiresOn),
      isMissed: false,
    },
  ];
}
