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
export const temporaryAccessNotFound = failure(
  'temporary_access.not_found',
  'not_found',
  'There is no such grant in this workspace, or you do not see it.',
);
export const temporaryAccessSelf = failure(
  'temporary_access.self',
  'forbidden',
  'Nobody grants themselves access; ask somebody who leads the case, or a privacy officer.',
);
export const temporaryAccessNotAllowed = failure(
  'temporary_access.not_allowed',
  'forbidden',
  'Only whoever leads the case and passes these labels, or a privacy officer, grants access; to what is sealed only a lead who passes it, or an owner who is privacy officer.',
);
export const temporaryAccessGranteeNotEligible = failure(
  'temporary_access.grantee_not_eligible',
  'conflict',
  'Name an active member who is not kept away from the case; guests only read.',
);
export const temporaryAccessInvalidState = failure(
  'temporary_access.invalid_state',
  'conflict',
  'The grant is over already; read it again.',
);
export const breakGlassNotFound = failure(
  'break_glass.not_found',
  'not_found',
  'There is no such emergency access in this workspace, or you do not see it.',
);
export const breakGlassNoMatch = failure(
  'break_glass.no_match',
  'not_found',
  'Nothing was found that this reason opens; check what you gave, or ask whoever answers for privacy.',
);
export const breakGlassAlreadyActive = failure(
  'break_glass.already_active',
  'conflict',
  'You have emergency access to this already; go on with it, or end it first.',
);
export const breakGlassLimit = failure(
  'break_glass.limit',
  'conflict',
  'You have emergency access to three things at a time; end one of them first.',
);
export const breakGlassInvalidState = failure(
  'break_glass.invalid_state',
  'conflict',
  'The state of the emergency access forbids this; read it again.',
);
export const lastPrivacyOfficer = failure(
  'access.last_privacy_officer',
  'conflict',
  'Somebody has to answer for privacy; give the duty to somebody else first.',
);

export const consentNotValid = failure(
  'consent.not_valid',
  'conflict',
  'No consent that holds now covers this disclosure, or one forbids it.',
);
export const authorizationNotFound = failure(
  'authorization.not_found',
  'not_found',
  'There is no such authorization in this workspace, or you do not see its case.',
);
export const authorizationInvalidState = failure(
  'authorization.invalid_state',
  'conflict',
  'The state of the authorization forbids this; read it again.',
);
export const authorizationNotValid = failure(
  'authorization.not_valid',
  'conflict',
  'Nothing may be disclosed on this authorization now: it is not approved, has ended, or has not begun.',
);
export const authorizationSubjectNotInCase = failure(
  'authorization.subject_not_in_case',
  'conflict',
  'The case is not about this subject; choose another case, or link the subject to it.',
);
export const authorizationPrivacyOfficerRequired = failure(
  'authorization.privacy_officer_required',
  'forbidden',
  'With these labels only a privacy officer decides.',
);
export const authorizationReleasesUsedUp = failure(
  'authorization.releases_used_up',
  'conflict',
  'As many packages as the authorization allows were released on it; ask for a new one.',
);
export const releasePackageNotFound = failure(
  'release_package.not_found',
  'not_found',
  'There is no such package, or you do not see it.',
);
export const releasePackageInvalidState = failure(
  'release_package.invalid_state',
  'conflict',
  'The state of the package forbids this; read it again. One that is prepared can be approved, one that is approved can be released within 30 days, and one that is released can be revoked or given a new link; one that has ended is prepared anew.',
);
export const packageItemNotFinal = failure(
  'release_package.item_not_final',
  'conflict',
  'Only versions that were signed can be disclosed.',
);
export const packageItemInError = failure(
  'release_package.item_in_error',
  'conflict',
  'An entry of it was marked as entered in error; prepare a package without it.',
);
export const packageItemOutOfScope = failure(
  'release_package.item_out_of_scope',
  'conflict',
  'The authorization does not cover all of it.',
);
export const packageManifestChanged = failure(
  'release_package.manifest_changed',
  'conflict',
  'What you saw is not what would be disclosed; read the package again.',
);

export const portalLocked = failure(
  'portal.locked',
  'forbidden',
  'Too many wrong codes were entered, so this is locked; ask whoever released it to you for a new link.',
);
export const portalOpensUsedUp = failure(
  'portal.opens_used_up',
  'forbidden',
  'This was opened as often as it may be; ask whoever released it to you.',
);
export const portalConsentRequired = failure(
  'portal.consent_required',
  'forbidden',
  'Read and accept the terms first.',
);
export const portalAccessCodeRequired = failure(
  'portal.access_code_required',
  'forbidden',
  'Enter the access code first.',
);
export const portalAccessCodeWrong = failure(
  'portal.access_code_wrong',
  'forbidden',
  'This is not the access code; ask whoever released it to you.',
);
export const portalDownloadNotAllowed = failure(
  'portal.download_not_allowed',
  'forbidden',
  'This can be read here and not downloaded.',
);
export const portalItemNotFound = failure(
  'portal.item_not_found',
  'not_found',
  'There is no such entry or file in this package.',
);
