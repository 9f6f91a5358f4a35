import type { Role, Scope } from './access.ts';
import type { PlanTerms } from './entitlements.ts';
import type { Instant } from './time.ts';

export const workspaceStatuses = ['active', 'suspended', 'closing', 'closed'] as const;
/** Of somebody who belongs to a workspace. */
export const membershipStatuses = ['active', 'suspended'] as const;

/** What of a workspace the gates and the handlers ask for. */
export interface CallerWorkspace {
  readonly id: string;
  readonly status: (typeof workspaceStatuses)[number];
  readonly planCode: string;
  readonly planTerms: PlanTerms;
  readonly settings: WorkspaceGateSettings;
}

/** The settings that decide about a request before any handler runs. */
export interface WorkspaceGateSettings {
  readonly defaultTimeZone: string;
  readonly defaultLocale: string;
  readonly allowedSignInMethods: readonly string[];
  readonly sessionMaxAgeHours: number;
  readonly sessionIdleMinutes: number;
  readonly reauthenticationMinutes: number;
  readonly apiKeysEnabled: boolean;
  readonly apiKeyMaxLifetimeDays: number | null;
  readonly secondFactorGraceDays: number;
}

/** A signed-in person: what one indexed query said about session, account, membership and workspace (D1). */
export interface UserPrincipal {
  readonly kind: 'user';
  readonly userId: string;
  readonly displayName: string;
  readonly locale: string;
  readonly timeZone: string;
  readonly emailVerified: boolean;
  readonly sessionId: string;
  readonly tokenId: string;
  /** The workspace that the token is for, whether or not the person belongs to it still. */
  readonly claimedWorkspaceId: string | null;
  readonly authMethod: string;
  readonly authenticatedAt: Instant;
  /** The last proof of a second factor, or passkey, in this session. */
  readonly secondFactorAt: Instant | null;
  readonly sessionCreatedAt: Instant;
  readonly lastSeenAt: Instant;
  /** The longest silence of the session since the credential was last proven. */
  readonly longestIdleSeconds: number;
  readonly workspace: CallerWorkspace | null;
  readonly membership: {
    readonly role: Role;
    readonly status: (typeof membershipStatuses)[number];
    readonly hasSecondFactor: boolean;
    /** Since when the workspace demands a second factor of this member; null if it does not (MFA-12). */
    readonly secondFactorSince: Instant | null;
  } | null;
}

/** An application that holds a key of the workspace. */
export interface KeyPrincipal {
  readonly kind: 'api_key';
  readonly apiKeyId: string;
  readonly name: string;
  /** Of the secret that was presented. */
  readonly keyPrefix: string;
  readonly scopes: readonly Scope[];
  readonly rateLimitPerMinute: number;
  readonly actsAsUserId: string;
  readonly actsAsEmailVerified: boolean;
  readonly workspace: CallerWorkspace;
}

export interface PublicPrincipal {
  readonly kind: 'public';
}

export type Principal = UserPrincipal | KeyPrincipal | PublicPrincipal;

export const workspaceOf = (principal: Principal): string | null =>
  principal.kind === 'public' ? null : (principal.workspace?.id ?? null);

export const emailVerified = (principal: Principal): boolean =>
  principal.kind === 'user'
    ? principal.emailVerified
    : principal.kind === 'api_key' && principal.actsAsEmailVerified;

/** One call as the host received it: who claims to call, from where, and under which ids it is traced. */
export interface Caller {
  /** Access token or API key as sent; null if none was sent. */
  readonly credential: string | null;
  /** The caller's network address as PLT-9 decides it. */
  readonly address: string;
  readonly userAgent: string | null;
  readonly requestId: string;
  readonly correlationId: string;
  readonly idempotencyKey: string | null;
}
