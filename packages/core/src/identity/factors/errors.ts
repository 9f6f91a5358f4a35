import { failure } from '../../kernel/errors.ts';

export const factorNotFound = failure(
  'factor.not_found',
  'not_found',
  'You have no such factor; list your factors again.',
);
export const factorInvalidState = failure(
  'factor.invalid_state',
  'conflict',
  'The factor is in another state now; read the list again.',
);
export const factorLimit = failure(
  'factor.limit',
  'conflict',
  'An account has at most 2 authenticators and 10 passkeys; remove one first.',
);
export const factorCodeInvalid = failure(
  'factor.code_invalid',
  'forbidden',
  'This code is wrong or was used before; wait for the next one, or use another factor.',
);
export const factorPasskeyInvalid = failure(
  'factor.passkey_invalid',
  'forbidden',
  'This passkey could not be verified; ask for new options and try again, or use another factor.',
);
export const factorPasskeyKnown = failure(
  'factor.passkey_known',
  'conflict',
  'This passkey is registered already; use another one.',
);
export const ceremonyExpired = failure(
  'factor.ceremony_expired',
  'gone',
  'What you began has expired or was used before; begin again.',
);
export const factorRequiredByWorkspace = failure(
  'factor.required_by_workspace',
  'conflict',
  'The workspaces named in details demand a second factor; enrol another first, or leave them.',
);
export const noFactorEnrolled = failure(
  'factor.none_enrolled',
  'conflict',
  'This account has no such factor; enrol one first.',
);
export const lastSignInMethod = failure(
  'identity.last_sign_in_method',
  'conflict',
  'This is the last way to sign in to the account; set a password or add another first.',
);
export const challengeInvalid = failure(
  'auth.challenge_invalid',
  'unauthenticated',
  'This sign-in has ended; begin again.',
);
export const passkeyInvalid = failure(
  'auth.passkey_invalid',
  'unauthenticated',
  'This passkey cannot be used to sign in here; begin again, or sign in another way.',
);
export const factorResetPending = failure(
  'factor_reset.pending',
  'conflict',
  'A factor reset of this member is under way already.',
);
export const factorResetMemberElsewhere = failure(
  'factor_reset.member_elsewhere',
  'conflict',
  'This member also works in a workspace that you do not own; ask the operator of this installation.',
);
export const factorResetInvalidState = failure(
  'factor_reset.invalid_state',
  'conflict',
  'No factor reset of this member is under way; read the member again.',
);
