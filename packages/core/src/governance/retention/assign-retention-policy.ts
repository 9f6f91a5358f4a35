import { z } from 'zod';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { id } from '../../kernel/shapes.ts';
import { invalidField } from '../../kernel/validation.ts';
import { caseNotFound, namedUsers, type RecordCase, reason, writesOfRecords } from '../../records/index.ts';
import { onGovernance } from '../access/access-permissions.ts';
import { action, type GovernancePorts } from '../ports.ts';
import { retentionPolicyNotActive, retentionPolicyNotFound } from './errors.ts';
import { retentionAssigned, retentionRecomputeDue } from './events.ts';
import { foundPolicy, policyId } from './found-policy.ts';
import { assignmentTargets, type RetentionAssignment } from './policy.ts';
import type { ClockScope } from './ports.ts';
import { everyCase, type Hypothesis, recomputeBatch, whatIf } from './recompute.ts';
import type { Reckoning } from './stored-clock.ts';
import { today } from './today.ts';
import {
  ChangedClockView,
  changedClockView,
  RetentionAssignmentView,
  RetentionClockView,
  retentionAssignmentView,
  retentionClockView,
} from './views.ts';

const input = z.strictObject({
  policyId: policyId(),
  target: z
    .strictObject({
      kind: z.enum(assignmentTargets).describe('For what the policy is to hold.'),
      id: id().nullable().default(null).describe('The id of the case; null for anything else.'),
      code: z
        .string()
        .max(100)
        .regex(/^[a-z][a-z0-9_]*$/, 'Begin with a small letter; give small letters, digits and _.')
        .nullable()
        .default(null)
        .describe('The type of case; null for anything else.'),
    })
    .describe('What the policy is assigned to.')
    .meta({ examples: [{ kind: 'case_type', code: 'general' }] }),
  dryRun: z.boolean().default(false).describe('Only shows which clocks would change.'),
  reason: reason().describe('Why.'),
});
type Input = z.output<typeof input>;

export const assignRetentionPolicy = action({
  summary: 'Assign a retention policy',
  description:
    'To a case, to all cases of a type, or to the whole workspace; what was assigned there before is superseded. A case follows its own assignment, else that of its type, else that of the workspace.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  throttles: writesOfRecords,
  cli: { command: 'governance retention assign' },
  input,
  output: z.object({
    assignment: RetentionAssignmentView.nullable().describe('The assignment; null for a dry run.'),
    clock: RetentionClockView.nullable().describe(
      'The clock of the case; null for a dry run, and where more than one case is meant.',
    ),
    recomputed: z.int().describe('How many cases have another clock by this.'),
    clocks: z.array(ChangedClockView).describe('The first 100 of them, with their dates before and after.'),
  }),
  errors: [retentionPolicyNotFound, retentionPolicyNotActive, caseNotFound],

  find: foundPolicy,
  may: onGovernance('retain'),

  prepare: ({ policyId: asked, target }, context) =>
    whatIf(scopeOf(target), assigning(asked, target), context),

  async run({ target, dryRun, reason: why }, context) {
    const { found, prepared, retentionPolicies, retentionClocks, newId, now, user, emit } = context;
    requireSound(target);
    const { policy } = found;
    if (policy.status !== 'active') throw retentionPolicyNotActive();
    const of = target.id === null ? null : await requireCase(target.id, context);
    const changes = {
      recomputed: prepared.recomputed,
      clocks: prepared.changes.map(changedClockView),
    };
    if (dryRun) return { assignment: null, clock: null, ...changes };
    const assignment: RetentionAssignment = {
      ...{ id: newId(), policyId: policy.id, reason: why, status: 'active' },
      ...{ targetKind: target.kind, targetCaseId: target.id, targetCode: target.code },
      ...{ assignedByUserId: user.userId, assignedAt: now },
    };
    await retentionPolicies.assign(assignment);
    emit(retentionAssigned, {
      ...{ assignmentId: assignment.id, policyId: policy.id, targetKind: target.kind },
      ...{ caseId: of?.id ?? null, subjectId: of?.primarySubjectId ?? null },
      ...{ targetCode: target.code, reason: why },
    });
    if (of === null) emit(retentionRecomputeDue, { caseType: target.code, policyIds: null });
    else await recomputeBatch(scopeOf(target), null, context);
    const clock = of && (await retentionClocks.find(of.id));
    const named = await namedUsers([user.userId], context);
    return {
      assignment: retentionAssignmentView(assignment, { workspaceId: context.workspaceId, named }),
      clock: clock && retentionClockView(clock, await today(context)),
      ...changes,
    };
  },
});

const scopeOf = (target: Input['target']): ClockScope => ({
  ...everyCase,
  caseIds: target.id === null ? null : [target.id],
  caseType: target.code,
});

/** What holds once this policy is assigned there. */
const assigning =
  (policyId: string, { kind }: Input['target']) =>
  (policies: Reckoning['policies']): Hypothesis => ({
    policies,
    candidates: ({ candidates }) =>
      candidates.map((each, level) =>
        assignmentTargets[level] === kind ? { assignmentId: each?.assignmentId ?? '', policyId } : each,
      ),
  });

function requireSound({ kind, id: caseId, code }: Input['target']): void {
  if ((kind === 'case') !== (caseId !== null))
    throw invalidField('/target/id', 'field.invalid', 'Name a case for the kind case, and for no other.');
  if ((kind === 'case_type') !== (code !== null))
    throw invalidField(
      '/target/code',
      'field.invalid',
      'Name a type for the kind case_type, and for no other.',
    );
}

/** A case behind whose wall the caller stands is none. */
async function requireCase(
  caseId: string,
  { recordCases, user }: Pick<GovernancePorts, 'recordCases'> & Pick<WritingContext, 'user'>,
): Promise<RecordCase> {
  const found = await recordCases.get(caseId);
  if (found === null || found.blockedUserIds.includes(user.userId)) throw caseNotFound();
  return found;
}
