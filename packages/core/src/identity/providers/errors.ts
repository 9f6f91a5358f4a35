import { failure } from '../../kernel/errors.ts';

export const providerNotConfigured = failure(
  'auth.provider_not_configured',
  'not_found',
  'This installation does not offer this way to sign in; use another.',
);
export const stateInvalid = failure(
  'auth.state_invalid',
  'invalid',
  'This sign-in was finished before, took too long or began in another browser; begin again.',
);
export const providerDenied = failure(
  'auth.provider_denied',
  'invalid',
  'The provider refused this sign-in; begin again, or sign in another way.',
);
export const idTokenInvalid = failure(
  'auth.id_token_invalid',
  'unauthenticated',
  'The ID token is not valid here; get a new one with a new nonce.',
);
export const idTokenReplayed = failure(
  'auth.id_token_replayed',
  'unauthenticated',
  'This ID token was used before; get a new one.',
);
export const handoffInvalid = failure(
  'auth.handoff_invalid',
  'unauthenticated',
  'This hand-off code is wrong, has expired or was used before; begin the sign-in again.',
);
export const linkedElsewhere = failure(
  'identity.linked_elsewhere',
  'conflict',
  'Another account signs in with this identity; sign in with it and unlink it there first.',
);
export const identityNotYours = failure(
  'identity.not_yours',
  'conflict',
  'This identity is not linked to your account; use one that is.',
);
export const identityNotFound = failure(
  'identity.not_found',
  'not_found',
  'No such identity is linked to your account; read your account again.',
);
export const identityLimit = failure(
  'identity.limit',
  'conflict',
  'An account has at most 10 identities; unlink one first.',
);
