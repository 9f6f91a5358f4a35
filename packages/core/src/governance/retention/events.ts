import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import { id } from '../../kernel/shapes.ts';
import { recordWebhook } from '../../records/index.ts';
import { assignmentTargets } from './policy.ts';
import { retentionActions, retentionTriggers } from './retention-clock.ts';

const aboutPolicy = { policyId: id(), version: z.int() };
type AboutPolicy = z.output<z.ZodObject<typeof aboutPolicy>>;
const ofPolicy = {
  target: ({ policyId, version }: AboutPolicy) => ({ kind: 'retention_policy', id: policyId, version }),
};

export const retentionPolicyCreated = event(
  'retention.policy_created',
  z.strictObject({
    ...aboutPolicy,
    trigger: z.enum(retentionTriggers),
    action: z.enum(retentionActions),
    code: z.string(),
    name: z.string(),
  }),
  {
    ...ofPolicy,
    facts: ({ trigger, action }) => ({ trigger, action }),
    detail: ({ code, name }) => ({ code, name }),
  },
);
export const retentionPolicyActivated = event(
  'retention.policy_activated',
  z.strictObject({
    ...aboutPolicy,
    supersededPolicyId: id().nullable(),
    recomputed: z.int(),
    reason: z.string(),
  }),
  {
    ...ofPolicy,
    facts: ({ supersededPolicyId, recomputed }) => ({ supersededPolicyId, recomputed }),
    detail: ({ reason }) => ({ reason }),
  },
);
export const retentionPolicyRetired = event(
  'retention.policy_retired',
  z.strictObject({ ...aboutPolicy, recomputed: z.int(), reason: z.string() }),
  { ...ofPolicy, facts: ({ recomputed }) => ({ recomputed }), detail: ({ reason }) => ({ reason }) },
);
export const retentionAssigned = event(
  'retention.assigned',
  z.strictObject({
    assignmentId: id(),
    policyId: id(),
    targetKind: z.enum(assignmentTargets),
    caseId: id().nullable(),
    subjectId: id().nullable(),
    targetCode: z.string().nullable(),
    reason: z.string(),
  }),
  {
    target: ({ assignmentId }) => ({ kind: 'retention_assignment', id: assignmentId }),
    refs: ({ caseId, subjectId }) => ({ caseId, subjectId }),
    facts: ({ policyId, targetKind }) => ({ policyId, targetKind }),
    detail: ({ targetCode, reason }) => ({ targetCode, reason }),
  },
);
/** Clocks are to be computed anew: of all cases, of those of a type, or of those under these policies. */
export const retentionRecomputeDue = event(
  'retention.recompute_due',
  z.strictObject({
    caseType: z
      .string()
      .regex(/^[a-z][a-z0-9_]*$/)
      .nullable(),
    policyIds: z.array(id()).nullable(),
  }),
  null,
);

const aboutHold = { holdId: id(), version: z.int(), cases: z.int() };
type AboutHold = z.output<z.ZodObject<typeof aboutHold>>;
const ofHold = {
  target: ({ holdId, version }: AboutHold) => ({ kind: 'record_hold', id: holdId, version }),
  facts: ({ cases }: AboutHold) => ({ cases }),
};
/** A webhook says of a hold that there is one: not whom or what it is about. */
const leaving = { webhook: recordWebhook(ofHold.target) };

export const recordHoldPlaced = event(
  'legal_hold.placed',
  z.strictObject({ ...aboutHold, name: z.string(), reason: z.string() }),
  { ...ofHold, detail: ({ name, reason }) => ({ name, reason }) },
  leaving,
);
export const recordHoldReleased = event(
  'legal_hold.released',
  z.strictObject({ ...aboutHold, reason: z.string() }),
  { ...ofHold, detail: ({ reason }) => ({ reason }) },
  leaving,
);

/** Those who keep things that may be asked for are told in the week in which cases have become due. */
export const retentionDigestDue = event('retention.digest_due', z.strictObject({ due: z.int() }), null);
