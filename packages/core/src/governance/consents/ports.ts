import type { FoundLink } from '../../kernel/links.ts';
import type { Instant } from '../../kernel/time.ts';
import type { Consent, ConsentStatus } from './consent.ts';

export interface ConsentFilter {
  /** Of one person: the subject, and those that were merged with it. */
  readonly subjectIds: readonly string[];
  /** As of `now`: one whose time is over counts as expired. */
  readonly status: ConsentStatus | null;
  readonly category: Consent['category'] | null;
  readonly now: Instant;
}

/** The line of the ledger that a decision was written into. */
export interface ConsentReceipt {
  readonly seq: number;
  readonly hash: string;
}

/** Consents of the workspace of the transaction. */
export interface ConsentRepository {
  add(consent: Consent): Promise<void>;
  /** Null if there is none. With a lock, whoever changes it waits for the end of the transaction. */
  get(id: string, lock?: 'for update'): Promise<Consent | null>;
  /** The one that took effect last comes first, after the cursor key [effectiveFrom, id]; `limit + 1` rows. */
  list(
    filter: ConsentFilter,
    after: readonly [string, string] | null,
    limit: number,
  ): Promise<readonly Consent[]>;
  /** What somebody forbids about the disclosure of records of these subjects, and has not ended. */
  denials(subjectIds: readonly string[], now: Instant): Promise<readonly Consent[]>;
  /** How many there are about these subjects. */
  count(subjectIds: readonly string[]): Promise<number>;
  /** Stores it as the version after `consent.version`, or throws `version_conflict`. */
  save(consent: Consent): Promise<Consent>;
  /** Looked up over all workspaces, whether or not it still opens something; null if there never was such a link. */
  ofToken(tokenHash: string): Promise<FoundLink | null>;
  /** The newest lines of the ledger in which these consents were granted or rejected, by the id of the consent. */
  receipts(
    consents: readonly Pick<Consent, 'id' | 'subjectId'>[],
  ): Promise<ReadonlyMap<string, ConsentReceipt>>;
  /** How many hold, how many of these end before a time, and how many were asked for. */
  counts(
    now: Instant,
    before: Instant,
  ): Promise<{ readonly active: number; readonly expiring: number; readonly requested: number }>;
  /** Removes all, for the closure of the workspace. */
  purge(): Promise<void>;
}

/** Something that a sweep has found, in its workspace. */
export interface DueConsent {
  readonly workspaceId: string;
  readonly id: string;
}

/** Answers the sweeps across all workspaces with ids; each change is then made inside its own workspace. */
export interface ConsentSweep {
  toExpire(now: Instant, limit: number): Promise<readonly DueConsent[]>;
  toRemind(now: Instant, limit: number): Promise<readonly DueConsent[]>;
}
