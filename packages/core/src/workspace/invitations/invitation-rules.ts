import { domainNotAllowed, guestsDisabled } from '../../identity/index.ts';
import type { Role } from '../../kernel/access.ts';
import type { UserPrincipal } from '../../kernel/principal.ts';
import { permissionsOn } from '../../kernel/thing-permission.ts';
import { invitationNotFound } from '../errors.ts';
import { isManager } from '../member.ts';
import type { InvitationFilter, WorkspacePorts } from '../ports.ts';
import type { WorkspaceSettings } from '../workspace.ts';
import type { Invitation } from './invitation.ts';

const invitersOf: Readonly<Record<WorkspaceSettings['invitePolicy'], readonly Role[]>> = {
  owners: ['owner'],
  admins: ['owner', 'admin'],
  members: ['owner', 'admin', 'member'],
};

/** WSP-2, WSP-3: owners invite everybody; members and guests may be invited by the roles that the policy names. */
function invites(
  own: Role | undefined,
  role: Role,
  { invitePolicy }: Pick<WorkspaceSettings, 'invitePolicy'>,
) {
  return isManager(role) ? own === 'owner' : own !== undefined && invitersOf[invitePolicy].includes(own);
}

/** The permission on an invitation depends on the role that it is for, and on the settings of the workspace. */
interface Inviting {
  readonly role: Role;
  readonly settings: Pick<WorkspaceSettings, 'invitePolicy'>;
}

/** The permission table of invitations (platform 6); an inviter is anyone who may invite in that role. */
export const invitationPermissions = {
  list: ['manager', 'inviter'],
  send: ['inviter'],
  resend: ['inviter'],
  revoke: ['inviter'],
} as const;

/** The permission on an invitation of a role: `may: onInvitation('send')`. */
export const onInvitation = permissionsOn('workspace invitation', invitationPermissions, {
  ofRoles: {
    owner: { always: ['manager', 'inviter'], perhaps: [] },
    admin: { always: ['manager'], perhaps: ['inviter', 'onlooker'] },
    member: { always: [], perhaps: ['inviter', 'onlooker'] },
    guest: { always: ['onlooker'], perhaps: [] },
  },
  words: { inviter: 'may invite in that role by the invite policy' },
  standingsOf: (
    { role, settings }: Inviting,
    _input: unknown,
    { user },
  ): readonly ('manager' | 'inviter' | 'onlooker')[] => {
    const own = user.membership?.role;
    return [
      ...(isManager(own) ? ['manager' as const] : []),
      invites(own, role, settings) ? 'inviter' : 'onlooker',
    ];
  },
});

/** The invitations that a person sees: owners see all, admins those of members and guests, members their own. */
export const visibleInvitationsOf = ({
  userId,
  membership,
}: UserPrincipal): Pick<InvitationFilter, 'roles' | 'invitedByUserId'> => ({
  roles: membership?.role === 'owner' ? ['owner', 'admin', 'member', 'guest'] : ['member', 'guest'],
  invitedByUserId: isManager(membership?.role) ? null : userId,
});

/** Locks and returns the invitation; throws `workspace_invitation.not_found` if the person does not see it. */
export async function invitationToChange(
  id: string,
  { invitations, workspaces, user }: WorkspacePorts & { readonly user: UserPrincipal },
): Promise<Inviting & { readonly invitation: Invitation; readonly settings: WorkspaceSettings }> {
  const invitation = await invitations.lock(id);
  const { roles, invitedByUserId } = visibleInvitationsOf(user);
  const seen =
    roles.includes(invitation.role) &&
    (invitedByUserId === null || invitedByUserId === invitation.invitedByUserId);
  if (!seen) throw invitationNotFound();
  const { settings } = await workspaces.get();
  return { invitation, role: invitation.role, settings };
}

/** Refuses an address or role that the settings of the workspace do not allow. */
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
