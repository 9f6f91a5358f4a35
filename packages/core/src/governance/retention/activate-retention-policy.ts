import { z } from 'zod';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { date, id, version } from '../../kernel/shapes.ts';
import { invalidField } from '../../kernel/validation.ts';
import { namedUsers, reason, writesOfRecords } from '../../records/index.ts';
import { onGovernance } from '../access/access-permissions.ts';
import { action, type GovernancePorts } from '../ports.ts';
import { retentionPolicyInvalidState, retentionPolicyNotFound } from './errors.ts';
import { retentionPolicyActivated, retentionPolicyRetired, retentionRecomputeDue } from './events.ts';
import { foundPolicy, policyId } from './found-policy.ts';
import { type RetentionPolicy, retentionPolicyStates } from './policy.ts';
import { everyCase, type Hypothesis, type WhatIf, whatIf } from './recompute.ts';
import type { Reckoning } from './stored-clock.ts';
import { today } from './today.ts';
import { ChangedClockView, changedClockView, RetentionPolicyView, retentionPolicyView } from './views.ts';

const input = z.strictObject({
  policyId: policyId(),
  effectiveFrom: date()
    .optional()
    .describe('Since when it holds: today, unless you name a day before.')
    .meta({ examples: ['2026-01-01'] }),
  supersedesPolicyId: id()
    .nullable()
    .default(null)
    .describe('An active policy whose place it takes, with all that is assigned to it; null for none.')
    .meta({ examples: [null] }),
  retire: z.boolean().default(false).describe('Ends the policy instead.'),
  dryRun: z.boolean().default(false).describe('Only shows which clocks would change.'),
  reason: reason().describe('Why.'),
  expectedVersion: version().optional(),
});
type Input = z.output<typeof input>;

export const activateRetentionPolicy = action({
  summary: 'Activate a retention policy, or retire it',
  description:
    'An active policy can be assigned. With supersedesPolicyId it takes over what is assigned to another one. With retire, the cases of the policy fall to the next assignment. The clocks follow in the background.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  throttles: writesOfRecords,
  cli: { command: 'governance retention policies activate' },
  input,
  output: z.object({
    policy: RetentionPolicyView,
    recomputed: z.int().describe('How many cases have another clock by this.'),
    clocks: z.array(ChangedClockView).describe('The first 100 of them, with their dates before and after.'),
  }),
  errors: [retentionPolicyNotFound, retentionPolicyInvalidState],

  find: foundPolicy,
  may: onGovernance('retain'),
  version: ({ policy }) => policy.version,

  async prepare({ policyId: asked, supersedesPolicyId, retire }, context) {
    const replaced = retire ? asked : supersedesPolicyId;
    if (replaced === null) return nothingChanges;
    const successor = retire
      ? null
      : await context.transact(({ retentionPolicies }) => retentionPolicies.find(asked));
    // A clock names the policy that it was computed by, so no other case is looked at.
    return whatIf({ ...everyCase, policyIds: [replaced] }, replacing(replaced, successor), context);
  },

  async run(given, context) {
    const { found, prepared, retentionPolicies, workspaceId } = context;
    requireSound(given);
    const saved = await (given.retire ? retired : activated)(found.policy, given, prepared, context);
    const [counts, named] = await Promise.all([
      retentionPolicies.countAssignments([saved.id]),
      namedUsers([saved.createdByUserId, saved.updatedByUserId], context),
    ]);
    return {
      policy: retentionPolicyView(saved, counts.get(saved.id) ?? 0, { workspaceId, named }),
      recomputed: prepared.recomputed,
      clocks: prepared.changes.map(changedClockView),
    };
  },
});

const nothingChanges: WhatIf = { recomputed: 0, changes: [] };

/** What holds once another policy, or none, has taken the place of this one. */
const replacing =
  (policyId: string, successor: RetentionPolicy | null) =>
  (active: Reckoning['policies']): Hypothesis => {
    const policies = new Map([...active].filter(([known]) => known !== policyId));
    if (successor !== null) policies.set(successor.id, activeNow(successor));
    return {
      policies,
      candidates: ({ candidates }) =>
        candidates.map((each) =>
          each?.policyId !== policyId
            ? each
            : successor && { assignmentId: each.assignmentId, policyId: successor.id },
        ),
    };
  };

const activeNow = (policy: RetentionPolicy): RetentionPolicy =>
  retentionPolicyStates.can(policy.status, 'activate')
    ? { ...policy, status: retentionPolicyStates.next(policy.status, 'activate') }
    : policy;

type Context = GovernancePorts & WritingContext;

async function activated(
  policy: RetentionPolicy,
  { effectiveFrom, supersedesPolicyId, dryRun, reason: why }: Input,
  { recomputed }: WhatIf,
  context: Context,
): Promise<RetentionPolicy> {
  const { retentionPolicies, user, now, emit } = context;
  const by = { updatedByUserId: user.userId, updatedAt: now };
  const active = {
    ...policy,
    ...by,
    status: retentionPolicyStates.next(policy.status, 'activate'),
  };
  const former = supersedesPolicyId === null ? null : await requireOther(supersedesPolicyId, policy, context);
  const superseded = former && {
    ...former,
    ...by,
    status: retentionPolicyStates.next(former.status, 'supersede'),
  };
  const day = await today(context);
  if (effectiveFrom !== undefined && effectiveFrom > day)
    throw invalidField('/effectiveFrom', 'field.out_of_range', 'Give a day that is not in the future.');
  if (dryRun) return policy;
  const saved = await retentionPolicies.save({
    ...active,
    supersedesPolicyId,
    effectiveFrom: effectiveFrom ?? day,
  });
  if (superseded !== null) {
    await retentionPolicies.save(superseded);
    await retentionPolicies.moveAssignments(superseded.id, saved.id);
    emit(retentionRecomputeDue, { caseType: null, policyIds: [superseded.id] });
  }
  emit(retentionPolicyActivated, {
    ...{ policyId: saved.id, version: saved.version, supersededPolicyId: supersedesPolicyId },
    ...{ recomputed, reason: why },
  });
  return saved;
}

async function retired(
  policy: RetentionPolicy,
  { dryRun, reason: why }: Input,
  { recomputed }: WhatIf,
  context: Context,
): Promise<RetentionPolicy> {
  const { retentionPolicies, user, now, emit } = context;
  const over = {
    ...policy,
    status: retentionPolicyStates.next(policy.status, 'retire'),
    ...{ updatedByUserId: user.userId, updatedAt: now },
  };
  if (dryRun) return policy;
  const saved = await retentionPolicies.save(over);
  await retentionPolicies.endAssignments(saved.id);
  emit(retentionRecomputeDue, { caseType: null, policyIds: [saved.id] });
  emit(retentionPolicyRetired, { policyId: saved.id, version: saved.version, recomputed, reason: why });
  return saved;
}

function requireSound({ retire, supersedesPolicyId }: Input): void {
  if (retire && supersedesPolicyId !== null)
    throw invalidField(
      '/supersedesPolicyId',
      'field.invalid',
      'Leave this out: what is retired takes no place.',
    );
}

async function requireOther(
  supersedesPolicyId: string,
  { id: own }: RetentionPolicy,
  { retentionPolicies }: Pick<GovernancePorts, 'retentionPolicies'>,
): Promise<RetentionPolicy> {
  const found = await retentionPolicies.find(supersedesPolicyId, 'for update');
  if (found === null || found.id === own)
    throw invalidField('/supersedesPolicyId', 'field.invalid', 'Name another policy of the workspace.');
  if (!retentionPolicyStates.can(found.status, 'supersede')) throw retentionPolicyInvalidState();
  return found;
}
