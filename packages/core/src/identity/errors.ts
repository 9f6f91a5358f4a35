import { failure } from '../kernel/errors.ts';

export const invalidCredentials = failure(
  'auth.invalid_credentials',
  'unauthenticated',
  'Address or password is wrong; try again or reset the password.',
);
export const accountSuspended = failure(
  'auth.account_suspended',
  'forbidden',
  'This account is suspended; ask the operator of this installation.',
);
export const registrationClosed = failure(
  'auth.registration_closed',
  'forbidden',
  'Registration is closed here; ask for an invitation.',
);
export const refreshInvalid = failure(
  'auth.refresh_invalid',
  'unauthenticated',
  'This refresh token is not one of ours; sign in again.',
);
export const refreshReused = failure(
  'auth.refresh_reused',
  'unauthenticated',
  'This refresh token was used before, so the session has ended; sign in again.',
);
export const passwordIncorrect = failure(
  'auth.password_incorrect',
  'forbidden',
  'The password is wrong; try again or reset it.',
);
export const proofRequired = failure(
  'auth.proof_required',
  'forbidden',
  'Open this link while signed in to the account, or send its password too; the link still works.',
);
export const emailTaken = failure(
  'auth.email_taken',
  'conflict',
  'Another account owns this address by now; sign in to that one.',
);
export const linkGone = failure(
  'link.gone',
  'gone',
  'This link was used before, has expired or was replaced; ask for a new one.',
);
export const workspaceNotFound = failure(
  'workspace.not_found',
  'not_found',
  'You belong to no such workspace.',
);
export const accountGone = failure('user.not_found', 'not_found', 'This account is no longer there.');
