import { failure } from '../../kernel/errors.ts';

export const integrityCheckRunning = failure(
  'integrity.check_running',
  'conflict',
  'Another check of this workspace is running; wait for its result.',
);
export const integrityInvalidState = failure(
  'integrity.invalid_state',
  'conflict',
  'The check is over already; run another one.',
);
