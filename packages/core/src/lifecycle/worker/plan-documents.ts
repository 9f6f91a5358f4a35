import { groupBy } from '../../kernel/grouping.ts';
import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import type { Instant } from '../../kernel/time.ts';
import type { LifecyclePorts } from '../ports.ts';
import { type ActionKind, type LifecycleAction, lifecycleActionStates } from './action.ts';
import type { DocumentToPlan } from './ports.ts';
import type { WantedAction } from './wanted-actions.ts';
import { wantedByDocuments } from './wanted-by-documents.ts';

/** What is to be planned. */
export interface PlanScope {
  readonly horizonEnd: Instant;
  /** Null for all kinds. */
  readonly kinds: readonly ActionKind[] | null;
}

/** How a plan changes the actions of documents. */
export interface PlanChanges {
  readonly created: readonly LifecycleAction[];
  readonly kept: readonly LifecycleAction[];
  readonly cancelled: readonly LifecycleAction[];
  /** What was missed before it was planned, and is noted as that. */
  readonly skipped: readonly LifecycleAction[];
  /** What was planned, and was missed. */
  readonly missed: readonly LifecycleAction[];
}

interface Plan extends PlanChanges {
  readonly moved: ReadonlyMap<string, Instant>;
  readonly planAt: ReadonlyMap<string, Instant | null>;
}

type Context = Pick<LifecyclePorts, 'lifecycleActions' | 'expirationPolicies'> &
  Pick<FollowUpContext, 'now' | 'newId' | 'timeZones'>;

/** Compares what these documents ask for with the actions that there are; nothing is changed yet (OPS-2). */
export async function planOf(
  documents: readonly DocumentToPlan[],
  scope: PlanScope,
  context: Context,
): Promise<Plan> {
  const wanted = await wantedByDocuments(documents, context);
  const actions = await context.lifecycleActions.ofDocuments([...wanted.keys()]);
  const there = groupBy(actions, ({ documentId }) => documentId);

  const plans = [...wanted].map(([documentId, each]) => ({
    documentId,
    ...planOfOne(each, there.get(documentId) ?? [], scope, context),
  }));
  return {
    created: plans.flatMap(({ created }) => created),
    kept: plans.flatMap(({ kept }) => kept),
    cancelled: plans.flatMap(({ cancelled }) => cancelled),
    skipped: plans.flatMap(({ skipped }) => skipped),
    missed: plans.flatMap(({ missed }) => missed),
    moved: new Map(plans.flatMap(({ moved }) => moved)),
    planAt: new Map(plans.map(({ documentId, planAt }) => [documentId, planAt])),
  };
}

function planOfOne(
  wanted: readonly WantedAction[],
  there: readonly LifecycleAction[],
  { horizonEnd, kinds }: PlanScope,
  { newId, now }: Context,
) {
  const isConcerned = ({ kind }: Pick<LifecycleAction, 'kind'>) => kinds === null || kinds.includes(kind);
  const known = new Map(there.map((action) => [action.dedupeKey, action]));
  const keys = new Map(wanted.map((one) => [one.dedupeKey, one]));
  const isNew = (one: WantedAction) => !known.has(one.dedupeKey) && isConcerned(one);
  const made = ({ isMissed, ...one }: WantedAction): LifecycleAction => ({
    ...one,
    id: newId(),
    status: lifecycleActionStates.begin(isMissed ? 'skipped' : 'planned'),
    requestedByUserId: null,
    reason: null,
    mailIds: [],
    createdAt: now,
    finishedAt: isMissed ? now : null,
  });

  const planned = there.filter((action) => action.status === 'planned' && action.requestedByUserId === null);
  const ready = wanted.filter((one) => isNew(one) && one.dueAt <= horizonEnd).map(made);
  const isMissed = ({ dedupeKey }: LifecycleAction) => keys.get(dedupeKey)?.isMissed === true;
  const stays = planned.flatMap((action) => {
    const one = keys.get(action.dedupeKey);
    return one === undefined || one.isMissed
      ? []
      : [{ ...action, dueAt: one.dueAt, isMoved: one.dueAt !== action.dueAt }];
  });
  const open = wanted.filter(
    ({ dedupeKey, isMissed }) => !isMissed && (known.get(dedupeKey)?.status ?? 'planned') === 'planned',
  );
  return {
    created: ready.filter(({ status }) => status === 'planned'),
    skipped: ready.filter(({ status }) => status === 'skipped'),
    missed: planned.filter((action) => isMissed(action) && isConcerned(action)),
    cancelled: planned.filter((action) => !keys.has(action.dedupeKey) && isConcerned(action)),
    kept: stays
      .filter((action) => isConcerned(action) && action.dueAt <= horizonEnd)
      .map(({ isMoved: _, ...action }) => action),
    moved: stays.filter(({ isMoved }) => isMoved).map(({ id, dueAt }) => [id, dueAt] as const),
    planAt: open.map(({ dueAt }) => dueAt).toSorted()[0] ?? null,
  };
}

/** Locks these documents, and has the actions be what they ask for. */
export async function planDocuments(
  documentIds: readonly string[],
  scope: PlanScope,
  context: Context,
): Promise<PlanChanges> {
  const { lifecycleActions, now } = context;
  const plan = await planOf(await lifecycleActions.documents(documentIds), scope, context);
  for (const { id } of plan.cancelled) await lifecycleActions.end(id, 'cancel', now);
  for (const { id } of plan.missed) await lifecycleActions.end(id, 'skip', now);
  await lifecycleActions.reschedule(plan.moved);
  await lifecycleActions.add([...plan.created, ...plan.skipped]);
  await lifecycleActions.notePlan(plan.planAt);
  return plan;
}
