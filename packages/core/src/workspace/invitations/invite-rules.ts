import { domainNotAllowed, guestsDisabled } from '../../identity/index.ts';
import type { Role } from '../../kernel/access.ts';
import { permissionDenied } from '../../kernel/errors.ts';
import type { UserPrincipal } from '../../kernel/principal.ts';
import { invitationNotFound } from '../errors.ts';
import { isManager } from '../member.ts';
import type { InvitationFilter, InvitationRepository } from '../ports.ts';
import type { WorkspaceSettings } from '../workspace.ts';
import type { Invitation } from './invitation.ts';

const invitersOf: Readonly<Record<WorkspaceSettings['invitePolicy'], readonly Role[]>> = {
  owners: ['owner'],
  admins: ['owner', 'admin'],
  members: ['owner', 'admin', 'member'],
};

/** WSP-2, WSP-3: owners invite everybody; members and guests are invited by whom the policy names. */
export function permitInvite(
  user: UserPrincipal,
  role: Role,
  { invitePolicy }: Pick<WorkspaceSettings, 'invitePolicy'>,
): void {
  const own = user.membership?.role;
  const may = isManager(role) ? own === 'owner' : own !== undefined && invitersOf[invitePolicy].includes(own);
  if (!may) throw permissionDenied();
}

/** Which invitations a person sees: owners all, admins those of members and guests, members their own. */
export const sightOfInvitations = ({
  userId,
  membership,
}: UserPrincipal): Pick<InvitationFilter, 'roles' | 'invitedByUserId'> => ({
  roles: membership?.role === 'owner' ? ['owner', 'admin', 'member', 'guest'] : ['member', 'guest'],
  invitedByUserId: isManager(membership?.role) ? null : userId,
});

/** The invitation under its lock, or `workspace_invitation.not_found` for whoever does not see it. */
export async function invitationToChange(
  id: string,
  { invitations, user }: { readonly invitations: InvitationRepository; readonly user: UserPrincipal },
): Promise<Invitation> {
  const invitation = await invitations.lock(id);
  const { roles, invitedByUserId } = sightOfInvitations(user);
  const seen =
    roles.includes(invitation.role) &&
    (invitedByUserId === null || invitedByUserId === invitation.invitedByUserId);
  if (!seen) throw invitationNotFound();
  return invitation;
}

/** Whether the workspace takes this address in this role at all. */
export function requireInvitable(
  { email, role }: Pick<Invitation, 'email' | 'role'>,
  { allowedEmailDomains, guestsEnabled }: Pick<WorkspaceSettings, 'allowedEmailDomains' | 'guestsEnabled'>,
): void {
  if (role === 'guest') {
    if (!guestsEnabled) throw guestsDisabled();
    return;
  }
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  if (allowedEmailDomains.length > 0 && !allowedEmailDomains.includes(domain)) throw domainNotAllowed();
}
