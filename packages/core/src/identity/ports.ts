import type { Role } from '../kernel/access.ts';
import type { Instant } from '../kernel/time.ts';
import { useCasesOf, type WritingContext } from '../kernel/use-case.ts';
import type { Account } from './account.ts';
import type { RevokeReason, Session } from './session.ts';

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

/** What identity asks of workspaces; answered by the workspace context. */
export interface WorkspaceAccess {
  /** Founds the first workspace of a person, who becomes its owner; enters it. */
  found(
    founder: {
      readonly id: string;
      readonly displayName: string;
      readonly email: string | null;
      readonly locale: string;
      readonly timeZone: string;
    },
    name: string,
    context: WritingContext,
  ): Promise<WorkspaceSummary>;
  /** Workspaces of a person, the most recently used first. */
  ofPerson(userId: string): Promise<readonly WorkspaceSummary[]>;
  /** The person works in this workspace now; the unit has entered it. */
  used(userId: string, workspaceId: string, at: Instant): Promise<void>;
}

export interface IdentityPorts {
  readonly accounts: AccountRepository;
  readonly sessions: SessionRepository;
  readonly oneTimeTokens: OneTimeTokenRepository;
  readonly passwordAttempts: PasswordAttemptRepository;
  readonly workspaceAccess: WorkspaceAccess;
}

export const { query, command, action, reaction } = useCasesOf<IdentityPorts>();
