import type { TimeZoneRules } from '../../kernel/ports.ts';
import type { Instant } from '../../kernel/time.ts';
import { isInForce, isOfDate, type RiskAcknowledgement } from '../risks/risk.ts';
import type { LifecycleAction } from './action.ts';
import { lifecycleActionDue, lifecycleNoticeDue } from './events.ts';
import { gatherNotices, type StartingContext } from './gather-notices.ts';
import type { DocumentToPlan } from './ports.ts';
import type { WantedAction } from './wanted-actions.ts';
import { wantedByDocuments } from './wanted-by-documents.ts';

/**
 * Starts actions that are due: from then on each has a job. What nobody wants any more is cancelled, and what something later
 * has made useless is skipped, whether or not the plan has been there since. Notices are gathered, so that each person gets one
 * mail.
 */
export async function startActions(
  due: readonly Pick<LifecycleAction, 'id' | 'documentId'>[],
  context: StartingContext,
): Promise<void> {
  const { lifecycleActions, riskAcknowledgements, now, emit } = context;
  const documentIds = [...new Set(due.map(({ documentId }) => documentId))];
  const documents = await lifecycleActions.documents(documentIds);
  const documentOf = new Map(documents.map((document) => [document.lifecycle.documentId, document]));
  const wanted = await wantedByDocuments(documents, context);
  // Somebody may have started or cancelled them until the documents were locked.
  const ids = new Set(due.map(({ id }) => id));
  const actions = (await lifecycleActions.ofDocuments(documentIds)).filter(
    ({ id, status }) => ids.has(id) && status === 'planned',
  );
  const acknowledgements = await riskAcknowledgements.of(documentIds);
  const ready: LifecycleAction[] = [];
  for (const action of actions) {
    const document = documentOf.get(action.documentId);
    const outcome = fateOf(action, document, wanted.get(action.documentId) ?? [], acknowledgements, context);
    if (outcome === 'start') ready.push(action);
    else await lifecycleActions.end(action.id, outcome, now);
  }
  const started = new Set(await lifecycleActions.start(ready.map(({ id }) => id)));
  const begun = ready.filter(({ id }) => started.has(id));
  const notices = begun.filter(({ kind }) => kind === 'send_notice');
  if (notices.length > 0) await gatherNotices(notices, context);
  for (const { id, kind } of begun)
    emit(kind === 'send_notice' ? lifecycleNoticeDue : lifecycleActionDue, { actionId: id });
}

/** What somebody asked for is looked at by whatever does it. */
function fateOf(
  action: LifecycleAction,
  document: DocumentToPlan | undefined,
  wanted: readonly WantedAction[],
  acknowledgements: readonly RiskAcknowledgement[],
  { now, timeZones }: StartingContext,
): 'start' | 'cancel' | 'skip' {
  if (document === undefined || !document.isActive) return 'cancel';
  if (action.requestedByUserId !== null) return 'start';
  const own = wanted.find(({ dedupeKey }) => dedupeKey === action.dedupeKey);
  if (own === undefined || own.dueAt > now) return 'cancel';
  const isMuted = action.kind === 'send_notice' && isAccepted(document, acknowledgements, now, timeZones);
  return own.isMissed || isMuted ? 'skip' : 'start';
}

/** Whoever accepts that a document expires is not told of it again, unless its date changes (LIF-16). */
const isAccepted = (
  { lifecycle }: DocumentToPlan,
  acknowledgements: readonly RiskAcknowledgement[],
  now: Instant,
  zones: Pick<TimeZoneRules, 'wall'>,
): boolean =>
  acknowledgements.some(
    (one) =>
      one.documentId === lifecycle.documentId && isOfDate(one.risk) && isInForce(one, lifecycle, now, zones),
  );
