import type { TimeZoneRules } from '../../kernel/ports.ts';
import type { Instant } from '../../kernel/time.ts';
import { isInForce, isOfDate, type RiskAcknowledgement } from '../risks/risk.ts';
import type { LifecycleAction } from './action.ts';
import { lifecycleActionDue, lifecycleNoticeDue, lifecycleOutsideNoticeDue } from './events.ts';
import { type GatheredMails, gatherNotices, type StartingContext } from './gather-notices.ts';
import type { DocumentToPlan } from './ports.ts';
import type { WantedAction } from './wanted-actions.ts';
import { wantedByDocuments } from './wanted-by-documents.ts';

export type Startable = Pick<LifecycleAction, 'id' | 'documentId'>;

/** Starts actions that are due: from then on each has a job. */
export async function startActions(due: readonly Startable[], context: StartingContext): Promise<void> {
  const ready = await readyActions(due, context);
  const notices = ready.filter(({ kind }) => kind === 'send_notice');
  const gathered: GatheredMails = new Map();
  if (notices.length > 0) await gatherNotices(notices, gathered, context);
  await started(notices, gathered, context);
  const others = ready.filter(({ kind }) => kind !== 'send_notice');
  const begun = await context.lifecycleActions.start(others.map(({ id }) => id));
  for (const actionId of begun) context.emit(lifecycleActionDue, { actionId });
}

/**
 * Puts notices that are due into mails, which others of the same run share; they are started once all of the run are in
 * theirs. Which are to be started.
 */
export async function gatherDueNotices(
  due: readonly Startable[],
  gathered: GatheredMails,
  context: StartingContext,
): Promise<readonly Startable[]> {
  const ready = await readyActions(due, context);
  await gatherNotices(ready, gathered, context);
  return ready.map(({ id, documentId }) => ({ id, documentId }));
}

/** Starts notices that were put into these mails. */
export async function startNotices(
  notices: readonly Startable[],
  gathered: GatheredMails,
  context: StartingContext,
): Promise<void> {
  // Whoever starts actions has locked their documents.
  await context.lifecycleActions.documents([...new Set(notices.map(({ documentId }) => documentId))]);
  await started(notices, gathered, context);
}

async function started(
  notices: readonly Startable[],
  gathered: GatheredMails,
  { lifecycleActions, emit }: StartingContext,
): Promise<void> {
  const begun = await lifecycleActions.start(notices.map(({ id }) => id));
  for (const actionId of begun) emit(lifecycleNoticeDue, { actionId });
  for (const mailId of outsideMails(gathered)) emit(lifecycleOutsideNoticeDue, { mailId });
}

const outsideMails = (gathered: GatheredMails): readonly string[] =>
  [...gathered].flatMap(([to, mailId]) => (to.startsWith('mailto:') ? [mailId] : []));

/**
 * Of these actions those that are to be started. What nobody wants any more is cancelled, and what something later has made
 * useless is skipped, whether or not the plan has been there since.
 */
async function readyActions(
  due: readonly Startable[],
  context: StartingContext,
): Promise<readonly LifecycleAction[]> {
  const { lifecycleActions, riskAcknowledgements, now } = context;
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
  return ready;
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
