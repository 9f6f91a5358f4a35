import type { FollowUpContext } from '../../kernel/use-case.ts';
import type { MeetingRole } from '../meeting.ts';
import type { MeetingsPorts } from '../ports.ts';
import { isAsLink } from './visitor.ts';

/**
 * Whoever waits or is in the room by this invitation has its new role from now on: their next join token carries it, and
 * somebody who waits and is to run the room comes in at the next sign of life (meetings 4.3).
 */
export async function applyRoleChange(
  invitationId: string,
  role: MeetingRole,
  { admissions, now }: Pick<FollowUpContext, 'now'> & Pick<MeetingsPorts, 'admissions'>,
): Promise<void> {
  for (const admission of await admissions.openOfLink({ kind: 'invitation', id: invitationId }))
    if (!isAsLink(admission) && admission.role !== role)
      await admissions.save({ ...admission, role, updatedAt: now });
}
