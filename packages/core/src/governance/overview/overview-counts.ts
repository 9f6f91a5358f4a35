import type { HandlerContext } from '../../kernel/handler-context.ts';
import { plusDays } from '../../kernel/time.ts';
import type { GovernancePorts } from '../ports.ts';
import { today } from '../retention/today.ts';
import { actionContexts } from '../worker/worker-action.ts';
import { backlogMoments } from './backlog.ts';

type Counting = Pick<HandlerContext, 'user' | 'now' | 'timeZones'> &
  Pick<
    GovernancePorts,
    | 'consents'
    | 'emergencies'
    | 'temporaryGrants'
    | 'dispositions'
    | 'retentionClocks'
    | 'recordReaders'
    | 'disclosureAuthorizations'
    | 'recordBacklog'
    | 'recordLedger'
    | 'jobControl'
    | 'workspaceIdentity'
  >;

/** The numbers of the overview, section by section, and what its risks are made of beside them. */
export async function overviewCounts(context: Counting) {
  const { now, consents, emergencies, temporaryGrants, dispositions, jobControl } = context;
  const day = await today(context);
  const reach = await context.recordReaders.reach(null, context);
  const [{ active, expiring, requested }, taken, temporaryActive, reviews, clocks] = await Promise.all([
    consents.counts(now, plusDays(now, 30)),
    emergencies.counts(now),
    temporaryGrants.activeCount(now),
    dispositions.counts(plusDays(now, -30)),
    context.retentionClocks.counts(day),
  ]);
  const [disclosures, backlog, ledger, worker] = await Promise.all([
    context.disclosureAuthorizations.counts(reach, day),
    context.recordBacklog.counts(reach, backlogMoments(now, day)),
    context.recordLedger.standing(now),
    jobControl.stuck(actionContexts),
  ]);
  const { lastCheckAt, ok, checkpointSize, checkpointAt, cosignedSize } = ledger;
  const sections = {
    consents: { active, expiringIn30Days: expiring, requested },
    disclosures: { ...disclosures },
    retention: {
      ...{ due: clocks.due, onHold: clocks.onHold },
      ...{ reviewsPending: reviews.pending, executedLast30Days: reviews.executed },
    },
    access: {
      ...{ temporaryActive, breakGlassActive: taken.active },
      ...{ breakGlassAwaitingReview: taken.awaitingReview, breakGlassReviewOverdue: taken.overdue },
    },
    transfersPending: backlog.transfersPending,
    coSignsPending: backlog.coSignsPending,
    amendmentsOverdue: backlog.lateAmendments.count,
    integrity: { lastCheckAt, ok, checkpointSize, checkpointAt, cosignedSize },
    worker: { ...worker },
  };
  return { sections, taken, backlog, ledger };
}
