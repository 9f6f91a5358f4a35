import type { HandlerContext } from '../../kernel/handler-context.ts';
import { startOfDate } from '../../kernel/plain-dates.ts';
import { plusDays } from '../../kernel/time.ts';
import type { risksOf } from '../overview/overview-parts.ts';
import type { GovernancePorts } from '../ports.ts';
import { today } from './today.ts';

const daysOfYear = 365;

/** What the overview says of cases that are due for long, and of holds that nobody released. */
export async function retentionRisks(
  context: Pick<GovernancePorts, 'retentionClocks' | 'recordHolds' | 'dispositions' | 'workspaceIdentity'> &
    Pick<HandlerContext, 'now' | 'timeZones'>,
): Promise<Parameters<typeof risksOf>[0]> {
  const { retentionClocks, recordHolds, workspaceIdentity, timeZones, now } = context;
  const { defaultTimeZone } = await workspaceIdentity.profile();
  const { overdue, overdueSince } = await retentionClocks.counts(await today(context));
  const old = await recordHolds.olderThan(plusDays(now, -daysOfYear));
  const { failed, failedSince } = await context.dispositions.counts(now);
  return {
    disposition_failed: { count: failed, since: failedSince },
    retention_overdue: {
      count: overdue,
      since: overdueSince === null ? null : startOfDate(overdueSince, defaultTimeZone, timeZones),
    },
    hold_older_than_a_year: old,
  };
}
