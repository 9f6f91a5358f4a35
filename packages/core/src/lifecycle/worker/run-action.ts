import type { Document } from '../../documents/index.ts';
import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import { plusDays } from '../../kernel/time.ts';
import { startExtraction, usualWishes } from '../extraction/runs/start-extraction.ts';
import { actionJobs } from '../jobs.ts';
import { evaluateDocuments } from '../lifecycles/evaluate-documents.ts';
import { aboutLifecycle } from '../lifecycles/lifecycle-facts.ts';
import { type LifecyclePorts, reaction } from '../ports.ts';
import { openWantedRenewal } from '../renewals/open-wanted-renewal.ts';
import { proposeDestruction } from '../retention/propose-destruction.ts';
import {
  type ActionKind,
  type ActionOutcome,
  actionAggregate,
  type Crossing,
  type LifecycleAction,
} from './action.ts';
import { lifecycleActionDue, lifecycleExpired, lifecycleExpiring, lifecycleGraceStarted } from './events.ts';
import { planDocuments } from './plan-documents.ts';
import { wantedByDocuments } from './wanted-by-documents.ts';

export type ActionWork = LifecyclePorts & FollowUpContext;

/** How far ahead what follows an action is planned. */
const aheadDays = 90;

export const ofAction = ({ actionId }: { readonly actionId: string }) => ({
  type: actionAggregate,
  id: actionId,
});

/** Does what an action says, under the lock on its document, if that still wants it. */
export const runLifecycleAction = reaction(
  lifecycleActionDue,
  { topic: 'lifecycle.action.run', policy: actionJobs, aggregate: ofAction },
  ({ actionId }, { once }) =>
    once(async (work) => {
      const action = await work.lifecycleActions.find(actionId);
      if (action === null || action.status !== 'started') return;
      const document = await work.documentLibrary.get(action.documentId, 'for update');
      const outcome =
        document?.status === 'active' ? await effects[action.kind](action, document, work) : 'cancel';
      await endAction(action, outcome, work);
    }),
);

/** Ends an action and plans what follows it (LIF-10). */
export async function endAction(
  { id, documentId }: Pick<LifecycleAction, 'id' | 'documentId'>,
  outcome: ActionOutcome,
  work: ActionWork,
): Promise<void> {
  await work.lifecycleActions.end(id, outcome, work.now);
  await planDocuments([documentId], { horizonEnd: plusDays(work.now, aheadDays), kinds: null }, work);
}

type Effect = (action: LifecycleAction, document: Document, work: ActionWork) => Promise<ActionOutcome>;

const crossingEvents = {
  expiring: lifecycleExpiring,
  grace_started: lifecycleGraceStarted,
  expired: lifecycleExpired,
} as const satisfies Readonly<Record<Crossing, unknown>>;

/** The day that has come is told, or shares end with it; only if date and policy still say so. */
const crossDay: Effect = async ({ documentId, dedupeKey, params: { crossing } }, document, work) => {
  const wanted = await wantedByDocuments(await work.lifecycleActions.documents([documentId]), work);
  const own = wanted.get(documentId)?.find((one) => one.dedupeKey === dedupeKey);
  if (crossing === null || own === undefined || own.dueAt > work.now) return 'cancel';
  if (crossing === 'shares_revoked') await work.documentShareEnds.expired(documentId, work);
  else {
    const lifecycle = await work.lifecycles.read(documentId, work.now);
    work.emit(crossingEvents[crossing], aboutLifecycle({ document, lifecycle }));
  }
  return 'succeed';
};

/** Notices are mailed by a job of their own. */
const effects: Readonly<Record<ActionKind, Effect>> = {
  send_notice: async () => 'cancel',
  expire: crossDay,
  open_renewal: async (_, document, work) =>
    (await openWantedRenewal(document, work)) ? 'succeed' : 'cancel',
  create_candidate: async ({ documentId }, _, work) => {
    await proposeDestruction([documentId], work);
    return 'succeed';
  },
  run_extraction: async ({ requestedByUserId }, document, work) => {
    await startExtraction(document, usualWishes, { requestedByUserId, force: false }, work);
    return 'succeed';
  },
  recalculate: async ({ documentId }, _, work) => {
    await evaluateDocuments([documentId], work);
    return 'succeed';
  },
};
