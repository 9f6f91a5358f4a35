import { failure } from './errors.ts';

export const roles = ['owner', 'admin', 'member', 'guest'] as const;
export type Role = (typeof roles)[number];

/** Owners and admins run the workspace and see all of it. */
export const isManager = (role: Role | undefined): boolean => role === 'owner' || role === 'admin';

/** The ways to sign in, as a session says how it began and a workspace which it allows. */
export const signInMethods = ['password', 'apple', 'google', 'passkey'] as const;
export type SignInMethod = (typeof signInMethods)[number];

/** What an API key may do; each scope opens its endpoints of the integration API (KEY-7). */
export const scopes = [
  'workspace.read',
  'members.read',
  'meetings.read',
  'projects.read',
  'meetings.write',
] as const;
export type Scope = (typeof scopes)[number];

/**
 * Who may call a use case, as data:
 * `anyone` (public), `account` (any signed-in person, workspace or not), a scope of an API key,
 * or roles in the active workspace. `own`: what is the caller's own, by the permission `own` or by what `find` finds.
 */
export type Access =
  | 'anyone'
  | 'account'
  | { readonly scope: Scope }
  | { readonly [R in Role]?: 'any' | 'own' };

export const isScopeAccess = (access: Access): access is { readonly scope: Scope } =>
  typeof access === 'object' && 'scope' in access;

/** The reach of a role: `any`, `own`, or null if it may not call at all. */
export const reachOf = (access: Access, role: Role): 'any' | 'own' | null =>
  typeof access === 'string' || isScopeAccess(access) ? null : (access[role] ?? null);

export const authRequired = failure(
  'auth.required',
  'unauthenticated',
  'Sign in, or send the API key, in the Authorization header.',
);
export const tokenInvalid = failure(
  'auth.token_invalid',
  'unauthenticated',
  'This access token is not one of ours; sign in again.',
);
export const tokenExpired = failure(
  'auth.token_expired',
  'unauthenticated',
  'The access token has expired; refresh the session.',
);
export const tokenRevoked = failure(
  'auth.token_revoked',
  'unauthenticated',
  'This access token was revoked; refresh the session.',
);
export const sessionRevoked = failure(
  'auth.session_revoked',
  'unauthenticated',
  'This session has ended; sign in again.',
);
export const accessTokenRequired = failure(
  'auth.access_token_required',
  'unauthenticated',
  'This endpoint takes the access token of a signed-in person, not an API key.',
);
export const apiKeyRequired = failure(
  'auth.api_key_required',
  'unauthenticated',
  'This endpoint takes an API key, not an access token.',
);
export const keyMalformed = failure(
  'auth.key_malformed',
  'unauthenticated',
  'This is not a complete API key; copy it again from where it was shown.',
);
export const keyUnknown = failure(
  'auth.key_unknown',
  'unauthenticated',
  'This API key is not known; ask an owner of the workspace for one.',
);
export const keyExpired = failure(
  'auth.key_expired',
  'unauthenticated',
  'This API key secret has expired; use the rotated one or ask for a new one.',
);
export const keyRevoked = failure(
  'auth.key_revoked',
  'unauthenticated',
  'This API key was revoked; ask an owner of the workspace for a new one.',
);
export const addressNotAllowed = failure(
  'auth.address_not_allowed',
  'forbidden',
  'This API key may not be used from your network address.',
);
export const emailUnverified = failure(
  'auth.email_unverified',
  'forbidden',
  'Verify your e-mail address first; the link was mailed to you.',
);
export const reauthenticationRequired = failure(
  'auth.reauthentication_required',
  'forbidden',
  'Prove your password again, then repeat this within the time the workspace allows.',
);
export const secondFactorRequired = failure(
  'auth.second_factor_required',
  'forbidden',
  'Prove a second factor or a recovery code again, then repeat this within the time the workspace allows.',
);
export const workspaceSecondFactorRequired = failure(
  'workspace.second_factor_required',
  'forbidden',
  'This workspace demands a second factor; enrol one, or prove yours, under your account.',
);
export const scopeMissing = failure(
  'scope.missing',
  'forbidden',
  'This API key lacks the scope named in details; an owner can add it, and the key stays valid.',
);
export const noActiveWorkspace = failure(
  'workspace.none_active',
  'forbidden',
  'You have no active workspace here; switch to one of yours.',
);
export const workspaceNotActive = failure(
  'workspace.not_active',
  'forbidden',
  'This workspace is not active; changes are refused until it is reopened or reinstated.',
);
export const apiKeysDisabled = failure(
  'workspace.api_keys_disabled',
  'forbidden',
  'API keys are switched off in the settings of this workspace.',
);
export const memberSuspended = failure(
  'member.suspended',
  'forbidden',
  'Your membership of this workspace is suspended; ask an owner or admin.',
);
export const memberSelf = failure(
  'member.self',
  'conflict',
  'You cannot do this to yourself; ask another owner, or leave the workspace.',
);
export const memberNotFound = failure(
  'member.not_found',
  'not_found',
  'There is no such member in this workspace.',
);
export const signInMethodNotAllowed = failure(
  'workspace.sign_in_method_not_allowed',
  'forbidden',
  'This workspace does not allow the way you signed in; sign in by another.',
);
export const sessionTooOld = failure(
  'workspace.session_too_old',
  'forbidden',
  'This session is older than the workspace allows; sign in again.',
);
