import { z } from 'zod';
import { viewerOf } from '../../documents/index.ts';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import { daysLater, localDate } from '../../kernel/plain-dates.ts';
import { shown } from '../../kernel/shapes.ts';
import { holdsOn } from '../holds/holds-on.ts';
import { legalHoldView } from '../holds/views.ts';
import { mayConfigure } from '../lifecycles/lifecycle-permissions.ts';
import { type LifecyclePorts, query } from '../ports.ts';
import { openRenewalStatuses, renewalStates } from '../renewals/renewal.ts';
import { renewalView } from '../renewals/views.ts';
import { retentionCandidateStates } from '../retention/candidate.ts';
import { candidateView } from '../retention/views.ts';
import { workerStatuses } from '../worker/health.ts';
import { actionView, LifecycleActionView } from '../worker/views.ts';
import { workerPulse } from '../worker/worker-pulse.ts';
import {
  ActionOperationsView,
  HoldOperationsView,
  IntelligenceOperationsView,
  RenewalOperationsView,
  RetentionOperationsView,
} from './views.ts';

const [mostShown, mostFailures, unsureBelow] = [10, 20, 0.6];

export const getLifecycleOperations = query({
  summary: 'Read what there is to do for documents',
  description:
    'What the worker does and has given up, which renewals are overdue, which holds somebody is to look at, and what is destroyed next. It counts and shows what you see; what is destroyed is for owners and admins.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  cli: { command: 'documents operations' },
  input: z.strictObject({}),
  output: z.object({
    asOf: shown.instant().describe('When this was looked at.'),
    operations: ActionOperationsView,
    health: z.enum(workerStatuses).describe('How the worker is.'),
    failures: z
      .array(LifecycleActionView)
      .describe('Actions that were given up, the newest first, at most twenty.'),
    renewals: RenewalOperationsView,
    holds: HoldOperationsView,
    retention: RetentionOperationsView,
    intelligence: IntelligenceOperationsView,
  }),

  async run(_, context) {
    const { lifecycleOperations, user, now } = context;
    const viewer = viewerOf(user);
    const [counts, pulse, next, failures, overdue, reviewDue, retention] = await Promise.all([
      lifecycleOperations.counts(viewer, now, unsureBelow),
      workerPulse(context),
      lifecycleOperations.nextActions(viewer, mostShown).then((ids) => actionsAmong(ids, context)),
      lifecycleOperations.failedActions(viewer, mostFailures).then((ids) => actionsAmong(ids, context)),
      overdueRenewals(context),
      holdsToReview(context),
      viewer.seesAll ? retentionOf(context) : nothingToDestroy,
    ]);
    const { pending: due, running, retrying, planned24h, succeeded24h } = pulse.standing.actions;
    return {
      asOf: now,
      operations: { planned24h, due, running, retrying, succeeded24h, next },
      health: pulse.status,
      failures,
      renewals: {
        byStatus: inEachState(renewalStates.states, counts.renewals),
        overdue,
        singlePerson: counts.singlePersonRenewals,
      },
      holds: { active: counts.activeHolds, documents: counts.heldDocuments, reviewDue },
      retention,
      intelligence: {
        queued: counts.queuedRuns,
        running: counts.runningRuns,
        failed24h: counts.failedRuns,
        evidenceProposed: counts.proposals,
        lowConfidence: counts.unsureProposals,
      },
    };
  },
});

type Context = LifecyclePorts & HandlerContext;

const inEachState = <S extends string>(
  states: readonly S[],
  counts: Readonly<Partial<Record<S, number>>>,
): Record<string, number> => Object.fromEntries(states.map((state) => [state, counts[state] ?? 0]));

async function actionsAmong(ids: readonly string[], { lifecycleActions }: Context) {
  const found = ids.length === 0 ? [] : await lifecycleActions.among(ids);
  const actionOf = new Map(found.map((action) => [action.id, action]));
  return ids.flatMap((id) => {
    const action = actionOf.get(id);
    return action === undefined ? [] : [actionView(action)];
  });
}

/** Somewhere on earth it is the day after today already, and each document counts in its own zone. */
const latestDay = ({ now }: Context) => daysLater(now.slice(0, 10), 2);
const mostLookedAt = 50;

async function overdueRenewals(context: Context) {
  const { renewals, user } = context;
  const filter = { statuses: openRenewalStatuses, ownerUserId: null, documentId: null };
  const dueBefore = latestDay(context);
  const found = await renewals.list({ ...filter, dueBefore }, viewerOf(user), null, mostLookedAt);
  return found
    .map((renewal) => renewalView(renewal, context))
    .filter(({ overdue }) => overdue)
    .slice(0, mostShown);
}

async function holdsToReview(context: Context) {
  const { lifecycleOperations, legalHolds, user, now, timeZones } = context;
  const found = await lifecycleOperations.holdsToReview(viewerOf(user), latestDay(context), mostLookedAt);
  const due = found
    .filter(({ reviewOn, timeZone }) => reviewOn <= localDate(now, timeZone, timeZones))
    .slice(0, mostShown);
  const holds = await Promise.all(due.map(({ holdId }) => legalHolds.get(holdId)));
  return due.flatMap(({ holdId, documentOwnerId, lifecycleOwnerId }) => {
    const [document, lifecycle] = [{ ownerUserId: documentOwnerId }, { ownerUserId: lifecycleOwnerId }];
    const hold = holds.find(({ id }) => id === holdId);
    return hold === undefined ? [] : [legalHoldView(hold, mayConfigure({ document, lifecycle }, user))];
  });
}

const nothingToDestroy = {
  byStatus: inEachState(retentionCandidateStates.states, {}),
  nextExecutions: [],
  singlePerson: 0,
};

async function retentionOf(context: Context) {
  const { lifecycleOperations, retentionCandidates } = context;
  const [counts, next, singlePerson] = await Promise.all([
    retentionCandidates.counts({ status: null, documentId: null, dueBefore: null }),
    lifecycleOperations.nextExecutions(mostShown),
    lifecycleOperations.singlePersonCandidates(),
  ]);
  const executions = await Promise.all(next.map((id) => retentionCandidates.get(id)));
  const ids = executions.map(({ documentId }) => documentId);
  const holds = await holdsOn(ids, context);
  return {
    byStatus: inEachState(
      retentionCandidateStates.states,
      Object.fromEntries(counts.map(({ status, count }) => [status, count])),
    ),
    nextExecutions: executions.map((candidate) => candidateView(candidate, holds)),
    singlePerson,
  };
}
