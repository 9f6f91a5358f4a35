import {
  type Access,
  accessTokenRequired,
  addressNotAllowed,
  apiKeyRequired,
  apiKeysDisabled,
  authRequired,
  isScopeAccess,
  keyExpired,
  keyMalformed,
  keyRevoked,
  keyUnknown,
  memberSuspended,
  noActiveWorkspace,
  reachOf,
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
import { isInRange } from './address.ts';
import { apiKeyHash, apiKeyPrefix, claimsToBeApiKey } from './api-key-format.ts';
import type { ApiKeyRow, CredentialRow, SessionRow } from './credentials.ts';
import { equalInConstantTime, utf8 } from './crypto.ts';
import type { UseCase } from './declaration.ts';
import { permissionDenied } from './errors.ts';
import { isRead } from './links.ts';
import type { AccessClaims, TokenSigner } from './ports.ts';
import type { CallerWorkspace, KeyPrincipal, Principal, UserPrincipal } from './principal.ts';
import { type Instant, plusDays, secondsBetween } from './time.ts';

/** What a credential claims, checked as far as that goes without the database. */
export type Presented =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'token'; readonly claims: AccessClaims }
  | { readonly kind: 'key'; readonly prefix: string; readonly hash: string };

const nobody: Presented = { kind: 'nobody' };

/** Gate 3, first half: the form of the credential (AUT-1, KEY-1). */
export async function present(
  credential: string | null,
  access: Access,
  tokens: TokenSigner,
  now: Instant,
  bearer?: 'optional',
): Promise<Presented> {
  if (access === 'anyone' && (bearer !== 'optional' || credential === null)) return nobody;
  if (credential === null) throw authRequired();

  if (isScopeAccess(access)) {
    if (!claimsToBeApiKey(credential))
      throw credential.split('.').length === 3 ? apiKeyRequired() : keyMalformed();
    const prefix = apiKeyPrefix(credential);
    if (prefix === null) throw keyMalformed();
    return { kind: 'key', prefix, hash: apiKeyHash(credential) };
  }

  if (claimsToBeApiKey(credential)) throw accessTokenRequired();
  const claims = await tokens.verify(credential, now);
  if (claims === 'invalid') throw tokenInvalid();
  if (claims === 'expired') throw tokenExpired();
  return { kind: 'token', claims };
}

/** Who the caller is by this row; throws the refusal otherwise. */
export function authenticate(
  row: CredentialRow,
  presented: Presented,
  address: string,
  now: Instant,
): Principal {
  if (presented.kind === 'nobody') return { kind: 'public' };
  // The row is the one that `credentialRow` gave for this credential.
  return presented.kind === 'key'
    ? keyPrincipal(row as ApiKeyRow | null, presented, address, now)
    : userPrincipal(row as SessionRow | null, presented.claims, now);
}

function userPrincipal(row: SessionRow | null, claims: AccessClaims, now: Instant): UserPrincipal {
  if (row === null || row.userId !== claims.sub || row.revokedAt !== null || row.expiresAt <= now)
    throw sessionRevoked();
  if (row.accountStatus !== 'active') throw sessionRevoked();
  if (row.tokenRevoked) throw tokenRevoked();
  return {
    kind: 'user',
    userId: row.userId,
    displayName: row.displayName,
    locale: row.locale,
    timeZone: row.timeZone,
    emailVerified: row.emailVerified,
    sessionId: claims.sid,
    tokenId: claims.jti,
    claimedWorkspaceId: claims.wid,
    authMethod: row.authMethod,
    authenticatedAt: row.authenticatedAt,
    secondFactorAt: row.secondFactorAt,
    sessionCreatedAt: row.createdAt,
    lastSeenAt: row.lastSeenAt,
    longestIdleSeconds: row.longestIdleSeconds,
    workspace: row.workspace,
    membership:
      row.role === null || row.memberStatus === null
        ? null
        : {
            role: row.role,
            status: row.memberStatus,
            hasSecondFactor: row.hasSecondFactor === true,
            secondFactorSince: row.secondFactorSince,
          },
  };
}

function keyPrincipal(
  row: ApiKeyRow | null,
  presented: { prefix: string; hash: string },
  address: string,
  now: Instant,
): KeyPrincipal {
  if (row === null || !equalInConstantTime(utf8(row.secretHash), utf8(presented.hash))) throw keyUnknown();
  if (row.revokedAt !== null) throw keyRevoked();
  if (
    (row.expiresAt !== null && row.expiresAt <= now) ||
    (row.secretExpiresAt !== null && row.secretExpiresAt <= now)
  )
    throw keyExpired();
  if (row.allowedIpRanges.length > 0 && !row.allowedIpRanges.some((range) => isInRange(address, range)))
    throw addressNotAllowed();
  if (row.workspace.status !== 'active') throw workspaceNotActive();
  if (!row.workspace.settings.apiKeysEnabled) throw apiKeysDisabled();
  return {
    kind: 'api_key',
    apiKeyId: row.apiKeyId,
    name: row.name,
    keyPrefix: presented.prefix,
    scopes: row.scopes,
    rateLimitPerMinute: row.rateLimitPerMinute,
    actsAsUserId: row.actsAsUserId,
    actsAsEmailVerified: row.actsAsEmailVerified,
    workspace: row.workspace,
  };
}

/** Gate 3, last part: whether the membership is active, and whether the workspace is. */
export function admit(principal: Principal, useCase: UseCase, now: Instant): void {
  const { access } = useCase;
  if (access === 'anyone' || access === 'account') return;
  if (isScopeAccess(access)) {
    if (principal.kind !== 'api_key') throw apiKeyRequired();
    return;
  }
  if (principal.kind !== 'user') throw authRequired();
  const { workspace, membership } = principal;
  if (workspace === null || membership === null) throw notThere(principal.claimedWorkspaceId);
  if (membership.status === 'suspended' && !useCase.evenSuspended) throw memberSuspended();
  admitSession(principal, workspace.settings, now);
  // Leaving stays possible (MFA-13).
  if (!useCase.evenSuspended && lacksSecondFactor(principal, now)) throw workspaceSecondFactorRequired();
  if (
    !isRead(useCase) &&
    workspace.status !== 'active' &&
    !(useCase.whileClosing && workspace.status === 'closing')
  )
    throw workspaceNotActive();
}

/** SES-12: names the workspace of the token, which the person no longer belongs to. */
const notThere = (workspaceId: string | null): Error =>
  noActiveWorkspace(
    workspaceId === null
      ? {}
      : {
          details: [
            {
              path: '',
              code: workspaceId,
              message:
                'You do not belong to this workspace any more; refresh the session, or switch to another.',
            },
          ],
        },
  );

/** Gate 5: whether the role or the scope opens the endpoint. */
export function permit(principal: Principal, { access }: UseCase): void {
  if (typeof access === 'string') return;
  if (isScopeAccess(access)) {
    if (principal.kind !== 'api_key') throw apiKeyRequired();
    if (principal.scopes.includes(access.scope)) return;
    throw scopeMissing({
      details: [
        {
          path: '',
          code: access.scope,
          message: `An owner adds it with: chancery api-keys update ${principal.apiKeyId} --scopes ${[...principal.scopes, access.scope].join(' --scopes ')}`,
        },
      ],
    });
  }
  const role = principal.kind === 'user' ? principal.membership?.role : undefined;
  if (role === undefined || reachOf(access, role) === null) throw permissionDenied();
}

/** Whether this session may act in a workspace that it is to be switched to, by the workspace's own settings. */
export function admitTo(person: CallerSession & { readonly workspace: CallerWorkspace }, now: Instant): void {
  admitSession(person, person.workspace.settings, now);
  if (lacksSecondFactor(person, now)) throw workspaceSecondFactorRequired();
}

/** What of a session the settings of a workspace look at. */
export type CallerSession = Pick<
  UserPrincipal,
  'authMethod' | 'sessionCreatedAt' | 'lastSeenAt' | 'longestIdleSeconds' | 'secondFactorAt' | 'membership'
>;

function admitSession(
  principal: Pick<UserPrincipal, 'authMethod' | 'sessionCreatedAt' | 'lastSeenAt' | 'longestIdleSeconds'>,
  settings: {
    allowedSignInMethods: readonly string[];
    sessionMaxAgeHours: number;
    sessionIdleMinutes: number;
  },
  now: Instant,
): void {
  if (!settings.allowedSignInMethods.includes(principal.authMethod)) throw signInMethodNotAllowed();
  const tooOld = secondsBetween(principal.sessionCreatedAt, now) > settings.sessionMaxAgeHours * 3600;
  // Further use, by a refresh or on an endpoint of the account, does not undo a silence that was too long (SES-7).
  const idleSeconds = Math.max(secondsBetween(principal.lastSeenAt, now), principal.longestIdleSeconds);
  const tooIdle = idleSeconds > settings.sessionIdleMinutes * 60 + 60;
  if (tooOld || tooIdle) throw sessionTooOld();
}

/**
 * Whether the workspace demands a second factor that the member or this session does not have, and the time to get one
 * is over (MFA-12).
 */
export function lacksSecondFactor(
  {
    workspace,
    membership,
    secondFactorAt,
  }: Pick<UserPrincipal, 'workspace' | 'membership' | 'secondFactorAt'>,
  now: Instant,
): boolean {
  if (workspace === null || membership === null || membership.secondFactorSince === null) return false;
  if (membership.hasSecondFactor && secondFactorAt !== null) return false;
  return plusDays(membership.secondFactorSince, workspace.settings.secondFactorGraceDays) <= now;
}

/** Gate 12 (SES-13): the credential was proven recently enough for the workspace. */
export function requireStepUp(principal: Principal, now: Instant): void {
  if (principal.kind !== 'user') throw authRequired();
  const minutes = principal.workspace?.settings.reauthenticationMinutes ?? 15;
  if (secondsBetween(principal.authenticatedAt, now) > minutes * 60) throw reauthenticationRequired();
}

/** The same for endpoints "with a factor" (MFA-10): a second factor was proven recently enough in this session. */
export function requireSecondFactor(principal: Principal, now: Instant): void {
  if (principal.kind !== 'user') throw authRequired();
  const minutes = principal.workspace?.settings.reauthenticationMinutes ?? 15;
  const { secondFactorAt } = principal;
  if (secondFactorAt === null || secondsBetween(secondFactorAt, now) > minutes * 60)
    throw secondFactorRequired();
}
