import { z } from 'zod';
import { isManager } from '../../kernel/access.ts';
import { pageFields, pageOf } from '../../kernel/pages.ts';
import { id, shown, userId } from '../../kernel/shapes.ts';
import { namedUsers } from '../../records/index.ts';
import { emergencyStates } from '../emergencies/emergency.ts';
import { listedEmergencies } from '../emergencies/shown-emergency.ts';
import { BreakGlassView } from '../emergencies/views.ts';
import { type GovernancePorts, query } from '../ports.ts';
import { temporaryGrantStates } from '../temporary/grant.ts';
import { shownGrants } from '../temporary/shown-grant.ts';
import { TemporaryAccessView } from '../temporary/views.ts';
import { MemberAccessView, memberAccessView } from './views.ts';

const mostMembers = 200;
const statuses = [...new Set([...temporaryGrantStates.states, ...emergencyStates.states])] as [
  string,
  ...string[],
];

export const listRecordAccess = query({
  summary: 'List who has access beyond their cases',
  description:
    'Access that was given for a time and that was taken in emergencies, what began last first; and for owners, admins and privacy officers what members are cleared for. Everybody else sees what they have themselves, and what reaches the cases that they lead.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  always: true,
  cli: { command: 'governance access list' },
  input: z.strictObject({
    userId: userId().optional().describe('Only what this person has.'),
    caseId: id().optional().describe('Only what reaches this case, or entries in it.'),
    status: z.enum(statuses).optional().describe('Only what is in this state now.'),
    ...pageFields(['instant', 'id'], { most: 100, usual: 50 }),
  }),
  output: z.object({
    temporary: z.array(TemporaryAccessView).describe('Access that was given for a time.'),
    breakGlass: z.array(BreakGlassView).describe('Access that was taken in emergencies.'),
    members: z
      .array(MemberAccessView)
      .describe('What members are cleared for and answer for: on the first page, for whoever may see it.'),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
  }),

  async run({ userId: of = null, caseId = null, status = null, limit, cursor }, context) {
    const { accessList, temporaryGrants, emergencies, recordReaders, user, now } = context;
    const reader = await recordReaders.of(context);
    const seesAll = isManager(reader.role) || reader.duties.includes('privacy_officer');
    const filter = {
      ofUserId: seesAll ? null : user.userId,
      askedBy: user.userId,
      userId: of,
      caseId,
      status,
      now,
    };
    const { rows, count, nextCursor } = pageOf(
      await accessList.page(filter, cursor ?? null, limit),
      limit,
      (row) => [row.at, row.id],
    );
    const idsOf = (basis: (typeof rows)[number]['basis']) =>
      rows.filter((row) => row.basis === basis).map((row) => row.id);
    const [granted, taken] = await Promise.all([
      temporaryGrants.of(idsOf('temporary_access')),
      emergencies.of(idsOf('break_glass')),
    ]);
    return {
      temporary: await shownGrants(granted, context),
      breakGlass: await listedEmergencies(taken, context),
      members: seesAll && cursor === undefined ? await shownMembers(of, context) : [],
      count,
      nextCursor,
    };
  },
});

async function shownMembers(
  of: string | null,
  context: Pick<GovernancePorts, 'memberAccess' | 'memberDirectory'>,
): Promise<z.input<typeof MemberAccessView>[]> {
  const { memberAccess, memberDirectory } = context;
  const decided = (await memberAccess.list(null, of, mostMembers)).slice(0, mostMembers);
  const members = new Map(
    (await memberDirectory.find(decided.map((each) => each.userId))).map((member) => [member.userId, member]),
  );
  const named = await namedUsers(
    decided.flatMap(({ changedByUserId }) => (changedByUserId === null ? [] : [changedByUserId])),
    context,
  );
  return decided.flatMap((access) => {
    const member = members.get(access.userId);
    return member === undefined ? [] : [memberAccessView(access, member, named)];
  });
}
