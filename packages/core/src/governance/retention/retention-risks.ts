import type { HandlerContext } from '../../kernel/handler-context.ts';
import { startOfDate } from '../../kernel/plain-dates.ts';
import { plusDays } from '../../kernel/time.ts';
import type { Risk } from '../overview/risks.ts';
import type { GovernancePorts } from '../ports.ts';
import { today } from './today.ts';

const daysOfYear = 365;

/** What the overview says of cases that are due for long, and of holds that nobody released. */
export async function retentionRisks(
  context: Pick<GovernancePorts, 'retentionClocks' | 'recordHolds' | 'dispositions' | 'workspaceIdentity'> &
    Pick<HandlerContext, 'now' | 'timeZones'>,
): Promise<readonly Risk[]> {
  const { retentionClocks, recordHolds, workspaceIdentity, timeZones, now } = context;
  const { defaultTimeZone } = await workspaceIdentity.profile();
  const { overdue, overdueSince } = await retentionClocks.counts(await today(context));
  const old = await recordHolds.olderThan(plusDays(now, -daysOfYear));
  const { failed, failedSince } = await context.dispositions.counts(now);
  return [
    { code: 'disposition_failed', count: failed, since: failedSince },
    {
      code: 'retention_overdue',
      count: overdue,
      since: overdueSince === null ? null : startOfDate(overdueSince, defaultTimeZone, timeZones),
    },
    { code: 'hold_older_than_a_year', count: old.count, since: old.since },
  ];
}
