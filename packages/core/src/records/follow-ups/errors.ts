import { failure } from '../../kernel/errors.ts';

export const followUpNotFound = failure(
  'follow_up.not_found',
  'not_found',
  'There is no such follow-up in this workspace, or you cannot see it.',
);
export const followUpInvalidState = failure(
  'follow_up.invalid_state',
  'conflict',
  'The state of the follow-up forbids this; read it again.',
);
export const followUpOwnerNotMember = failure(
  'follow_up.owner_not_member',
  'conflict',
  'Only who works on the case owns its follow-ups; choose somebody else, or add them to the case first.',
);
