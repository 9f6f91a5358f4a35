import { failure } from '../../kernel/errors.ts';

export const dispositionReviewNotFound = failure(
  'disposition.not_found',
  'not_found',
  'There is no such disposition review in this workspace.',
);
export const dispositionInvalidState = failure(
  'disposition.invalid_state',
  'conflict',
  'The state of the review forbids this; read it again.',
);
export const dispositionBlocked = failure(
  'disposition.blocked',
  'conflict',
  'Something stands against it for at least one case; the details name each case and why.',
);
export const dispositionConfirmationMismatch = failure(
  'disposition.confirmation_mismatch',
  'conflict',
  'This is not the confirmation code of the review; read which cases it is about.',
);
export const dispositionManifestChanged = failure(
  'disposition.manifest_changed',
  'conflict',
  'A policy or a due date of its cases is not what was approved; request another review.',
);
