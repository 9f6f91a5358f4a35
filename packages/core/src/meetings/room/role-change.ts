import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import type { MeetingRole } from '../meeting.ts';
import type { MeetingsPorts } from '../ports.ts';
import { isAsLink } from './visitor.ts';

/**
 * Gives the new role of an invitation to whoever waits or is in the room by it: their next join token carries it, and
 * somebody who waits and has become a host is admitted at the next sign of life (meetings 4.3).
 */
export async function applyRoleChange(
  invitationId: string,
  role: MeetingRole,
  { admissions, now }: Pick<FollowUpContext, 'now'> & Pick<MeetingsPorts, 'admissions'>,
): Promise<void> {
  for (const admission of await admissions.openOfLink({ kind: 'invitation', id: invitationId }))
    if (!isAsLink(admission)) await admissions.save({ ...admission, role, updatedAt: now });
}
