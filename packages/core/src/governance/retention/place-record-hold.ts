import { z } from 'zod';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { id, text, userId, visibleName } from '../../kernel/shapes.ts';
import { invalidField } from '../../kernel/validation.ts';
import { namedUsers, reason, writesOfRecords } from '../../records/index.ts';
import { onGovernance } from '../access/access-permissions.ts';
import { command, type GovernancePorts } from '../ports.ts';
import { legalHoldScopeEmpty } from './errors.ts';
import { recordHoldPlaced } from './events.ts';
import { mostCustodians, mostHeldOfAKind, numberedInYear, recordHoldStates } from './hold.ts';
import { today } from './today.ts';
import { noExtent, RecordHoldView, recordHoldView } from './views.ts';

const ids = (most: number, what: string) =>
  z
    .array(id())
    .max(most)
    .overwrite((values) => [...new Set(values)])
    .default([])
    .describe(what);

export const placeRecordHold = command({
  summary: 'Place a legal hold on records',
  description:
    'From this moment on nothing that it covers is disposed of, and what a disposition has not begun yet is left out of it. Custodians are told by mail. A subject stands for all its cases, also those to come.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  throttles: writesOfRecords,
  cli: { command: 'governance holds place', example: { scope: { entireWorkspace: true } } },
  input: z.strictObject({
    name: visibleName(200)
      .describe('What people call the hold.')
      .meta({ examples: ['Smith v. Jones'] }),
    reason: reason().describe('Why it is placed.'),
    scope: z
      .strictObject({
        subjectIds: ids(mostHeldOfAKind, 'The subjects whose cases it covers, also later ones.'),
        caseIds: ids(mostHeldOfAKind, 'The cases that it covers.'),
        entireWorkspace: z.boolean().default(false).describe('Whether it covers everything.'),
      })
      .describe('What it covers.')
      .meta({ examples: [{ entireWorkspace: true }] }),
    matterReference: text(200)
      .nullable()
      .default(null)
      .describe('The reference of the matter; null for none.'),
    custodianUserIds: z
      .array(userId())
      .max(mostCustodians)
      .overwrite((values) => [...new Set(values)])
      .default([])
      .describe('Members who are told to keep what they have.')
      .meta({ examples: [[]] }),
  }),
  output: z.object({ hold: RecordHoldView }),
  errors: [legalHoldScopeEmpty],

  find: async (_, context) => ({ reader: await context.recordReaders.of(context) }),
  may: onGovernance('hold'),

  async run({ scope, custodianUserIds, ...given }, context) {
    const { recordHolds, newId, now, user, workspaceId, emit } = context;
    const { subjectIds, caseIds, entireWorkspace } = scope;
    if (subjectIds.length + caseIds.length === 0 && !entireWorkspace) throw legalHoldScopeEmpty();
    await requireKnown(scope, context);
    await requireMembers(custodianUserIds, context);
    // Whoever is about to begin with a case has begun, or sees this hold (GOV-21).
    await recordHolds.lock();
    const year = (await today(context)).slice(0, 4);
    const hold = {
      ...given,
      id: newId(),
      holdNumber: numberedInYear('LH', year, await recordHolds.nextNumber(year)),
      entireWorkspace,
      status: recordHoldStates.begin('active'),
      ...{ placedAt: now, placedByUserId: user.userId },
      ...{ releasedAt: null, releasedByUserId: null, releaseReason: null },
      version: 1,
    };
    await recordHolds.add(hold, { subjectIds, caseIds }, custodianUserIds);
    const extent = (await recordHolds.scopes([hold.id])).get(hold.id) ?? noExtent;
    emit(recordHoldPlaced, {
      ...{ holdId: hold.id, version: hold.version, cases: extent.affectedCases },
      ...{ name: hold.name, reason: hold.reason },
    });
    const named = await namedUsers([user.userId, ...extent.custodianUserIds], context);
    return { hold: recordHoldView(hold, extent, { workspaceId, named }) };
  },
});

type Context = Pick<GovernancePorts, 'recordCases' | 'recordSubjects' | 'memberDirectory'> &
  Pick<WritingContext, 'user'>;

/** Whoever places a hold works on ids, and need not see what is behind them; but a case behind whose wall they stand is none. */
async function requireKnown(
  { subjectIds, caseIds }: { readonly subjectIds: readonly string[]; readonly caseIds: readonly string[] },
  { recordCases, recordSubjects, user }: Context,
): Promise<void> {
  for (const [at, subjectId] of subjectIds.entries())
    if ((await recordSubjects.get(subjectId)) === null)
      throw invalidField(`/scope/subjectIds/${at}`, 'subject.not_found', 'Name a subject of the workspace.');
  for (const [at, caseId] of caseIds.entries()) {
    const found = await recordCases.get(caseId);
    if (found === null || found.blockedUserIds.includes(user.userId))
      throw invalidField(`/scope/caseIds/${at}`, 'case.not_found', 'Name a case of the workspace.');
  }
}

async function requireMembers(
  userIds: readonly string[],
  { memberDirectory }: Pick<Context, 'memberDirectory'>,
): Promise<void> {
  const members = await memberDirectory.find(userIds);
  const active = new Set(members.filter(({ status }) => status === 'active').map((member) => member.userId));
  const at = userIds.findIndex((each) => !active.has(each));
  if (at >= 0) throw invalidField(`/custodianUserIds/${at}`, 'field.invalid', 'Name an active member.');
}
