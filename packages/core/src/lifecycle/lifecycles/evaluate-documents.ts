import type { HandlerContext } from '../../kernel/handler-context.ts';
import { daysLater } from '../../kernel/plain-dates.ts';
import type { TimeZoneRules } from '../../kernel/ports.ts';
import type { Instant } from '../../kernel/time.ts';
import { type DecidingPolicy, evaluated } from '../dates/evaluation.ts';
import { precedenceOf, type StandingAssignment } from '../dates/precedence.ts';
import { type Retention, retentionOf } from '../dates/retention-period.ts';
import type { StandingFacts } from '../dates/status.ts';
import type { ExpirationPolicy } from '../policies/expiration-policy.ts';
import type { LifecyclePorts } from '../ports.ts';
import { type SettlingContext, settleCandidates } from '../retention/settle-candidates.ts';
import { datedDocument, type EvaluatedDocument, type LifecycleOutcome } from './lifecycle.ts';

type Context = Pick<HandlerContext, 'timeZones'> &
  Pick<LifecyclePorts, 'lifecycles' | 'policyAssignments' | 'expirationPolicies' | 'workspaceIdentity'>;

/** Computes again what follows for these documents from what people said, from where they lie and from the policies. */
export async function evaluateDocuments(
  documentIds: readonly string[],
  context: Context & SettlingContext,
): Promise<void> {
  const { lifecycles } = context;
  const documents = await lifecycles.toEvaluate(documentIds);
  if (documents.length === 0) return;
  const outcomes = await outcomesOf(documents, context);
  await lifecycles.settle(outcomes);
  await settleCandidates(outcomes, context);
}

/** What follows for each of these documents. */
export async function outcomesOf(
  documents: readonly EvaluatedDocument[],
  context: Context,
): Promise<ReadonlyMap<string, LifecycleOutcome>> {
  const { policyAssignments, expirationPolicies, workspaceIdentity, timeZones } = context;
  const places = documents.map(placeOf);
  const assignments = new Map((await policyAssignments.standingOn(places)).map((one) => [keyOf(one), one]));
  const winners = places.map((place) => precedenceOf(place, assignmentsAt(place, assignments)).winner);
  const policyIds = new Set(winners.flatMap((winner) => (winner === null ? [] : [winner.policyId])));
  const [policies, { defaultTimeZone }] = await Promise.all([
    policyIds.size === 0 ? [] : expirationPolicies.among([...policyIds], 'for share'),
    workspaceIdentity.profile(),
  ]);
  const policyOf = new Map(policies.map((policy) => [policy.id, policy]));

  return new Map(
    documents.map((document, at) => {
      const winner = winners[at] ?? null;
      const policy = winner === null ? null : (policyOf.get(winner.policyId) ?? null);
      const evaluation = evaluated(
        datedDocument(document),
        policy && decidingPolicy(policy),
        defaultTimeZone,
        timeZones,
      );
      return [document.lifecycle.documentId, outcomeOf(document, evaluation, winner, policy, timeZones)];
    }),
  );
}

export const placeOf = ({ lifecycle, typeId, folderIds }: EvaluatedDocument) => ({
  documentId: lifecycle.documentId,
  folderIds,
  typeId,
});
type Place = ReturnType<typeof placeOf>;

const keyOf = ({ scope, targetId }: Pick<StandingAssignment, 'scope' | 'targetId'>) => `${scope} ${targetId}`;

/** Of many assignments those that concern one place, so that a batch takes time in its own size alone. */
const assignmentsAt = (
  { documentId, folderIds, typeId }: Place,
  assignments: ReadonlyMap<string, StandingAssignment>,
): readonly StandingAssignment[] =>
  [
    `document ${documentId}`,
    ...folderIds.map((id) => `folder ${id}`),
    `type ${typeId}`,
    'workspace null',
  ].flatMap((key) => assignments.get(key) ?? []);

export const decidingPolicy = ({ notices, ...policy }: ExpirationPolicy): DecidingPolicy => ({
  ...policy,
  noticeDaysBefore: notices.map(({ daysBefore }) => daysBefore),
});

function outcomeOf(
  document: EvaluatedDocument,
  { facts, boundaries, expiresOnSource }: ReturnType<typeof evaluated>,
  winner: StandingAssignment | null,
  policy: ExpirationPolicy | null,
  zones: TimeZoneRules,
): LifecycleOutcome {
  const { isTracked, neverExpires, requireConfirmation, expiresOn, graceEndsOn, windowDays, timeZone } =
    facts;
  const retention = policy && keptFor(document, facts, policy, zones);
  return {
    policyId: policy?.id ?? null,
    policyRevision: policy?.revision ?? null,
    policyScope: winner?.scope ?? null,
    policyTargetId: winner?.targetId ?? null,
    isTracked,
    neverExpires,
    requireConfirmation,
    expiresOn,
    expiresOnSource,
    graceEndsOn,
    windowDays,
    timeZone,
    soonAt: boundaries?.soonAt ?? null,
    endsAt: boundaries?.endsAt ?? null,
    graceEndsAt: boundaries?.graceEndsAt ?? null,
    renewalAt: policy && renewalAtOf(facts, policy, zones),
    retention,
    retentionDueAt: retention?.dueAt ?? null,
  };
}

/** So many days before the date in force, at the time of notices, once a person has confirmed the date or need not. */
function renewalAtOf(
  { expiresOn, timeZone, isConfirmed, requireConfirmation, isSuperseded, isDisposed }: StandingFacts,
  { openRenewalDaysBefore, noticeLocalTime }: ExpirationPolicy,
  zones: TimeZoneRules,
): Instant | null {
  const isOver = isSuperseded || isDisposed;
  if (expiresOn === null || openRenewalDaysBefore === null || isOver) return null;
  if (requireConfirmation && !isConfirmed) return null;
  const day = daysLater(expiresOn, -openRenewalDaysBefore);
  return zones.resolve(`${day}T${noticeLocalTime}:00`, timeZone).instant;
}

/** How long the policy keeps a document; nothing of one that is destroyed. */
function keptFor(
  { lifecycle, uploadedAt, sealedAt }: EvaluatedDocument,
  { expiresOn, isConfirmed, requireConfirmation, isDisposed, timeZone }: StandingFacts,
  { retention }: ExpirationPolicy,
  zones: TimeZoneRules,
): Retention | null {
  if (retention === null || isDisposed) return null;
  const { supersededAt } = lifecycle;
  const isDateCertain = isConfirmed || !requireConfirmation;
  const dates = { uploadedAt, sealedAt, expiresOn, isDateCertain, supersededAt };
  return retentionOf(retention, dates, timeZone, zones);
}
