import { z } from 'zod';
import { reauthenticationRequired, roles } from '../../kernel/access.ts';
import { permissionDenied, planLimitReached, versionConflict } from '../../kernel/errors.ts';
import { requireVersion } from '../../kernel/expected-version.ts';
import { userId, version } from '../../kernel/shapes.ts';
import { lastOwner } from '../errors.ts';
import { memberRoleChanged } from '../events.ts';
import { memberInvalidState, memberNotFound, reaches, seatOf, withRole } from '../member.ts';
import { command } from '../ports.ts';
import { MemberView, memberView } from '../views.ts';
import { memberToChange, permitReach, requireOtherOwner } from './member-to-change.ts';

export const updateMember = command({
  summary: 'Change the role of a member',
  description:
    'Owners give and take every role, admins those of members and guests. To make an owner, prove your password again first.',
  access: { owner: 'any', admin: 'any' },
  input: z.strictObject({ userId: userId(), role: z.enum(roles), expectedVersion: version().optional() }),
  output: z.object({ member: MemberView }),
  errors: [
    memberNotFound,
    reauthenticationRequired,
    planLimitReached,
    versionConflict,
    memberInvalidState,
    lastOwner,
  ],

  find: (input, ports) => memberToChange(input.userId, ports),

  async run(
    { role, expectedVersion },
    { found: member, members, user, entitlements, now, emit, requireStepUp },
  ) {
    permitReach(user, member);
    if (!reaches(user.membership?.role, role)) throw permissionDenied();
    if (role === 'owner' && member.role !== 'owner') requireStepUp();
    if (seatOf(role) !== seatOf(member.role)) {
      await entitlements.take(seatOf(role));
      await entitlements.release(seatOf(member.role));
    }
    requireVersion(member.version, expectedVersion);
    const changed = withRole(member, role, now);
    if (role === member.role) return { member: memberView(member, user.membership?.role) };
    await requireOtherOwner(member, members);

    const after = await members.save(changed);
    emit(memberRoleChanged, { userId: after.id, role, roleBefore: member.role, version: after.version });
    return { member: memberView(after, user.membership?.role) };
  },
});
