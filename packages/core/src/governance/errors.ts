import { failure } from '../kernel/errors.ts';

export const consentNotFound = failure(
  'consent.not_found',
  'not_found',
  'There is no such consent in this workspace, or you do not see whom it is about.',
);
export const consentInvalidState = failure(
  'consent.invalid_state',
  'conflict',
  'The state of the consent forbids this; read it again.',
);
export const portalTokenRequired = failure(
  'portal.token_required',
  'unauthenticated',
  'Send the token of your link as a bearer token, or as token in the body.',
);
export const portalTokenInvalid = failure(
  'portal.token_invalid',
  'unauthenticated',
  'This link leads nowhere; check that you have copied all of it.',
);
export const portalStatementChanged = failure(
  'portal.statement_changed',
  'conflict',
  'The text is not the one that you were shown; read it again before you decide.',
);
export const portalAlreadyDecided = failure(
  'portal.already_decided',
  'conflict',
  'This was decided already, and otherwise than you say now.',
);
export const portalNotAPackageToken = failure(
  'portal.not_a_package_token',
  'forbidden',
  'This link asks for a consent and opens nothing else.',
);
