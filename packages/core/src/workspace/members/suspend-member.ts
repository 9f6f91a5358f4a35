import { z } from 'zod';
import { multiline, userId, version } from '../../kernel/shapes.ts';
import { lastOwner, memberSelf } from '../errors.ts';
import { memberSuspended } from '../events.ts';
import { memberInvalidState, memberNotFound, seatOf, suspended } from '../member.ts';
import { command } from '../ports.ts';
import { passLeads } from '../projects/lead-succession.ts';
import { MemberView, memberView } from '../views.ts';
import { onMember } from './member-permissions.ts';
import { memberToChange, requireOtherOwner } from './member-to-change.ts';

export const suspendMember = command({
  summary: 'Suspend a member',
  description:
    'The member can do nothing in this workspace from their next request on, and their seat is free. You become a lead of each of their projects that nobody else leads.',
  access: { owner: 'any', admin: 'any' },
  input: z.strictObject({
    userId: userId().describe('The id of the person.'),
    reason: multiline(500).default('').describe('The reason, which is kept in the audit ledger.'),
    expectedVersion: version().optional(),
  }),
  output: z.object({ member: MemberView }),
  errors: [memberNotFound, memberSelf, memberInvalidState, lastOwner],

  find: (input, ports) => memberToChange(input.userId, ports),
  may: onMember('suspend'),
  version: (member) => member.version,

  async run({ reason }, context) {
    const { found: member, members, user, entitlements, now, emit } = context;
    if (member.id === user.userId) throw memberSelf();
    const changed = suspended(member, now);
    await requireOtherOwner(member, members);

    const after = await members.save(changed);
    await entitlements.release(seatOf(member.role));
    emit(memberSuspended, { userId: after.id, role: after.role, reason, version: after.version });
    await passLeads(after.id, user.userId, context);
    return { member: memberView(after, user.membership?.role) };
  },
});
