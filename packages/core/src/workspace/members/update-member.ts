import { z } from 'zod';
import { roles } from '../../kernel/access.ts';
import { planLimitReached } from '../../kernel/errors.ts';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { userId, version } from '../../kernel/shapes.ts';
import { lastOwner } from '../errors.ts';
import { memberRoleChanged } from '../events.ts';
import { memberInvalidState, memberNotFound, seatOf, withRole } from '../member.ts';
import { command, type WorkspacePorts } from '../ports.ts';
import { MemberView, memberView } from '../views.ts';
import { onMember, onRole } from './member-permissions.ts';
import { memberToChange, requireOtherOwner } from './member-to-change.ts';

export const updateMember = command({
  summary: 'Change the role of a member',
  description:
    'Owners give and take every role, admins the roles member and guest. If you make a member a guest, you become a lead of each project that nobody else leads, and organize their meetings to come. To make somebody an owner, confirm your password again first.',
  access: { owner: 'any', admin: 'any' },
  input: z
    .strictObject({
      userId: userId().describe('The id of the person.'),
      role: z
        .enum(roles)
        .describe('The new role of the person.')
        .meta({ examples: ['member'] }),
      expectedVersion: version().optional(),
    })
    .meta({ examples: [{ role: 'admin' }] }),
  output: z.object({ member: MemberView }),
  errors: [memberNotFound, planLimitReached, memberInvalidState, lastOwner],

  find: (input, ports) => memberToChange(input.userId, ports),
  may: [onMember('change_role'), onRole('give')],
  stepUpWhen: (member, { role }) => role === 'owner' && member.role !== 'owner',
  async limit({ role }, { found: member, entitlements }) {
    if (seatOf(role) === seatOf(member.role)) return;
    await entitlements.take(seatOf(role));
    await entitlements.release(seatOf(member.role));
  },
  version: (member) => member.version,

  async run({ role }, context) {
    const { found: member, members, user, now, emit } = context;
    const changed = withRole(member, role, now);
    if (role === member.role) return { member: memberView(member, user.membership?.role) };
    await requireOtherOwner(member, members);

    const after = await members.save(changed);
    emit(memberRoleChanged, { userId: after.id, role, roleBefore: member.role, version: after.version });
    if (role === 'guest') await handOn(after.id, context);
    return { member: memberView(after, user.membership?.role) };
  },
});

/** A guest leads no project (PRJ-4) and hosts no meeting (MTG-43): whoever makes them one takes over where nobody else would. */
async function handOn(guestUserId: string, context: WorkspacePorts & WritingContext): Promise<void> {
  const { members, membershipParticipants, user, workspaceId } = context;
  const heirUserId = user.userId === guestUserId ? await members.ownerBesides(guestUserId) : user.userId;
  for (const participant of membershipParticipants)
    await participant.becomesGuest({ workspaceId, userId: guestUserId, heirUserId });
}
