import { failure } from '../../kernel/errors.ts';

export const renewalNotFound = failure(
  'renewal.not_found',
  'not_found',
  'There is no such renewal in this workspace.',
);
export const renewalInvalidState = failure(
  'renewal.invalid_state',
  'conflict',
  'The renewal is in another state by now; read it again.',
);
export const renewalAlreadyOpen = failure(
  'renewal.already_open',
  'conflict',
  'A renewal of this document is open already; its id is in the details.',
);
export const renewalReplacementInvalid = failure(
  'renewal.replacement_invalid',
  'conflict',
  'Choose another document, one that is active and was not replaced itself.',
);
export const renewalCycle = failure(
  'renewal.cycle',
  'conflict',
  'That document is to be replaced by this one, so it cannot take its place.',
);
