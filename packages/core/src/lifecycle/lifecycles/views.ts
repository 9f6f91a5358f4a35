import { z } from 'zod';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import { shown } from '../../kernel/shapes.ts';
import type { Instant } from '../../kernel/time.ts';
import type { LifecycleFacts } from '../dashboard/ports.ts';
import { dateSources } from '../dates/calculation.ts';
import { plannedNotices } from '../dates/notices.ts';
import { assignmentScopes } from '../dates/precedence.ts';
import { lifecycleStatuses } from '../dates/status.ts';
import { verificationOutcomes } from '../identities/outcome.ts';
import type { ExpirationPolicy } from '../policies/expiration-policy.ts';
import type { LifecyclePorts } from '../ports.ts';
import { renewalStates } from '../renewals/renewal.ts';
import { retentionCandidateStates } from '../retention/candidate.ts';
import { RiskView, riskViews } from '../risks/views.ts';
import { identifierKinds } from '../types/document-type.ts';
import { decidingPolicy } from './evaluate-documents.ts';
import type { DocumentInLifecycle } from './found-lifecycle.ts';
import type { ReadLifecycle } from './lifecycle.ts';

const PolicyInForceView = z.object({
  id: z.uuid().describe('The id of the policy.'),
  name: z.string().describe('The name of the policy.'),
  revision: z.int().describe('The revision that the dates were computed by.'),
  scope: z.enum(assignmentScopes).describe('What it was put on.'),
  targetId: z.uuid().nullable().describe('The id of what it was put on; null of the workspace.'),
});

const OpenRenewalView = z.object({
  caseId: z.uuid().describe('The id of the renewal.'),
  status: z.enum(renewalStates.states).describe('How far it is.'),
  dueOn: shown.date().describe('By when the replacement should be there.'),
});

const RetentionStandingView = z.object({
  until: shown
    .date()
    .nullable()
    .describe('The last day of its retention period; null if nothing says it yet.'),
  running: z.boolean().describe('True while it must not be destroyed for that reason.'),
  candidateId: z
    .uuid()
    .nullable()
    .describe('The id of the candidate for its destruction; null if there is none.'),
  candidateStatus: z
    .enum(retentionCandidateStates.states)
    .nullable()
    .describe('What has been decided about that so far; null if there is none.'),
});

export const LifecycleView = z
  .object({
    documentId: z.uuid().describe('The id of the document.'),
    documentName: z.string().describe('The name of the document.'),
    typeId: z.uuid().nullable().describe('The id of its document type; null without one.'),
    ownerUserId: z
      .string()
      .nullable()
      .describe('The id of the person who keeps it in force; null if nobody was named.'),
    status: z.enum(lifecycleStatuses).describe('What follows from its dates at this moment.'),
    issuedOn: shown.date().nullable().describe('When it was issued; null if nobody said.'),
    effectiveOn: shown.date().nullable().describe('From when on it is valid; null if nobody said.'),
    statedExpiresOn: shown
      .date()
      .nullable()
      .describe('The last day of its validity as a person has stated it; null if nobody did.'),
    expiresOn: shown
      .date()
      .nullable()
      .describe(
        'The date in force: the confirmed one, else the stated one, else what its policy gives; null if there is none.',
      ),
    expiresOnSource: z.enum(dateSources).describe('Where the date in force comes from.'),
    noExpiration: z.boolean().describe('True if somebody said that it never expires.'),
    confirmed: z.boolean().describe('True if a person has confirmed the date, or that there is none.'),
    confirmedByUserId: z
      .string()
      .nullable()
      .describe('The id of who confirmed it; null unless it is confirmed.'),
    confirmedAt: shown.instant().nullable().describe('When it was confirmed; null unless it is.'),
    confirmationNote: z.string().nullable().describe('What was noted with it; null for nothing.'),
    graceEndsOn: shown
      .date()
      .nullable()
      .describe('The last day on which it is not yet treated as expired; null without a date.'),
    timeZone: z.string().describe('The zone in which its days begin.'),
    policy: PolicyInForceView.nullable().describe('The policy that applies; null if none does.'),
    identifiers: z
      .array(
        z.object({
          kind: z.enum(identifierKinds).describe('What kind of number it is.'),
          value: z.string().describe('The number as it is printed.'),
          evidenceId: z
            .uuid()
            .nullable()
            .describe('The id of the evidence that it was taken over from; null if somebody typed it.'),
        }),
      )
      .describe('The numbers that it carries.'),
    holds: z
      .object({
        active: z.int().describe('How many holds on it are active.'),
        own: z.int().describe('How many of these were placed on the document.'),
        records: z.int().describe('How many of these are of records that hold it.'),
      })
      .describe('What forbids to trash and to destroy it.'),
    renewal: OpenRenewalView.nullable().describe('The open renewal; null if there is none.'),
    retention: RetentionStandingView.describe('How long it has to be kept.'),
    supersededByDocumentId: z
      .uuid()
      .nullable()
      .describe('The id of the document that took its place; null if none did.'),
    supersedesDocumentId: z
      .uuid()
      .nullable()
      .describe('The id of the document whose place it took; null if none.'),
    identity: z
      .object({
        verificationId: z.uuid().describe('The id of the check.'),
        outcome: z.enum(verificationOutcomes).describe('What it amounts to.'),
        verifiedAt: shown.instant().describe('When it was made.'),
      })
      .nullable()
      .describe('The newest check of it as an identity document; null if there was none.'),
    risks: z.array(RiskView).describe('What is open about it, in the order of their kinds.'),
    nextNoticeAt: shown.instant().nullable().describe('When the next notice is due; null if none is.'),
    updatedAt: shown.updatedAt(),
    version: shown.version(),
  })
  .meta({ id: 'Lifecycle', description: 'Until when a document is valid, and who keeps it so.' });

type Context = Pick<LifecyclePorts, 'lifecycleBoard' | 'expirationPolicies' | 'documentHolds'> &
  Pick<HandlerContext, 'now' | 'timeZones'>;

/** The lifecycle as an answer shows it, as it stands in the transaction at this moment. */
export async function lifecycleView(
  { lifecycle: { documentId } }: DocumentInLifecycle,
  context: Context,
): Promise<z.input<typeof LifecycleView>> {
  const [view] = await lifecycleViews(await context.lifecycleBoard.facts([documentId], context.now), context);
  if (view === undefined) throw new Error(`The document ${documentId} has no lifecycle`);
  return view;
}

/** Several of them, in their order. */
export async function lifecycleViews(
  lifecycles: readonly LifecycleFacts[],
  context: Context,
): Promise<z.input<typeof LifecycleView>[]> {
  const policyIds = new Set(lifecycles.flatMap(({ policyId }) => policyId ?? []));
  const [policies, holds] = await Promise.all([
    policyIds.size === 0 ? [] : context.expirationPolicies.among([...policyIds]),
    countedHolds(
      lifecycles.map(({ documentId }) => documentId),
      context,
    ),
  ]);
  const policyOf = new Map(policies.map((policy) => [policy.id, policy]));
  return lifecycles.map((facts) => {
    const policy = policyOf.get(facts.policyId ?? '') ?? null;
    return {
      ...shownFields(facts),
      policy: policy && policyInForce(facts, policy),
      holds: holds.get(facts.documentId) ?? { active: 0, own: 0, records: 0 },
      retention: retentionStanding(facts, context.now),
      risks: riskViews(facts, context.now, context.timeZones),
      nextNoticeAt: policy && nextNoticeAt(facts, policy, context),
    };
  });
}

const shownFields = (lifecycle: LifecycleFacts) => ({
  documentId: lifecycle.documentId,
  documentName: lifecycle.documentName,
  typeId: lifecycle.typeId,
  ownerUserId: lifecycle.ownerUserId,
  status: lifecycle.status,
  issuedOn: lifecycle.issuedOn,
  effectiveOn: lifecycle.effectiveOn,
  statedExpiresOn: lifecycle.statedExpiresOn,
  expiresOn: lifecycle.expiresOn,
  expiresOnSource: lifecycle.expiresOnSource,
  noExpiration: lifecycle.noExpiration,
  confirmed: lifecycle.confirmedAt !== null,
  confirmedByUserId: lifecycle.confirmedByUserId,
  confirmedAt: lifecycle.confirmedAt,
  confirmationNote: lifecycle.confirmationNote,
  graceEndsOn: lifecycle.graceEndsOn,
  timeZone: lifecycle.timeZone,
  identifiers: [...lifecycle.identifiers],
  renewal: lifecycle.renewal,
  identity: lifecycle.identity,
  supersededByDocumentId: lifecycle.supersededByDocumentId,
  supersedesDocumentId: lifecycle.supersedesDocumentId,
  updatedAt: lifecycle.updatedAt,
  version: lifecycle.version,
});

const policyInForce = (
  { policyRevision, policyScope, policyTargetId }: ReadLifecycle,
  { id, name, revision }: ExpirationPolicy,
) => ({
  id,
  name,
  revision: policyRevision ?? revision,
  scope: policyScope ?? ('document' as const),
  targetId: policyTargetId,
});

function retentionStanding({ retention, candidate }: LifecycleFacts, now: Instant) {
  const isOver = retention === null || (retention.dueAt !== null && retention.dueAt <= now);
  return {
    until: retention?.until ?? null,
    running: !isOver,
    candidateId: candidate?.id ?? null,
    candidateStatus: candidate?.status ?? null,
  };
}

/** How many holds are on each of these documents. */
async function countedHolds(
  documentIds: readonly string[],
  { documentHolds }: Pick<Context, 'documentHolds'>,
) {
  const counts = new Map<string, { active: number; own: number; records: number }>();
  for (const { context, on } of documentHolds)
    for (const { documentId } of await on(documentIds)) {
      const { active, own, records } = counts.get(documentId) ?? { active: 0, own: 0, records: 0 };
      const isOwn = context === 'lifecycle';
      counts.set(documentId, {
        active: active + 1,
        own: own + (isOwn ? 1 : 0),
        records: records + (isOwn ? 0 : 1),
      });
    }
  return counts;
}

/** What is superseded or destroyed needs no notice. */
function nextNoticeAt(
  { status, expiresOn, timeZone }: ReadLifecycle,
  policy: ExpirationPolicy,
  { now, timeZones }: Context,
): string | null {
  if (status === 'superseded' || status === 'disposed') return null;
  const notices = plannedNotices(expiresOn, decidingPolicy(policy), timeZone, now, timeZones);
  return notices.find(({ state }) => state === 'planned')?.at ?? null;
}
