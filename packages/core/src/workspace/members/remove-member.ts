import { z } from 'zod';
import { memberSuspended, workspaceNotActive } from '../../kernel/access.ts';
import { userId } from '../../kernel/shapes.ts';
import { lastOwner } from '../errors.ts';
import { memberRemoved } from '../events.ts';
import { type Member, memberNotFound, removed, seatOf } from '../member.ts';
import { command, type MemberRepository } from '../ports.ts';
import { passLeads } from '../projects/pass-leads.ts';
import { MemberView, memberView } from '../views.ts';
import { memberToChange, permitReach, requireOtherOwner } from './member-to-change.ts';

export const removeMember = command({
  summary: 'Remove a member, or leave the workspace',
  description:
    'Projects that only they led go to the heir named, else to you; when you leave yourself, to the longest-standing owner. API keys that act as them go on working for reading.',
  access: { owner: 'any', admin: 'any', member: 'own', guest: 'own' },
  always: true,
  evenSuspended: true,
  input: z.strictObject({
    userId: userId().describe('The member; your own id to leave.'),
    reassignToUserId: userId().optional().describe('Who takes over: an active member who is no guest.'),
  }),
  output: z.object({ member: MemberView }),
  errors: [memberNotFound, memberSuspended, workspaceNotActive, lastOwner],

  async find(input, context) {
    const self = input.userId === context.user.userId;
    if (!self && context.user.membership?.status === 'suspended') throw memberSuspended();
    // Before the look-up: a guest is not told who else is a member (WSP-8).
    context.permitOwner(input.userId);
    return memberToChange(input.userId, context);
  },

  async run({ reassignToUserId }, context) {
    const { found: member, members, projects, user, entitlements, now, emit } = context;
    const left = member.id === user.userId;
    if (!left) {
      permitReach(user, member);
      // While the workspace is closing people may leave it, and no more (WSP-11).
      if (user.workspace?.status !== 'active') throw workspaceNotActive();
    }
    const heir = reassignToUserId === undefined ? null : await heirOf(member, reassignToUserId, members);
    await requireOtherOwner(member, members);

    const after = await members.save(removed(member, now));
    if (member.status === 'active') await entitlements.release(seatOf(member.role));
    emit(memberRemoved, {
      userId: after.id,
      role: after.role,
      left,
      heirUserId: heir,
      version: after.version,
    });
    const successor = heir ?? (left ? await members.ownerBesides(member.id) : user.userId);
    if (successor !== null) await passLeads(member.id, successor, context);
    await projects.removePerson(member.id, now);
    return { member: memberView(after, user.membership?.role) };
  },
});

/** WSP-12: an active member of any role but guest, and somebody else. */
async function heirOf(member: Member, userId: string, members: MemberRepository): Promise<string> {
  const detail = {
    path: '/reassignToUserId',
    code: 'member.not_found',
    message: 'Name an active member who is no guest and who stays.',
  };
  const heir = await members.get(userId).catch(() => null);
  if (heir === null || heir.status !== 'active' || heir.role === 'guest' || heir.id === member.id)
    throw memberNotFound({ details: [detail] });
  return heir.id;
}
