import { failure } from '../kernel/errors.ts';

export const lastOwner = failure(
  'workspace.last_owner',
  'conflict',
  'A workspace keeps at least one active owner; make somebody else owner first.',
);
export const memberSelf = failure(
  'member.self',
  'conflict',
  'You cannot do this to yourself; ask another owner, or leave the workspace.',
);
export const projectNotFound = failure(
  'project.not_found',
  'not_found',
  'There is no such project here, or it is private to others.',
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
