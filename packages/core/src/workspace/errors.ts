import { failure } from '../kernel/errors.ts';

export const lastOwner = failure(
  'workspace.last_owner',
  'conflict',
  'A workspace keeps at least one active owner; make somebody else owner first.',
);
export { memberSelf } from '../kernel/access.ts';

export const projectNotFound = failure(
  'project.not_found',
  'not_found',
  'There is no such project in this workspace, or you cannot see it.',
);
export const projectKeyTaken = failure(
  'project.key_taken',
  'conflict',
  'Another project of this workspace has this key, perhaps an archived one; choose another key.',
);
export const projectIsArchived = failure(
  'project.archived',
  'conflict',
  'An archived project is not changed; restore it first.',
);
export const projectLastLead = failure(
  'project.last_lead',
  'conflict',
  'A project keeps at least one lead who is an active member; make somebody else lead first.',
);
export const projectMemberLimit = failure(
  'project.member_limit',
  'conflict',
  'A project has at most 500 members; remove one first.',
);
export const slugTaken = failure(
  'workspace.slug_taken',
  'conflict',
  'Another workspace has this slug, or had it until recently; choose another.',
);
export const settingsLockOut = failure(
  'workspace.settings_lock_out',
  'conflict',
  'These settings would lock out your own session; sign in again in a way that they allow, then change them.',
);
export const invitationNotFound = failure(
  'workspace_invitation.not_found',
  'not_found',
  'There is no such invitation in this workspace.',
);
export const invitationAlreadyPending = failure(
  'workspace_invitation.already_pending',
  'conflict',
  'An invitation to this address is pending; resend or revoke that one.',
);
export const memberAlreadyExists = failure(
  'member.already_exists',
  'conflict',
  'This person is a member of the workspace already.',
);
export const openResponsibilities = failure(
  'member.open_responsibilities',
  'conflict',
  'Only this member can finish the items listed in details; name a successor in reassignToUserId, or finish them first.',
);
export const workspaceInvalidState = failure(
  'workspace.invalid_state',
  'conflict',
  'The workspace is in another state now; read it again.',
);
export const closureBlocked = failure(
  'workspace.closure_blocked',
  'conflict',
  'The items listed in details keep this workspace from closing; end them first.',
);
export const secondPersonRequired = failure(
  'second_person.required',
  'forbidden',
  'You requested this step yourself; another person must take it.',
);
export const secondPersonCoolingOff = failure(
  'second_person.cooling_off',
  'conflict',
  'The cooling-off period has not passed yet; try again when it has.',
);
export const secondPersonAvailable = failure(
  'workspace.second_person_available',
  'conflict',
  'The people listed in details can act as second person, so nobody may decide alone.',
);
export const workspaceOwnerless = failure(
  'workspace.ownerless',
  'conflict',
  'The workspace has no owner; appoint one first.',
);
export const hasOtherMembers = failure(
  'workspace.has_members',
  'conflict',
  'The workspace has other members; appoint one of them owner instead.',
);
export const custodyNotNeeded = failure(
  'workspace.custody_not_needed',
  'conflict',
  'Nothing keeps this workspace from closing, so its owner can close it.',
);
