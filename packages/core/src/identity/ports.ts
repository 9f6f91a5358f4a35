import type { Role } from '../kernel/access.ts';
import { contextPorts, type PortsInside, port } from '../kernel/context-ports.ts';
import type { FailureDetail } from '../kernel/errors.ts';
import type { PasswordHasher, Throttle, TokenSigner } from '../kernel/ports.ts';
import type { CallerWorkspace, UserPrincipal } from '../kernel/principal.ts';
import type { Instant } from '../kernel/time.ts';
import {
  type FollowUpContext,
  type PreparingContext,
  type ReactingContext,
  useCasesOf,
  type WritingContext,
} from '../kernel/use-case.ts';
import type { Account } from './account.ts';
import type { DeviceParser } from './device-parser.ts';
import type { PasskeyVerifier, TotpVerifier } from './factors/factor-verifiers.ts';
import { factorRepositories } from './factors/ports.ts';
import type { MembershipParticipant } from './membership-participant.ts';
import type { PasswordBlocklist } from './password-blocklist.ts';
import type { OidcClient } from './providers/oidc-client.ts';
import { providerRepositories } from './providers/ports.ts';
import type { SecurityLog } from './security-log.ts';
import type { RevokeReason, Session, ShownSession } from './session.ts';

/** Accounts of the whole installation; no tenant. */
export interface AccountRepository {
  add(account: Account, passwordHash: string | null): Promise<void>;
  /** The account, or `user.not_found`. */
  get(id: string): Promise<Account>;
  /** The verified owner of an address, deactivated ones left out. */
  ownerOf(email: string): Promise<AccountWithPassword | null>;
  /** The newest account that claims an address and has not verified it (AUT-4, slot 2). */
  newestClaimantOf(email: string): Promise<AccountWithPassword | null>;
  /** The account with its password, or null. */
  withPassword(id: string): Promise<AccountWithPassword | null>;
  /** The same under a lock that every change of the password takes: what is read stays true until the commit. */
  lockWithPassword(id: string): Promise<AccountWithPassword | null>;
  /** The same password under another hash; no change of password (PWD-4). */
  rehash(id: string, hash: string): Promise<void>;
  /** The account owns its address from now on, or `auth.email_taken` when another owns it already. */
  verifyEmail(id: string, at: Instant): Promise<void>;
  /** True when the person was not told since `since` that somebody registers their address; from now on they were (AUT-2). */
  takeAddressNotice(id: string, at: Instant, since: Instant): Promise<boolean>;
  signedIn(id: string, at: Instant): Promise<void>;
  /**
   * Ends an account for good: with it go password, tokens, factors, identities and every personal value; the id stays
   * (ACC-3). `farewell` is kept for the mail that tells of it.
   */
  erase(id: string, farewell: Uint8Array | null, at: Instant): Promise<void>;
  /** What `erase` kept for the last mail; null once that has left. */
  farewell(id: string): Promise<Uint8Array | null>;
  forgetFarewell(id: string): Promise<void>;
  /** Ids of accounts that were not verified in time, the longest overdue first. */
  unverifiedSince(now: Instant, limit: number): Promise<readonly string[]>;
  /** Whether the account is still overdue; it stays so until the commit. */
  lockUnverified(id: string, now: Instant): Promise<boolean>;
  /** Takes an account out of the database, with all that is its own. */
  purge(id: string): Promise<void>;
  /** Stores what a person says of themselves as the version after `account.version`, or throws `version_conflict`. */
  saveProfile(account: Account): Promise<Account>;
  /** Suspended or active from now on; `user.invalid_state` where it is not in the other state (any more). */
  setStatus(id: string, before: Account['status'], after: 'active' | 'suspended', at: Instant): Promise<void>;
  /** No device is known any more: device tokens given out so far mean nothing (platform 4.3). */
  raiseDeviceEpoch(id: string, at: Instant): Promise<void>;
  /** A new password, or the first; one that was suspended counts again. */
  changePassword(id: string, hash: string, at: Instant): Promise<void>;
  /** The password opens nothing until it is reset (platform 3.1, revert). */
  suspendPassword(id: string, at: Instant): Promise<void>;
  /** The address that the person wants to change to, null to end that. */
  pendEmail(id: string, email: string | null, at: Instant): Promise<void>;
  /** The account owns this address instead of its own from now on, or `auth.email_taken`. Ends what was pending. */
  changeEmail(id: string, email: string, at: Instant): Promise<void>;
}

export interface AccountWithPassword {
  readonly account: Account;
  readonly passwordHash: string | null;
}

export interface SessionRepository {
  add(session: Session): Promise<void>;
  /** The session, or null. */
  get(id: string): Promise<Session | null>;
  /** Whether the session is this person's and both it and the token are good (platform 3.2). */
  isLive(id: string, tokenId: string, userId: string, now: Instant): Promise<boolean>;
  /** The session under a row lock that every refresh and revocation takes (SES-6); null where there is none. */
  lock(id: string): Promise<Session | null>;
  save(session: Session): Promise<void>;
  /** Ends live sessions of a person, all or the named ones; the ids that were live. */
  revoke(
    userId: string,
    which: readonly string[] | 'all',
    reason: RevokeReason,
    at: Instant,
  ): Promise<readonly string[]>;
  /** The sessions were in use then; a time that is earlier than the one kept changes nothing. */
  seen(notes: readonly { readonly id: string; readonly at: Instant }[]): Promise<void>;
  /** Live sessions of a person, the most recently seen first. */
  liveOf(userId: string, now: Instant): Promise<readonly ShownSession[]>;
  /** One access token is good no longer, whatever its session (SES-8); kept until `until`, when it has ended by itself. */
  revokeToken(tokenId: string, until: Instant): Promise<void>;
  /** Ids of live sessions beyond the newest `keep`, least recently seen. */
  beyond(userId: string, keep: number, now: Instant): Promise<readonly string[]>;
}

export interface OneTimeToken {
  readonly id: string;
  readonly purpose: 'verify_email' | 'reset_password' | 'email_change' | 'email_revert';
  readonly userId: string;
  readonly email: string;
  readonly tokenHash: string;
  /** A copy for the mail that carries it, sealed by the key ring; erased once that mail has left. */
  readonly sealedToken: Uint8Array | null;
  readonly expiresAt: Instant;
  readonly createdAt: Instant;
}

export interface OneTimeTokenRepository {
  /** A newer token of a purpose ends the older ones (AUT-8). */
  add(token: OneTimeToken): Promise<void>;
  /** The live token of a purpose; null when it is unknown, spent, superseded or past its time (AUT-8). */
  live(purpose: OneTimeToken['purpose'], tokenHash: string, now: Instant): Promise<OneTimeToken | null>;
  /** True for the one caller that spends the token (AUT-9). */
  spend(id: string, now: Instant): Promise<boolean>;
  /** The live token with its sealed copy; null when it is spent, superseded or erased. */
  sealed(id: string): Promise<OneTimeToken | null>;
  eraseSealed(id: string): Promise<void>;
  /** Ends the live tokens of these purposes. */
  supersede(userId: string, purposes: readonly OneTimeToken['purpose'][], at: Instant): Promise<void>;
}

/** One try at a password: whose, from where. */
export interface PasswordAttempt {
  /** A keyed digest of the address, so that unknown accounts count like known ones (THR-12). */
  readonly accountKey: string;
  /** A device that has proven itself before; null for any other. */
  readonly deviceId: string | null;
  readonly network: string;
}

export interface AttemptCounts {
  /** Tries of this account from this device, or from all unknown devices, that have not succeeded. */
  readonly failures: number;
  readonly firstFailedAt: Instant | null;
  readonly lastFailedAt: Instant | null;
  /** Tries from the network since `networkSince`, all accounts together. */
  readonly networkFailures: number;
  readonly otherAccountsOfNetwork: number;
  readonly networkFirstFailedAt: Instant | null;
}

/** Tries at passwords that have not succeeded, shared by all processes; no tenant. */
export interface PasswordAttemptRepository {
  /** The counts, under locks on account and network until the commit, so that no parallel try slips by (THR-13). */
  lock(attempt: PasswordAttempt, networkSince: Instant): Promise<AttemptCounts>;
  /** Counts the try. `anew` forgets the failures of account and device before it. */
  count(attempt: PasswordAttempt, anew: boolean, networkSince: Instant, now: Instant): Promise<void>;
  /** Clears the count of account and device, and takes this one try off the network's. */
  succeeded(attempt: PasswordAttempt): Promise<void>;
  /** Takes this one try off both counts, and leaves the others: what was proven is not this account's (THR-13). */
  forgive(attempt: PasswordAttempt): Promise<void>;
  /** Forgets the tries from unknown devices where there are at least so many (THR-4). */
  clear(accountKey: string, atLeast: number): Promise<void>;
  /** True where nobody was told since `since` that these tries block the account; from now on somebody was. */
  takeNotice(accountKey: string, at: Instant, since: Instant): Promise<boolean>;
}

export interface WorkspaceSummary {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly logoUrl: string | null;
  readonly status: 'active' | 'suspended' | 'closing' | 'closed';
  readonly role: Role;
  readonly memberStatus: 'active' | 'suspended';
  readonly joinedAt: Instant;
}

/** A person as a membership copies them; the address only where it is verified. */
export type NewMember = Pick<
  Account,
  'id' | 'displayName' | 'email' | 'emailVerifiedAt' | 'avatarUrl' | 'locale' | 'timeZone'
>;

export interface InvitationToWorkspace {
  readonly workspaceId: string;
  readonly invitationId: string;
  readonly email: string;
}

export interface StandingInWorkspace {
  readonly workspace: CallerWorkspace;
  readonly membership: NonNullable<UserPrincipal['membership']>;
}

/** A person who ends all memberships at once. */
export interface Leaving {
  readonly userId: string;
  /** Every workspace of the person. */
  readonly workspaces: readonly WorkspaceSummary[];
  /** Those that nobody else belongs to and that are to close. */
  readonly closeWorkspaceIds: readonly string[];
  readonly participants: readonly MembershipParticipant[];
}

/** What identity asks of workspaces; answered by the workspace context. */
export interface WorkspaceAccess {
  /** Founds the first workspace of a person, who becomes its owner; enters it. */
  found(founder: NewMember, name: string, context: WritingContext): Promise<WorkspaceSummary>;
  /** The invitation of a mailed link that is good now, by the hash of its token; null for any other. */
  invitation(tokenHash: string, now: Instant): Promise<InvitationToWorkspace | null>;
  /**
   * The person joins by the invitation, whose address is theirs; enters its workspace. `link.gone` where it has ended
   * meanwhile; other refusals (no seat, settings, workspace not active) leave it pending.
   */
  join(
    person: NewMember,
    invitation: Pick<InvitationToWorkspace, 'workspaceId' | 'invitationId'>,
    context: WritingContext,
  ): Promise<WorkspaceSummary>;
  /** How workspace and live membership stand, as the gates see them; null where there is no such membership. Enters nothing. */
  standingOf(userId: string, workspaceId: string): Promise<StandingInWorkspace | null>;
  /** What keeps the person from leaving (ACC-1, ACC-2). Locks each workspace; the unit ends up inside the last. */
  obstacles(
    leaving: Leaving,
    context: FollowUpContext,
  ): Promise<{
    readonly soleOwner: readonly FailureDetail[];
    readonly responsibilities: readonly FailureDetail[];
  }>;
  /** Ends every membership, after `obstacles` has found none; the ids of the workspaces that are closing now. */
  leaveAll(leaving: Leaving, context: FollowUpContext): Promise<string[]>;
  /**
   * The account is about to be suspended: an active workspace that has no other owner who can act is suspended too where
   * it is named, else `workspace.last_owner` (WSP-1). Locks each; the ids of those that are suspended now.
   */
  loseOwner(
    losing: {
      readonly userId: string;
      readonly workspaces: readonly WorkspaceSummary[];
      readonly suspendWorkspaceIds: readonly string[];
      readonly reason: string;
    },
    context: FollowUpContext,
  ): Promise<readonly string[]>;
  /**
   * Closes a workspace that only this person belongs to and that nobody pays for, with their membership; its purge
   * follows from `workspaceAbandoned`, which the caller emits. False, with nothing done, for any other.
   */
  abandonOwn(userId: string, workspaceId: string, at: Instant): Promise<boolean>;
  /** Workspaces of a person, the most recently used first. */
  ofPerson(userId: string): Promise<readonly WorkspaceSummary[]>;
  /** Ids of the workspaces that the person was removed from, or left, and did not join again; none that is closed. */
  leftBy(userId: string): Promise<readonly string[]>;
  /** The person works in this workspace now; the unit has entered it. */
  used(userId: string, workspaceId: string, at: Instant): Promise<void>;
}

/** Rows of identity that have served their time; no tenant. */
export interface IdentitySweep {
  /** Takes or clears a bounded number of each kind; how many. 0: nothing is left. */
  sweep(terms: {
    readonly now: Instant;
    /** Salts of rotations before this go (SES-5). */
    readonly saltsBefore: Instant;
    /** Sessions that ended before this go. */
    readonly sessionsBefore: Instant;
    /** Lines of the security log from before this go. */
    readonly securityLogBefore: Instant;
  }): Promise<number>;
}

export const ports = contextPorts({
  repositories: {
    ...factorRepositories,
    ...providerRepositories,
    securityLog: port<SecurityLog>(),
    identitySweep: port<IdentitySweep>(),
    accounts: port<AccountRepository>(),
    sessions: port<SessionRepository>(),
    oneTimeTokens: port<OneTimeTokenRepository>(),
    passwordAttempts: port<PasswordAttemptRepository>(),
  },
  asks: {
    workspaceAccess: port<WorkspaceAccess>(),
    membershipParticipants: port<readonly MembershipParticipant[]>(),
  },
  inside: {
    tokens: port<TokenSigner>(),
    totp: port<TotpVerifier>(),
    passkeys: port<PasskeyVerifier>(),
    devices: port<DeviceParser>(),
  },
  outside: {
    passwords: port<PasswordHasher>(),
    blocklist: port<PasswordBlocklist>(),
    oidc: port<OidcClient>(),
    throttle: port<Throttle>(),
  },
});
export type IdentityPorts = PortsInside<typeof ports>;
export type IdentityPreparing = PreparingContext<typeof ports>;
export type IdentityReacting = ReactingContext<typeof ports>;

export const { query, command, action, reaction, scheduled } = useCasesOf(ports);
