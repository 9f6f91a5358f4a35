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
  setPasswordHash(id: string, hash: string, at: Instant): Promise<void>;
  signedIn(id: string, at: Instant): Promise<void>;
}

export interface AccountWithPassword {
  readonly account: Account;
  readonly passwordHash: string | null;
}

export interface SessionRepository {
  add(session: Session): Promise<void>;
  /** The session under a row lock that every refresh and revocation takes (SES-6); null where there is none. */
  lock(id: string): Promise<Session | null>;
  save(session: Session): Promise<void>;
  /** Ends live sessions of a person, all or the named ones; the ids that were live. */
  revoke(userId: string, which: readonly string[] | 'all', reason: RevokeReason, at: Instant): Promise<readonly string[]>;
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
  /** The live token with its sealed copy; null when it is spent, superseded or erased. */
  sealed(id: string): Promise<OneTimeToken | null>;
  eraseSealed(id: string): Promise<void>;
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
  found(founder: { readonly id: string; readonly displayName: string; readonly email: string | null; readonly locale: string; readonly timeZone: string }, name: string, context: WritingContext): Promise<WorkspaceSummary>;
  /** Workspaces of a person, the most recently used first. */
  ofPerson(userId: string): Promise<readonly WorkspaceSummary[]>;
}

export interface IdentityPorts {
  readonly accounts: AccountRepository;
  readonly sessions: SessionRepository;
  readonly oneTimeTokens: OneTimeTokenRepository;
  readonly workspaceAccess: WorkspaceAccess;
}

export const { query, command, action, reaction } = useCasesOf<IdentityPorts>();
