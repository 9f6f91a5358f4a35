import { z } from 'zod';
import { memberSuspended, workspaceNotActive, workspaceSecondFactorRequired } from '../../kernel/access.ts';
import { lacksSecondFactor } from '../../kernel/gates.ts';
import { userId, version } from '../../kernel/shapes.ts';
import { lastOwner, openResponsibilities } from '../errors.ts';
import { memberRemoved } from '../events.ts';
import { isManager, type Member, memberNotFound, removed, seatOf } from '../member.ts';
import { command, type MemberRepository, type WorkspacePorts } from '../ports.ts';
import { MemberView, memberView } from '../views.ts';
import { onMember } from './member-permissions.ts';
import { memberToChange, requireOtherOwner } from './member-to-change.ts';

export const removeMember = command({
  summary: 'Remove a member, or leave the workspace',
  description:
    'Projects that only this member led pass to the successor in reassignToUserId; by default to you or, when you leave yourself, to the longest-standing owner. Work that only this member can finish blocks the removal until a successor is named or the work is done. API keys that act as this member keep working for reading.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  always: true,
  whileClosing: true,
  evenSuspended: true,
  input: z.strictObject({
    userId: userId().describe('The member to remove; give your own id to leave.'),
    reassignToUserId: userId().optional().describe('The successor: an active member who is not a guest.'),
    expectedVersion: version().optional(),
  }),
  output: z.object({ member: MemberView }),
  errors: [memberNotFound, memberSuspended, workspaceSecondFactorRequired, lastOwner, openResponsibilities],

  async find(input, context) {
    const { user, now } = context;
    // Even a person who may do nothing else here can leave (MFA-13), but cannot remove others.
    if (input.userId !== user.userId) {
      if (user.membership?.status === 'suspended') throw memberSuspended();
      if (lacksSecondFactor(user, now)) throw workspaceSecondFactorRequired();
    }
    // A guest must not find out who else is a member (WSP-8), so nobody else is looked up.
    const mayKnow = input.userId === user.userId || isManager(user.membership?.role);
    return mayKnow ? memberToChange(input.userId, context) : null;
  },
  may: onMember('remove'),
  // Whoever may remove the member was shown them.
  version: (member) => member?.version ?? 0,

  async run({ reassignToUserId }, context) {
    const { found: member, members, membershipParticipants, user, entitlements, now, emit } = context;
    if (member === null) throw memberNotFound();
    const left = member.id === user.userId;
    // While the workspace is closing, people can leave it but not remove others (WSP-11).
    if (!left && user.workspace?.status !== 'active') throw workspaceNotActive();
    const heirUserId =
      reassignToUserId === undefined ? null : await heirOf(member, reassignToUserId, members);
    await requireOtherOwner(member, members);
    if (heirUserId === null) await requireNothingOpen(member.id, context);

    const after = await members.save(removed(member, now));
    if (member.status === 'active') await entitlements.release(seatOf(member.role));
    emit(memberRemoved, { userId: after.id, role: after.role, left, heirUserId, version: after.version });
    // All of it happens in this transaction: if one context cannot hand on, nobody is removed (WSP-12).
    const { workspaceId } = context;
    const departure = {
      workspaceId,
      userId: member.id,
      heirUserId,
      removedByUserId: left ? null : user.userId,
    };
    for (const participant of membershipParticipants) await participant.reassign(departure);
    return { member: memberView(after, user.membership?.role) };
  },
});

/** WSP-12: the successor must be another active member who is not a guest. */
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

/** Throws `member.open_responsibilities` if there is work that only this person may finish. */
async function requireNothingOpen(
  userId: string,
  context: WorkspacePorts & { readonly workspaceId: string },
): Promise<void> {
  const { workspaceId, membershipParticipants } = context;
  const details = [];
  for (const participant of membershipParticipants)
    for (const { kind, count } of await participant.responsibilities({ workspaceId, userId }))
      details.push({
        path: '/reassignToUserId',
        code: `${participant.context}.${kind}`,
        message: `${count} of ${kind} in ${participant.context}; name who takes over, or finish them first.`,
      });
  if (details.length > 0) throw openResponsibilities({ details });
}
