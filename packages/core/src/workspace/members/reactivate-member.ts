import { z } from 'zod';
import { planLimitReached } from '../../kernel/errors.ts';
import { userId, version } from '../../kernel/shapes.ts';
import { memberReactivated } from '../events.ts';
import { memberInvalidState, memberNotFound, reactivated, seatOf } from '../member.ts';
import { command } from '../ports.ts';
import { MemberView, memberView } from '../views.ts';
import { onMember } from './member-permissions.ts';
import { memberToChange } from './member-to-change.ts';

export const reactivateMember = command({
  summary: 'Reactivate a suspended member',
  description: 'The member takes a seat again and has the same role as before.',
  access: { owner: 'any', admin: 'any' },
  input: z.strictObject({
    userId: userId().describe('The id of the person.'),
    expectedVersion: version().optional(),
  }),
  output: z.object({ member: MemberView }),
  errors: [memberNotFound, planLimitReached, memberInvalidState],

  find: (input, ports) => memberToChange(input.userId, ports),
  may: onMember('reactivate'),
  async limit(_, { found: member, entitlements }) {
    await entitlements.take(seatOf(member.role));
  },
  version: (member) => member.version,

  async run(_, { found: member, members, user, now, emit }) {
    const after = await members.save(reactivated(member, now));
    emit(memberReactivated, { userId: after.id, role: after.role, version: after.version });
    return { member: memberView(after, user.membership?.role) };
  },
});
