import { z } from 'zod';
import { roles } from '../kernel/access.ts';
import { shown } from '../kernel/shapes.ts';
import type { Instant } from '../kernel/time.ts';
import type { Account } from './account.ts';
import { SecondFactorChallengeView } from './factors/views.ts';
import type { WorkspaceSummary } from './ports.ts';

export const IdentityView = z
  .object({
    id: shown.id(),
    provider: z.enum(['apple', 'google']),
    providerEmail: z.string().nullable().describe('The address that the provider shared last.'),
    isPrivateRelay: z.boolean().describe('True if it forwards to an address that you did not share.'),
    linkedAt: shown.instant(),
    lastUsedAt: shown.instant().nullable(),
  })
  .meta({ id: 'Identity' });

export const UserView = z
  .object({
    id: z.string(),
    email: z.string().nullable().describe('Null if none was shared, and after deactivation.'),
    emailVerified: z.boolean().describe('True if the account owns the address and does not just claim it.'),
    emailSupersededAt: shown
      .instant()
      .nullable()
      .describe(
        'Set if you only claimed the address and somebody else has proven since that it is theirs; give your account another one.',
      ),
    pendingEmail: z.string().nullable(),
    displayName: z.string(),
    avatarUrl: z.string().nullable(),
    jobTitle: z.string().nullable(),
    locale: z.string(),
    timeZone: z.string(),
    status: z.enum(['active', 'suspended', 'deactivated']),
    hasPassword: z.boolean(),
    hasSecondFactor: z.boolean(),
    identities: z.array(IdentityView),
    lastSignInAt: shown.instant().nullable(),
    unverifiedPurgeAt: shown.instant().nullable(),
    deactivatedAt: shown.instant().nullable(),
    version: z.int(),
    createdAt: shown.instant(),
    updatedAt: shown.instant(),
  })
  .meta({ id: 'User' });

export const WorkspaceSummaryView = z
  .object({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    logoUrl: z.string().nullable(),
    status: z.enum(['active', 'suspended', 'closing', 'closed']),
    role: z.enum(roles),
    memberStatus: z.enum(['active', 'suspended']),
    joinedAt: shown.instant(),
  })
  .meta({ id: 'WorkspaceSummary' });

export const MembershipView = z
  .object({ role: z.enum(roles), status: z.enum(['active', 'suspended']) })
  .meta({ id: 'Membership' });

export const AuthSessionView = z
  .object({
    tokenType: z.literal('Bearer'),
    accessToken: z.string().describe('Send it as Authorization: Bearer. It expires after expiresInSeconds.'),
    accessTokenExpiresAt: shown.instant(),
    expiresInSeconds: z.int(),
    refreshToken: z.string().describe('Renews the session; each use returns the next one.'),
    refreshTokenExpiresAt: shown.instant(),
    sessionId: z.string(),
    deviceToken: z
      .string()
      .nullable()
      .describe('Send it at the next sign-in on this device, so that it counts as known.'),
    isNewUser: z.boolean(),
    user: UserView,
    workspace: WorkspaceSummaryView.nullable(),
    membership: MembershipView.nullable(),
  })
  .meta({ id: 'AuthSession' });

/** The answer to every sign-in except one by passkey; `tokenType` says which of the two it is (MFA-5). */
export const SignInView = z.discriminatedUnion('tokenType', [AuthSessionView, SecondFactorChallengeView]);

export const SessionView = z
  .object({
    id: shown.id(),
    deviceName: z.string().nullable().describe('The name that was sent at sign-in, else browser and system.'),
    userAgent: z.string().nullable(),
    ipAddress: z.string().nullable().describe('The address of the last refresh, or of the sign-in.'),
    authMethod: z.enum(['password', 'apple', 'google', 'passkey']),
    authenticatedAt: shown.instant().describe('When the credential was last proven.'),
    secondFactorAt: shown.instant().nullable(),
    createdAt: shown.instant(),
    lastSeenAt: shown.instant(),
    expiresAt: shown.instant(),
    activeWorkspaceId: z.string().nullable(),
    current: z.boolean().describe('True for the session of this request.'),
  })
  .meta({ id: 'Session' });

export const RevocationView = z
  .object({
    revokedCount: z.int().describe('0 if it had already ended.'),
    revokedAt: shown.instant(),
    sessionIds: z.array(shown.id()),
    tokenJti: shown.id().nullable().describe('The access token that was revoked, if it was only that one.'),
  })
  .meta({ id: 'Revocation' });

export const revokedSessions = (sessionIds: readonly string[], at: Instant) => ({
  revokedCount: sessionIds.length,
  revokedAt: at,
  sessionIds: [...sessionIds],
  tokenJti: null,
});

export const CurrentUserView = z
  .object({
    user: UserView,
    workspace: WorkspaceSummaryView.nullable().describe('The active workspace; null if you have none.'),
    membership: MembershipView.nullable(),
    workspaces: z.array(WorkspaceSummaryView).describe('All your workspaces, the most recently used first.'),
    session: z.object({
      id: shown.id(),
      authenticatedAt: shown.instant(),
      expiresAt: shown.instant(),
      authMethod: z.enum(['password', 'apple', 'google', 'passkey']),
    }),
  })
  .meta({ id: 'CurrentUser' });

/** The account as its own person sees it. */
export const userView = (account: Account) => ({
  ...account,
  emailVerified: account.emailVerifiedAt !== null,
  identities: [...account.identities],
});

export const membershipOf = (workspace: WorkspaceSummary | null) =>
  workspace === null ? null : { role: workspace.role, status: workspace.memberStatus };
