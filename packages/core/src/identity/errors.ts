import { failure } from '../kernel/errors.ts';

export const invalidCredentials = failure('auth.invalid_credentials', 'unauthenticated', 'Address or password is wrong; try again or reset the password.');
export const accountSuspended = failure('auth.account_suspended', 'forbidden', 'This account is suspended; ask the operator of this installation.');
export const registrationClosed = failure('auth.registration_closed', 'forbidden', 'Registration is closed here; ask for an invitation.');
export const refreshInvalid = failure('auth.refresh_invalid', 'unauthenticated', 'This refresh token is not one of ours; sign in again.');
export const refreshReused = failure('auth.refresh_reused', 'unauthenticated', 'This refresh token was used before, so the session has ended; sign in again.');
export const accountGone = failure('user.not_found', 'not_found', 'This account is no longer there.');
