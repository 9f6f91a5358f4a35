import { z } from 'zod';
import { roles } from '../../kernel/access.ts';
import { pageFields, pageOf } from '../../kernel/pages.ts';
import { membershipStatuses } from '../../kernel/principal.ts';
import { shown, text } from '../../kernel/shapes.ts';
import { memberStates } from '../member.ts';
import { query } from '../ports.ts';
import { MemberView, memberView } from '../views.ts';

export const listMembers = query({
  summary: 'List the members of the workspace',
  description: 'Sorted by name. Lists active and suspended members unless a status is given.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  mayBeASecondOld: true,
  cli: { aliases: ['members'], columns: ['displayName', 'email', 'role', 'status', 'lastActiveAt', 'id'] },
  input: z.strictObject({
    search: text(120).optional().describe('Part of a name or an address.'),
    role: z.enum(roles).optional().describe('Only members with this role.'),
    status: z
      .enum(memberStates.states)
      .optional()
      .describe('Only members whose membership is in this state.'),
    ...pageFields(['text', 'text', 'id']),
  }),
  output: z.object({
    members: z.array(MemberView).describe('The members.'),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
  }),

  async run({ search, role, status, limit, cursor }, { members, user }) {
    const filter = {
      search: search ?? null,
      role: role ?? null,
      statuses: status === undefined ? membershipStatuses : [status],
    };
    const rows = await members.list(filter, cursor ?? null, limit);
    const page = pageOf(rows, limit, (member) => [member.sortName, member.id, member.membershipId]);
    return {
      members: page.rows.map((member) => memberView(member, user.membership?.role)),
      count: page.count,
      nextCursor: page.nextCursor,
    };
  },
});
