import type { SignInMethod } from '../kernel/access.ts';
import type { Instant } from '../kernel/time.ts';

/** One signed-in device: a family of refresh tokens, of which only hashes are kept (D2). */
export interface Session {
  readonly id: string;
  readonly userId: string;
  readonly deviceName: string | null;
  readonly userAgent: string | null;
  readonly ipAddress: string | null;
  readonly authMethod: SignInMethod;
  readonly authenticatedAt: Instant;
  readonly secondFactorAt: Instant | null;
  /** The second factor that was proven last; null after a sign-in with a passkey. */
  readonly secondFactorMethod: SecondFactorMethod | null;
  readonly createdAt: Instant;
  readonly lastSeenAt: Instant;
  /** The longest time without a request since the credential was last proven; storage updates it as `lastSeenAt` moves. */
  readonly longestIdleSeconds: number;
  /** The earlier of the idle end (30 days from the last refresh) and the absolute end. */
  readonly expiresAt: Instant;
  readonly absoluteEndsAt: Instant;
  readonly activeWorkspaceId: string | null;
  readonly generation: number;
  readonly currentSecretHash: string;
  readonly previousSecretHash: string | null;
  readonly rotatedAt: Instant | null;
  /** It yields the child of the previous token within the grace window, and is erased afterwards (SES-5). */
  readonly rotationSalt: Uint8Array | null;
  readonly revokedAt: Instant | null;
  readonly revokeReason: RevokeReason | null;
}

/** What a person sees of a session. */
export type ShownSession = Pick<
  Session,
  | 'id'
  | 'deviceName'
  | 'userAgent'
  | 'ipAddress'
  | 'authMethod'
  | 'authenticatedAt'
  | 'secondFactorAt'
  | 'createdAt'
  | 'lastSeenAt'
  | 'expiresAt'
  | 'activeWorkspaceId'
>;

/** The name that access tokens use in `amr`. */
export type SecondFactorMethod = 'otp' | 'passkey' | 'recovery';

export type RevokeReason =
  | 'logout'
  | 'logout_all'
  | 'revoked_by_user'
  | 'password_changed'
  | 'password_reset'
  | 'refresh_reused'
  | 'expired'
  | 'session_limit'
  | 'claim_verified'
  | 'addition_undone'
  | 'factor_reset'
  | 'root_rotated'
  | 'user_suspended'
  | 'user_deactivated';

export const idleDays = 30;
export const absoluteDays = 90;
export const mostSessions = 50;
