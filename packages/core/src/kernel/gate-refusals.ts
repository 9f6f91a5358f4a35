import {
  accessTokenRequired,
  addressNotAllowed,
  apiKeyRequired,
  apiKeysDisabled,
  authRequired,
  emailUnverified,
  isScopeAccess,
  keyExpired,
  keyMalformed,
  keyRevoked,
  keyUnknown,
  memberSuspended,
  noActiveWorkspace,
  reauthenticationRequired,
  scopeMissing,
  secondFactorRequired,
  sessionRevoked,
  sessionTooOld,
  signInMethodNotAllowed,
  tokenExpired,
  tokenInvalid,
  tokenRevoked,
  workspaceNotActive,
  workspaceSecondFactorRequired,
} from './access.ts';
import type { UseCase } from './declaration.ts';
import {
  dependencyUnavailable,
  type FailureType,
  permissionDenied,
  planFeatureNotIncluded,
  rateLimited,
  requestInvalid,
  versionConflict,
} from './errors.ts';
import { isRead } from './links.ts';

/**
 * Every failure that the gates of the pipeline can answer a call with, by what its use case declares (`gates.ts` throws
 * them). With the use case's own `errors` it is all that a caller can meet; the published contract is written from both.
 */
export const refusalsOfGates = (useCase: UseCase): readonly FailureType[] => [
  ...new Set([
    requestInvalid,
    ...refusalsOfCaller(useCase),
    ...refusalsOfMembership(useCase),
    ...refusalsAfterInput(useCase),
    rateLimited,
    dependencyUnavailable,
  ]),
];

const refusalsOfToken = [accessTokenRequired, tokenInvalid, tokenExpired, tokenRevoked, sessionRevoked];
const refusalsOfKey = [
  apiKeyRequired,
  keyMalformed,
  keyUnknown,
  keyExpired,
  keyRevoked,
  addressNotAllowed,
  workspaceNotActive,
  apiKeysDisabled,
  planFeatureNotIncluded,
  scopeMissing,
];

/** Who is the caller: the credential is missing, is of the wrong kind, or does not hold any more. */
function refusalsOfCaller({ access, bearer }: UseCase): readonly FailureType[] {
  if (access === 'anyone') return bearer === 'optional' ? refusalsOfToken : [];
  return [authRequired, ...(isScopeAccess(access) ? refusalsOfKey : refusalsOfToken)];
}

/** Whether the caller may act in the workspace of their token. */
function refusalsOfMembership(useCase: UseCase): readonly FailureType[] {
  const { access, evenSuspended } = useCase;
  if (typeof access === 'string' || isScopeAccess(access)) return [];
  return [
    noActiveWorkspace,
    ...(evenSuspended ? [] : [memberSuspended, workspaceSecondFactorRequired]),
    signInMethodNotAllowed,
    sessionTooOld,
    ...(isRead(useCase) ? [] : [workspaceNotActive]),
    permissionDenied,
  ];
}

/** What is asked for beyond the right to call: the plan, a recent proof, a verified address, the current version. */
const refusalsAfterInput = (useCase: UseCase): readonly FailureType[] => [
  ...(useCase.feature === undefined ? [] : [planFeatureNotIncluded]),
  ...(useCase.stepUp === 'factor' ? [secondFactorRequired] : []),
  ...(useCase.stepUp === true || useCase.stepUpWhen ? [reauthenticationRequired] : []),
  ...(useCase.outside ? [emailUnverified] : []),
  ...(useCase.version ? [versionConflict] : []),
];
