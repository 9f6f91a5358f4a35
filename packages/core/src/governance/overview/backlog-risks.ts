import type { HandlerContext } from '../../kernel/handler-context.ts';
import { daysLater, startOfDate } from '../../kernel/plain-dates.ts';
import type { GovernancePorts } from '../ports.ts';
import type { RecordBacklogCounts } from './backlog.ts';
import type { risksOf } from './overview-parts.ts';

/** What the overview says of work in cases that waits for too long. */
export async function backlogRisks(
  backlog: RecordBacklogCounts,
  {
    workspaceIdentity,
    timeZones,
  }: Pick<GovernancePorts, 'workspaceIdentity'> & Pick<HandlerContext, 'timeZones'>,
): Promise<Parameters<typeof risksOf>[0]> {
  const { defaultTimeZone } = await workspaceIdentity.profile();
  const { count, dueOn } = backlog.lateAmendments;
  return {
    // It is late from the day after on.
    amendment_overdue: {
      count,
      since: dueOn === null ? null : startOfDate(daysLater(dueOn, 1), defaultTimeZone, timeZones),
    },
    case_without_lead: { count: backlog.casesWithoutLead, since: null },
    co_sign_overdue: backlog.lateCoSigns,
    possible_duplicate: { count: backlog.sharedIdentifiers, since: null },
    scan_backlog: backlog.unscannedFiles,
    transfer_stale: backlog.staleTransfers,
    unsigned_overdue: backlog.lateSignatures,
  };
}
