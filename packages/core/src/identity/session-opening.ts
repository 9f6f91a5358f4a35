import { hexOf } from '../kernel/crypto.ts';
import type { WritingContext } from '../kernel/handler-context.ts';
import type { KeyRing } from '../kernel/ports.ts';
import { plusDays, plusSeconds } from '../kernel/time.ts';
import type { Account } from './account.ts';
import { deviceTokenOf } from './device-token.ts';
import { sessionStarted } from './events.ts';
import type { IdentityPorts, WorkspaceSummary } from './ports.ts';
import { encodeRefreshToken, type RefreshToken, secretHashOf } from './refresh-token.ts';
import { absoluteDays, idleDays, mostSessions, type SecondFactorMethod, type Session } from './session.ts';
import { endSessions } from './session-end.ts';
import { membershipOf, userView } from './views.ts';

export const tagKeyOf = (keyRing: KeyRing): Uint8Array => keyRing.derive('refresh-token.tag');
export const refreshKeyOf = (keyRing: KeyRing): Uint8Array => keyRing.derive('refresh-token.child');

interface Opening {
  readonly account: Account;
  readonly authMethod: Session['authMethod'];
  readonly deviceName: string | null;
  /** The device that a valid device token named; null for a new one. */
  readonly knownDevice: Uint8Array | null;
  readonly isNewUser: boolean;
  /** The method that met the challenge of this sign-in, if there was one. */
  readonly secondFactor?: SecondFactorMethod | null;
  readonly workspace: WorkspaceSummary | null;
}

/** Opens a session in the running transaction and returns its tokens (platform 2.2). */
export async function openSession(
  opening: Opening,
  context: WritingContext & Pick<IdentityPorts, 'sessions' | 'accounts' | 'devices' | 'tokens'>,
) {
  const { account, workspace } = opening;
  const { now, random, keyRing, caller, sessions, accounts } = context;
  const token: RefreshToken = { sessionId: context.newId(), generation: 1, secret: random.bytes(32) };
  const absoluteEndsAt = plusDays(now, absoluteDays);
  const session: Session = {
    id: token.sessionId,
    userId: account.id,
    deviceName:
      opening.deviceName ?? (caller.userAgent === null ? null : context.devices.describe(caller.userAgent)),
    userAgent: caller.userAgent?.slice(0, 512) ?? null,
    ipAddress: caller.address,
    authMethod: opening.authMethod,
    authenticatedAt: now,
    secondFactorAt: opening.authMethod === 'passkey' || opening.secondFactor ? now : null,
    secondFactorMethod: opening.secondFactor ?? null,
    createdAt: now,
    lastSeenAt: now,
    longestIdleSeconds: 0,
    expiresAt: plusDays(now, idleDays),
    absoluteEndsAt,
    activeWorkspaceId: workspace?.id ?? null,
    generation: token.generation,
    currentSecretHash: secretHashOf(token),
    previousSecretHash: null,
    rotatedAt: null,
    rotationSalt: null,
    revokedAt: null,
    revokeReason: null,
  };

  // Sent together and answered in order: the new session counts among those of the person.
  const [, , surplus] = await Promise.all([
    sessions.add(session),
    accounts.signedIn(account.id, now),
    sessions.beyond(account.id, mostSessions, now),
  ]);
  if (surplus.length > 0) await endSessions(account.id, surplus, 'session_limit', context);
  context.emitFor(account.id, sessionStarted, {
    sessionId: session.id,
    userId: account.id,
    authMethod: session.authMethod,
    knownDevice: opening.knownDevice !== null || opening.isNewUser,
    deviceName: session.deviceName,
    ipAddress: session.ipAddress,
  });
  return {
    ...(await tokensOf(session, token, workspace, context)),
    deviceToken: deviceTokenOf(account, opening.knownDevice ?? random.bytes(16), keyRing),
    isNewUser: opening.isNewUser,
    user: userView({ ...account, lastSignInAt: now }),
    workspace,
    membership: membershipOf(workspace),
  };
}

/** The access token and the refresh token of a session, as AuthSession shows them. */
export async function tokensOf(
  session: Session,
  token: RefreshToken,
  workspace: WorkspaceSummary | null,
  context: Pick<WritingContext, 'now' | 'settings' | 'keyRing' | 'newId'> & Pick<IdentityPorts, 'tokens'>,
) {
  return {
    ...(await accessTokenOf(session, workspace?.id ?? null, context)),
    refreshToken: encodeRefreshToken(token, tagKeyOf(context.keyRing)),
    refreshTokenExpiresAt: session.expiresAt,
    sessionId: session.id,
  };
}

/** Signs an access token of the session for one workspace, or for none. */
export async function accessTokenOf(
  session: Session,
  workspaceId: string | null,
  {
    now,
    settings,
    tokens,
    newId,
  }: Pick<WritingContext, 'now' | 'settings' | 'newId'> & Pick<IdentityPorts, 'tokens'>,
) {
  const seconds = settings.accessTokenSeconds;
  const issuedAt = Math.floor(Date.parse(now) / 1000);
  const accessToken = await tokens.sign({
    sub: session.userId,
    sid: session.id,
    wid: workspaceId,
    jti: newId(),
    iat: issuedAt,
    exp: issuedAt + seconds,
    auth_time: Math.floor(Date.parse(session.authenticatedAt) / 1000),
    amr: amrOf(session),
  });
  return {
    tokenType: 'Bearer' as const,
    accessToken,
    accessTokenExpiresAt: plusSeconds(now, seconds),
    expiresInSeconds: seconds,
  };
}

/** Names the methods of both steps once each (in the spirit of RFC 8176). */
const amrOf = ({ authMethod, secondFactorMethod }: Session): readonly string[] => [
  ...new Set([authMethod === 'password' ? 'pwd' : authMethod, secondFactorMethod ?? []].flat()),
];

export const newUserId = (bytes: Uint8Array): string => `usr_${hexOf(bytes)}`;
