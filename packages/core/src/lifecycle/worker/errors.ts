import { failure } from '../../kernel/errors.ts';

export const actionInvalidState = failure(
  'action.invalid_state',
  'conflict',
  'The action is in another state now; read it again.',
);
export const actionNotFound = failure(
  'action.not_found',
  'not_found',
  'There is no such action of the lifecycle worker in this workspace.',
);
export const actionNotReplayable = failure(
  'action.not_replayable',
  'conflict',
  'Only an action that was given up or put aside can be run again, and only while its document is there.',
);
export const actionNotDead = failure(
  'action.not_dead',
  'conflict',
  'Only an action that was given up can be put aside; read it again.',
);
export const actionNotApplicable = failure(
  'action.not_applicable',
  'conflict',
  'The dates and the policy of the document do not ask for this by then, or it has happened already.',
);
