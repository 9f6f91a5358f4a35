import { failure } from '../../kernel/errors.ts';

export const encounterNotFound = failure(
  'encounter.not_found',
  'not_found',
  'There is no such encounter in this workspace, or you cannot see it.',
);
export const encounterInvalidState = failure(
  'encounter.invalid_state',
  'conflict',
  'The state of the encounter forbids this; read it again.',
);
