import { failure } from '../../kernel/errors.ts';

export const candidateNotFound = failure(
  'candidate.not_found',
  'not_found',
  'There is no such candidate for destruction in this workspace.',
);
export const retentionInvalidState = failure(
  'retention.invalid_state',
  'conflict',
  'The candidate is in another state by now; read it again.',
);
