import type { Role } from '../kernel/access.ts';
import { contextPorts, type PortsInside, port } from '../kernel/context-ports.ts';
import type { FailureDetail } from '../kernel/errors.ts';
import type { FoundingContext, PreparingContext, WritingContext } from '../kernel/handler-context.ts';
import type { PasswordHasher, Throttle, TokenSigner } from '../kernel/ports.ts';
import type { CallerWorkspace, UserPrincipal } from '../kernel/principal.ts';
import type { FollowUpContext, ReactingContext } from '../kernel/reacting-context.ts';
import type { Instant } from '../kernel/time.ts';
import { useCasesOf } from '../kernel/use-case.ts';
import type { Account } from './account.ts';
import type { DeviceParser } from './device-parser.ts';
import type { PasskeyVerifier, TotpVerifier } from './factors/factor-verifiers.ts';
import { factorRepositories } from './factors/ports.ts';
import type { DerivedLinks, KeyRootRepository } from './key-root.ts';
import type { MembershipParticipant } from './membership-participant.ts';
import type { OneTimeTokenRepository } from './one-time-token.ts';
import type { PasswordBlocklist } from './password-blocklist.ts';
import type { OidcClient } from './providers/oidc-client.ts';
import { providerRepositories } from './providers/ports.ts';
import type { SecurityLog } from './security-log.ts';
import type { RevokeReason, Session, ShownSession } from './session.ts';

/** The accounts of the whole installation; they belong to no tenant. */
export interface AccountRepository {
  add(account: Account, passwordHash: string | null): Promise<void>;
  /** Returns the account, or throws `user.not_found`. */
  get(id: string): Promise<Account>;
  /** The oldest accounts of the installation, whatever their state. */
  oldest(limit: number): Promise<readonly Account[]>;
  /** Ids of accounts that are not deactivated, in their order, behind this one; null begins with the first. */
  idsBehind(id: string | null, limit: number): Promise<readonly string[]>;
  /** The account that owns a verified address; deactivated accounts do not count. */
  ownerOf(email: string): Promise<AccountWithPassword | null>;
  /**
   * The oldest account that claims an address and has not verified it, so that somebody who registers it later locks nobody out
   * (AUT-4, slot 2; AUT-10). A suspended account comes after the others, and one whose claim somebody else's proof
   * has ended comes last: its password still opens it.
   */
  oldestClaimantOf(email: string): Promise<AccountWithPassword | null>;
  /** The account with its password, or null. */
  withPassword(id: string): Promise<AccountWithPassword | null>;
  /** Reads the same under a lock that every change of the password takes, so that it stays true until the commit. */
  lockWithPassword(id: string): Promise<AccountWithPassword | null>;
  /** Stores another hash of the same password; this is no change of password (PWD-4). */
  rehash(id: string, hash: string): Promise<void>;
  /**
   * Makes the account the owner of its address, or throws `auth.email_taken` if another account owns it. Like everything that
   * makes an owner, it supersedes the other claims on the address.
   */
  verifyEmail(id: string, at: Instant): Promise<void>;
  /** True if the person was not notified since `since` that somebody registers their address; notes that they are now (AUT-2). */
  takeAddressNotice(id: string, at: Instant, since: Instant): Promise<boolean>;
  signedIn(id: string, at: Instant): Promise<void>;
  /**
   * Ends an account for good: password, tokens, factors, identities and every personal value are erased; the id stays
   * (ACC-3). `farewell` is kept for the mail that says so.
   */
  erase(id: string, farewell: Uint8Array | null, at: Instant): Promise<void>;
  /** What `erase` kept for the last mail; null once that mail has left. */
  farewell(id: string): Promise<Uint8Array | null>;
  forgetFarewell(id: string): Promise<void>;
  /** Ids of accounts that were not verified in time, the longest overdue first. */
  unverifiedSince(now: Instant, limit: number): Promise<readonly string[]>;
  /** Whether the account is still overdue; it stays so until the commit. */
  lockUnverified(id: string, now: Instant): Promise<boolean>;
  /** Deletes an account with everything that belongs to it. */
  purge(id: string): Promise<void>;
  /** Stores the profile of a person as the version after `account.version`, or throws `version_conflict`. */
  saveProfile(account: Account): Promise<Account>;
  /** Suspends or reinstates the account; throws `user.invalid_state` if its status is no longer `before`. */
  setStatus(id: string, before: Account['status'], after: 'active' | 'suspended', at: Instant): Promise<void>;
  /** Makes every device unknown: device tokens that were issued until now no longer count (platform 4.3). */
  raiseDeviceEpoch(id: string, at: Instant): Promise<void>;
  /** Sets a new password, or the first; this also ends a suspension of the password. */
  changePassword(id: string, hash: string, at: Instant): Promise<void>;
  /** Suspends the password: it opens nothing until it is reset (platform 3.1, revert). */
  suspendPassword(id: string, at: Instant): Promise<void>;
  /** Stores the address to which the person wants to change; null ends the change. */
  pendEmail(id: string, email: string | null, at: Instant): Promise<void>;
  /** Gives the account this address instead of its own, or throws `auth.email_taken`. Ends a pending change. */
  changeEmail(id: string, email: string, at: Instant): Promise<void>;
}

export interface AccountWithPassword {
  readonly account: Account;
  readonly passwordHash: string | null;
}

export interface SessionRepository {
  add(session: Session): Promise<void>;
  /** The session, or null if there is none. */
  get(id: string): Promise<Session | null>;
  /** Whether the session is this person's and both it and the token are valid (platform 3.2). */
  isLive(id: string, tokenId: string, userId: string, now: Instant): Promise<boolean>;
  /** The session under a row lock that every refresh and revocation takes (SES-6); null if there is none. */
  lock(id: string): Promise<Session | null>;
  save(session: Session): Promise<void>;
  /** How many people are signed in, and in how many sessions. */
  countLive(now: Instant): Promise<{ readonly people: number; readonly sessions: number }>;
  /** Ends all live sessions of a person, or the named ones. Returns the ids of those that were live. */
  revoke(
    userId: string,
    which: readonly string[] | 'all',
    reason: RevokeReason,
    at: Instant,
  ): Promise<readonly string[]>;
  /** Notes when sessions were in use; a time earlier than the stored one changes nothing. */
  seen(notes: readonly { readonly id: string; readonly at: Instant }[]): Promise<void>;
  /** Live sessions of a person, the most recently seen first. */
  liveOf(userId: string, now: Instant): Promise<readonly ShownSession[]>;
  /** Revokes one access token, whatever its session (SES-8). The revocation is kept until `until`, when the token has expired. */
  revokeToken(tokenId: string, until: Instant): Promise<void>;
  /** The ids of live sessions beyond the `keep` most recently seen ones. */
  beyond(userId: string, keep: number, now: Instant): Promise<readonly string[]>;
}

/** One try at a password: for which account, and from where. */
export interface PasswordAttempt {
  /** A keyed digest of the address, so that unknown accounts count like known ones (THR-12). */
  readonly accountKey: string;
  /** The id of a device that has proven itself before; null for any other. */
  readonly deviceId: string | null;
  readonly network: string;
}

export interface AttemptCounts {
  /** Failed tries of this account from this device, or from all unknown devices. */
  readonly failures: number;
  readonly firstFailedAt: Instant | null;
  readonly lastFailedAt: Instant | null;
  /** Tries from the network since `networkSince`, all accounts together. */
  readonly networkFailures: number;
  readonly otherAccountsOfNetwork: number;
  readonly networkFirstFailedAt: Instant | null;
}

/** Tries at passwords that have not succeeded, shared by all processes; they belong to no tenant. */
export interface PasswordAttemptRepository {
  /** The counts, under locks on account and network until the commit, so that no parallel try slips through (THR-13). */
  lock(attempt: PasswordAttempt, networkSince: Instant): Promise<AttemptCounts>;
  /** Counts the try. `anew` forgets the failures of account and device before it. */
  count(attempt: PasswordAttempt, anew: boolean, networkSince: Instant, now: Instant): Promise<void>;
  /** Clears the count of account and device, and takes this one try off the network's. */
  succeeded(attempt: PasswordAttempt): Promise<void>;
  /** Takes this one try off both counts and leaves the others, because another account was proven (THR-13). */
  forgive(attempt: PasswordAttempt): Promise<void>;
  /** Forgets the tries from unknown devices if there are at least so many (THR-4). */
  clear(accountKey: string, atLeast: number): Promise<void>;
  /** True if nobody was notified since `since` that these tries block the account; notes that somebody is now. */
  takeNotice(accountKey: string, at: Instant, since: Instant): Promise<boolean>;
}

export interface WorkspaceSummary {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly logoUrl: string | null;
  readonly status: CallerWorkspace['status'];
  readonly role: Role;
  readonly memberStatus: NonNullable<UserPrincipal['membership']>['status'];
  readonly joinedAt: Instant;
}

/** What a membership copies of a person; the address is copied only if it is verified. */
export type NewMember = Pick<
  Account,
  'id' | 'displayName' | 'email' | 'emailVerifiedAt' | 'avatarUrl' | 'locale' | 'timeZone'
>;

export interface InvitationToWorkspace {
  readonly workspaceId: string;
  readonly invitationId: string;
  readonly email: string;
}

export interface WorkspaceMembership {
  readonly workspace: CallerWorkspace;
  readonly membership: NonNullable<UserPrincipal['membership']>;
}

/** A person who ends all memberships at once. */
export interface Leaving {
  readonly userId: string;
  /** Every workspace of the person. */
  readonly workspaces: readonly WorkspaceSummary[];
  /** The workspaces that are to close; nobody else belongs to them. */
  readonly closeWorkspaceIds: readonly string[];
  readonly participants: readonly MembershipParticipant[];
}

/** What identity asks about workspaces; the workspace context answers it. */
export interface WorkspaceAccess {
  /** Founds the first workspace of a person, who becomes its owner, and enters it. */
  found(founder: NewMember, name: string, context: FoundingContext): Promise<WorkspaceSummary>;
  /** Finds a valid invitation by the hash of the token in its mailed link; null if there is none. */
  invitation(tokenHash: string, now: Instant): Promise<InvitationToWorkspace | null>;
  /**
   * The person joins by the invitation, whose address is theirs; enters its workspace. Throws `link.gone` if it has ended
   * in the meantime; other refusals (no seat, settings, workspace not active) leave it pending.
   */
  join(
    person: NewMember,
    invitation: Pick<InvitationToWorkspace, 'workspaceId' | 'invitationId'>,
    context: WritingContext,
  ): Promise<WorkspaceSummary>;
  /** The workspace and the live membership, as the gates see them; null if there is none. Does not enter the workspace. */
  membershipIn(userId: string, workspaceId: string): Promise<WorkspaceMembership | null>;
  /** What keeps the person from leaving (ACC-1, ACC-2). Locks each workspace; the transaction ends up inside the last. */
  obstacles(
    leaving: Leaving,
    context: FollowUpContext,
  ): Promise<{
    readonly soleOwner: readonly FailureDetail[];
    readonly responsibilities: readonly FailureDetail[];
  }>;
  /** Ends every membership, after `obstacles` has found none. Returns the ids of the workspaces that are closing now. */
  leaveAll(leaving: Leaving, context: FollowUpContext): Promise<string[]>;
  /**
   * The account is about to be suspended: an active workspace that has no other owner who can act is suspended too if
   * it is named; otherwise this throws `workspace.last_owner` (WSP-1). Locks each. Returns the ids of the suspended ones.
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
   * follows from `workspaceAbandoned`, which the caller emits. Returns false, and does nothing, for any other.
   */
  abandonOwn(userId: string, workspaceId: string, at: Instant): Promise<boolean>;
  /** Workspaces of a person, the most recently used first. */
  ofPerson(userId: string): Promise<readonly WorkspaceSummary[]>;
  /** Ids of the workspaces that the person left, or was removed from, and did not join again; closed ones are not among them. */
  leftBy(userId: string): Promise<readonly string[]>;
  /** Notes that the person works in this workspace now; the transaction has entered it. */
  used(userId: string, workspaceId: string, at: Instant): Promise<void>;
}

/** Addresses that open a person's data without a session, such as calendar feeds; their contexts answer it. */
export interface StandingLinks {
  /** Ends them for good, in every workspace of the person. */
  endAll(userId: string, at: Instant): Promise<void>;
}

/** Removes what identity no longer needs; it belongs to no tenant. */
export interface IdentitySweep {
  /** Deletes or clears a bounded number of each kind. Returns how many; 0 means that nothing is left. */
  sweep(terms: {
    readonly now: Instant;
    /** Salts of rotations before this are erased (SES-5). */
    readonly saltsBefore: Instant;
    /** Sessions that ended before this are deleted. */
    readonly sessionsBefore: Instant;
    /** Lines of the security log from before this are deleted. */
    readonly securityLogBefore: Instant;
    /** Peppers of roots that were replaced before this are deleted, if nothing is hashed with them any more (PLT-27). */
    readonly peppersBefore: Instant;
  }): Promise<number>;
}

export const ports = contextPorts({
  repositories: {
    ...factorRepositories,
    ...providerRepositories,
    securityLog: port<SecurityLog>(),
    identitySweep: port<IdentitySweep>(),
    keyRoots: port<KeyRootRepository>(),
    accounts: port<AccountRepository>(),
    sessions: port<SessionRepository>(),
    oneTimeTokens: port<OneTimeTokenRepository>(),
    passwordAttempts: port<PasswordAttemptRepository>(),
  },
  asks: {
    workspaceAccess: port<WorkspaceAccess>(),
    membershipParticipants: port<readonly MembershipParticipant[]>(),
    standingLinks: port<StandingLinks>(),
    derivedLinks: port<DerivedLinks>(),
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
