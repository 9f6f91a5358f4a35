import { z } from 'zod';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { date, multiline, text, visibleName } from '../../kernel/shapes.ts';
import { invalidField } from '../../kernel/validation.ts';
import { namedUsers, writesOfRecords } from '../../records/index.ts';
import { onGovernance } from '../access/access-permissions.ts';
import { command, type GovernancePorts } from '../ports.ts';
import { retentionPolicyCodeTaken } from './errors.ts';
import { retentionPolicyCreated } from './events.ts';
import { periodOf, type RetentionPolicy, retentionPolicyStates } from './policy.ts';
import { retentionActions, retentionTriggers } from './retention-clock.ts';
import { RetentionPolicyView, retentionPolicyView } from './views.ts';

const policyExample = {
  code: 'treatment_10_years',
  name: 'Treatment records, ten years',
  trigger: 'case_closed',
  period: 'P10Y',
  action: 'destroy',
  legalBasis: 'What is written about a treatment is kept for ten years after it has ended.',
} as const;

const policyCode = () =>
  z
    .string()
    .max(100)
    .regex(/^[a-z][a-z0-9_]*$/, 'Begin with a small letter; give small letters, digits and _.')
    .describe('A code of your own; it is given once, because certificates name it.')
    .meta({ examples: [policyExample.code] });

const input = z
  .strictObject({
    code: policyCode(),
    name: visibleName(200)
      .describe('What people call the policy.')
      .meta({ examples: [policyExample.name] }),
    trigger: z.enum(retentionTriggers).describe('From which day on the period is counted.'),
    period: z
      .string()
      .max(20)
      .refine((value) => periodOf(value) !== null, {
        error: 'Give an ISO 8601 duration of years, months and days between P1D and P120Y.',
      })
      .nullable()
      .default(null)
      .describe('How long records are kept, such as P10Y; null only with retain_permanently.')
      .meta({ examples: [policyExample.period] }),
    action: z.enum(retentionActions).describe('What follows at the end.'),
    legalBasis: multiline(2000, 1).describe('Why records are kept so long.'),
    jurisdiction: text(35)
      .nullable()
      .default(null)
      .describe('Whose law asks for it, such as DE; null if that does not matter.'),
    fixedDate: date()
      .nullable()
      .default(null)
      .describe('The day of the trigger fixed_date; null for any other.'),
    minor: z
      .strictObject({
        majorityAge: z.int().min(1).max(30).describe('From which age on a person is of age.'),
        untilAge: z
          .int()
          .min(1)
          .max(40)
          .describe('Until which age the records of somebody younger are kept at least.'),
      })
      .nullable()
      .default(null)
      .describe('What holds for people who were not of age at the trigger; null if nothing else does.'),
    includeSubject: z
      .boolean()
      .default(false)
      .describe('Whether a subject is cleared along with its last case.'),
  })
  .meta({ examples: [policyExample] });

export const createRetentionPolicy = command({
  summary: 'Create a retention policy',
  description: 'It begins as a draft and holds for nothing until it is activated and assigned.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  throttles: writesOfRecords,
  cli: {
    command: 'governance retention policies create',
    example: policyExample,
  },
  input,
  output: z.object({ policy: RetentionPolicyView }),
  errors: [retentionPolicyCodeTaken],

  find: async (_, context) => ({ reader: await context.recordReaders.of(context) }),
  may: onGovernance('retain'),

  async run(given, context) {
    requireSound(given);
    const policy = await addDraftPolicy(given, context);
    const named = await namedUsers([context.user.userId], context);
    return { policy: retentionPolicyView(policy, 0, { workspaceId: context.workspaceId, named }) };
  },
});

/** Adds a policy that holds for nothing yet. */
export async function addDraftPolicy(
  { minor, ...given }: z.output<typeof input>,
  {
    retentionPolicies,
    newId,
    now,
    user,
    emit,
  }: Pick<GovernancePorts, 'retentionPolicies'> & Pick<WritingContext, 'newId' | 'now' | 'user' | 'emit'>,
): Promise<RetentionPolicy> {
  const policy = {
    ...given,
    id: newId(),
    majorityAge: minor?.majorityAge ?? null,
    untilAge: minor?.untilAge ?? null,
    status: retentionPolicyStates.begin('draft'),
    effectiveFrom: null,
    supersedesPolicyId: null,
    createdByUserId: user.userId,
    createdAt: now,
    updatedByUserId: user.userId,
    updatedAt: now,
    version: 1,
  };
  await retentionPolicies.add(policy);
  const { id: policyId, version, trigger, action, code, name } = policy;
  emit(retentionPolicyCreated, { policyId, version, trigger, action, code, name });
  return policy;
}

/** Throws for the first field that does not go with the others. */
function requireSound({ trigger, fixedDate, period, action, minor }: z.output<typeof input>): void {
  if (trigger === 'fixed_date' && fixedDate === null)
    throw invalidField('/fixedDate', 'field.required', 'Name the day from which on is counted.');
  if (trigger !== 'fixed_date' && fixedDate !== null)
    throw invalidField('/fixedDate', 'field.invalid', 'Leave this out: only fixed_date counts from a day.');
  if (period === null && action !== 'retain_permanently')
    throw invalidField('/period', 'field.required', 'Say how long; only retain_permanently has no end.');
  if (minor !== null && minor.untilAge < minor.majorityAge)
    throw invalidField(
      '/minor/untilAge',
      'field.out_of_range',
      'Give an age that is not before majorityAge.',
    );
}
