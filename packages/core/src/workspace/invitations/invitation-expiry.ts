import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import type { Instant } from '../../kernel/time.ts';
import { seatOf } from '../member.ts';
import type { WorkspacePorts } from '../ports.ts';
import { invitationExpired } from './events.ts';
import { ended } from './invitation.ts';

/** Expires the overdue pending invitations of the entered workspace, of one address or of all, and frees their seats. */
export async function expireDueInvitations(
  email: string | null,
  {
    invitations,
    usage,
    emit,
    now,
  }: WorkspacePorts & Pick<FollowUpContext, 'emit'> & { readonly now: Instant },
): Promise<void> {
  for (const invitation of await invitations.due(now, email)) {
    const after = await invitations.save(ended(invitation, 'expire', now));
    await usage.unreserve(seatOf(after.role), 1);
    emit(invitationExpired, { invitationId: after.id, role: after.role, version: after.version });
  }
}
