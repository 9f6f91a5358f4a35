import { z } from 'zod';
import { roles, signInMethods } from '../kernel/access.ts';
import { membershipStatuses } from '../kernel/principal.ts';
import { shown } from '../kernel/shapes.ts';
import type { Instant } from '../kernel/time.ts';
import { workspaceFields } from '../kernel/workspace-fields.ts';
import { type Account, accountStates } from './account.ts';
import { SecondFactorChallengeView } from './factors/views.ts';
import type { WorkspaceSummary } from './ports.ts';
import { identityProviders } from './providers/oidc-client.ts';

export const IdentityView = z
  .object({
    id: shown.ownId(),
    provider: z.enum(identityProviders).describe('Who vouches for the identity.'),
    providerEmail: z
      .string()
      .nullable()
      .describe('The address that the provider shared last; null if it shared none.'),
    isPrivateRelay: z.boolean().describe('True if it forwards to an address that you did not share.'),
    linkedAt: shown.instant().describe('When it was linked to the account.'),
    lastUsedAt: shown.instant().nullable().describe('When it was last used; null if never.'),
  })
  .meta({ id: 'Identity', description: 'An identity at another provider that signs in to an account.' });

export const UserView = z
  .object({
    id: z.string().describe('The id of the account.'),
    email: z
      .string()
      .nullable()
      .describe('The e-mail address; null if none was shared, and after deactivation.'),
    emailVerified: z.boolean().describe('True if the account owns the address and does not just claim it.'),
    emailSupersededAt: shown
      .instant()
      .nullable()
      .describe(
        'Since when somebody else has proven that the address, which you only claimed, is theirs: give your account another one. Null if nobody has.',
      ),
    pendingEmail: z
      .string()
      .nullable()
      .describe('The address that waits for its confirmation; null without one.'),
    displayName: z.string().describe('The name that others see.'),
    avatarUrl: z.string().nullable().describe('The address of a picture; null without one.'),
    jobTitle: z.string().nullable().describe('The job title; null without one.'),
    locale: z.string().describe('The language of mails and pages, such as en or de-CH.'),
    timeZone: z.string().describe('The IANA time zone of the person, such as Europe/Berlin.'),
    status: z.enum(accountStates.states).describe('Whether the account can be used.'),
    hasPassword: z.boolean().describe('True if the account has a password.'),
    hasSecondFactor: z.boolean().describe('True if the account has a second factor.'),
    identities: z
      .array(IdentityView)
      .describe('The identities at other providers that sign in to the account.'),
    lastSignInAt: shown.instant().nullable().describe('When the person last signed in; null if never.'),
    unverifiedPurgeAt: shown
      .instant()
      .nullable()
      .describe(
        'When the account is deleted if its address is not verified until then; null if it is not to be deleted.',
      ),
    deactivatedAt: shown
      .instant()
      .nullable()
      .describe('When the account was deactivated; null if it is not.'),
    version: shown.version(),
    createdAt: shown.createdAt(),
    updatedAt: shown.updatedAt(),
  })
  .meta({ id: 'User', description: 'An account.' });

const membershipStatus = () => z.enum(membershipStatuses).describe('Whether your membership is active.');

export const WorkspaceSummaryView = z
  .object({
    ...workspaceFields,
    role: z.enum(roles).describe('Your role in the workspace.'),
    memberStatus: membershipStatus(),
    joinedAt: shown.instant().describe('When you joined.'),
  })
  .meta({ id: 'WorkspaceSummary', description: 'A workspace that you belong to, as lists show it.' });

export const MembershipView = z
  .object({
    role: z.enum(roles).describe('Your role in the workspace.'),
    status: membershipStatus(),
  })
  .meta({ id: 'Membership', description: 'What you are in a workspace.' });

export const AuthSessionView = z
  .object({
    tokenType: z.literal('Bearer').describe('Always Bearer: you are signed in.'),
    accessToken: z.string().describe('Send it as Authorization: Bearer. It expires after expiresInSeconds.'),
    accessTokenExpiresAt: shown.instant().describe('When the access token expires.'),
    expiresInSeconds: z.int().describe('In how many seconds the access token expires.'),
    refreshToken: z.string().describe('Renews the session; each use returns the next one.'),
    refreshTokenExpiresAt: shown.instant().describe('When the refresh token expires.'),
    sessionId: z.string().describe('The id of the session.'),
    deviceToken: z
      .string()
      .nullable()
      .describe(
        'Send it at the next sign-in on this device, so that it counts as known. Null where a session only goes on.',
      ),
    isNewUser: z.boolean().describe('True if this sign-in made the account.'),
    user: UserView,
    workspace: WorkspaceSummaryView.nullable().describe('The workspace that you act in; null without one.'),
    membership: MembershipView.nullable().describe('What you are in that workspace; null without one.'),
  })
  .meta({ id: 'AuthSession', description: 'A person who is signed in, with the tokens of the session.' });

/** The answer to every sign-in except one by passkey; `tokenType` says which of the two it is (MFA-5). */
export const SignInView = z.discriminatedUnion('tokenType', [AuthSessionView, SecondFactorChallengeView]);

export const SessionView = z
  .object({
    id: shown.ownId(),
    deviceName: z
      .string()
      .nullable()
      .describe('The name that was sent at sign-in, else browser and system; null if neither is known.'),
    userAgent: z
      .string()
      .nullable()
      .describe('What the browser or application said of itself; null if nothing.'),
    ipAddress: z
      .string()
      .nullable()
      .describe('The network address of the last refresh, or of the sign-in; null if it is not known.'),
    authMethod: z.enum(signInMethods).describe('How the person signed in.'),
    authenticatedAt: shown.instant().describe('When the credential was last proven.'),
    secondFactorAt: shown
      .instant()
      .nullable()
      .describe('When a second factor was last proven; null if none was.'),
    createdAt: shown.instant().describe('When the person signed in.'),
    lastSeenAt: shown.instant().describe('When the session was last used.'),
    expiresAt: shown.instant().describe('When the session ends if it is not renewed.'),
    activeWorkspaceId: z
      .string()
      .nullable()
      .describe('The workspace that the session acts in; null without one.'),
    current: z.boolean().describe('True for the session of this request.'),
  })
  .meta({ id: 'Session', description: 'A session of an account.' });

export const RevocationView = z
  .object({
    revokedCount: z.int().describe('How many have ended; 0 if it had already.'),
    revokedAt: shown.instant().describe('When they ended.'),
    sessionIds: z.array(shown.id()).describe('The sessions that have ended.'),
    tokenJti: shown
      .id()
      .nullable()
      .describe('The access token that was revoked, if it was only that one; else null.'),
  })
  .meta({ id: 'Revocation', description: 'Which sessions have ended.' });

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
    membership: MembershipView.nullable().describe('What you are in that workspace; null without one.'),
    workspaces: z.array(WorkspaceSummaryView).describe('All your workspaces, the most recently used first.'),
    session: SessionView.pick({
      id: true,
      authenticatedAt: true,
      expiresAt: true,
      authMethod: true,
    }).describe('The session of this request.'),
  })
  .meta({
    id: 'CurrentUser',
    description: 'The signed-in person, their active workspace and their session.',
  });

/** The account as its own person sees it. */
export const userView = (account: Account) => ({
  ...account,
  emailVerified: account.emailVerifiedAt !== null,
  identities: [...account.identities],
});

export const membershipOf = (workspace: WorkspaceSummary | null) =>
  workspace === null ? null : { role: workspace.role, status: workspace.memberStatus };
