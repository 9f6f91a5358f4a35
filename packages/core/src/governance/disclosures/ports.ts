import type { CursorKey } from '../../kernel/pages.ts';
import type { Instant, PlainDate } from '../../kernel/time.ts';
import type { LabelMask, RecordReach } from '../../records/index.ts';
import type { AuthorizationStatus, DisclosureAuthorization, DisclosureBasis } from './authorization.ts';
import type { PortalSession, PortalToken, PortalTokenStatus, RecipientActivity } from './portal-token.ts';
import type { ItemFlag, PackageItem, ReleasePackage } from './release-package.ts';

export const authorizationCursor = ['instant', 'id'] as const;

export interface AuthorizationFilter {
  /** As of now: one whose time is over counts as expired. */
  readonly status: AuthorizationStatus | null;
  readonly caseId: string | null;
  /** Of one person: the subject, and those that were merged with it; null for everybody. */
  readonly subjectIds: readonly string[] | null;
  /** Whether what was asked for is late at this day. */
  readonly overdue: boolean | null;
  readonly today: string;
}

export interface AuthorizationPage {
  /** `limit + 1` mean that there are more. */
  readonly authorizations: readonly {
    readonly authorization: DisclosureAuthorization;
    /** The labels of its case. */
    readonly caseMask: LabelMask;
  }[];
  /** What the caller passes but for the purpose, up to `mostWithheld`; null where it was not asked for. */
  readonly withheld: number | null;
}

export interface DisclosureCounts {
  readonly pendingAuthorizations: number;
  readonly packagesAwaitingApproval: number;
  readonly packagesAwaitingRelease: number;
  readonly released: number;
  readonly overdue: number;
}

/** What may be disclosed, in the workspace of the transaction. */
export interface AuthorizationRepository {
  /** The next number of the year; it is never given again. */
  nextNumber(year: string): Promise<number>;
  add(authorization: DisclosureAuthorization): Promise<void>;
  /** Null if there is none. With a lock, whoever changes it waits for the end of the transaction. */
  get(id: string, lock?: 'for update'): Promise<DisclosureAuthorization | null>;
  /** Stores it as the version after `authorization.version`, or throws `version_conflict`. */
  save(authorization: DisclosureAuthorization): Promise<DisclosureAuthorization>;
  /**
   * Those of cases that the caller passes, and for a privacy officer all but those of cases whose wall keeps them out; what
   * was asked for last comes first.
   */
  list(
    filter: AuthorizationFilter,
    reach: RecordReach,
    after: CursorKey<typeof authorizationCursor> | null,
    limit: number,
  ): Promise<AuthorizationPage>;
  /** Those that rest on a consent and are pending or approved, by id and locked. */
  openOfConsent(consentId: string): Promise<readonly DisclosureAuthorization[]>;
  /** Of those that the list has for the same reach: what waits for somebody, by the clock and the day of the workspace. */
  counts(reach: RecordReach, today: PlainDate): Promise<DisclosureCounts>;
  /** Removes all, for the closure of the workspace. */
  purge(): Promise<void>;
}

/** Release packages with what is in them. */
export interface ReleasePackageRepository {
  /** The next number of the year; it is never given again. */
  nextNumber(year: string): Promise<number>;
  add(released: ReleasePackage, items: readonly PackageItem[]): Promise<void>;
  get(id: string, lock?: 'for update'): Promise<ReleasePackage | null>;
  /** Stores it as the version after `released.version`, or throws `version_conflict`. */
  save(released: ReleasePackage): Promise<ReleasePackage>;
  /** In the order of their positions. */
  items(packageId: string): Promise<readonly PackageItem[]>;
  /** The newest of each authorization first. */
  ofAuthorizations(authorizationIds: readonly string[]): Promise<readonly ReleasePackage[]>;
  /** Those of an authorization that have not ended, by id and locked. */
  openOfAuthorization(authorizationId: string): Promise<readonly ReleasePackage[]>;
  /** Those of one recipient that are released and not over, the one that was released last first; `limit + 1` rows. */
  releasedTo(
    recipientKey: string,
    now: Instant,
    after: CursorKey<readonly ['instant', 'id']> | null,
    limit: number,
  ): Promise<readonly ReleasePackage[]>;
  /**
   * Flags the items of live packages that show this entry, or versions of it before a number; those that were flagged so
   * already are left as they are.
   */
  flagItems(
    of: { readonly artifactId: string; readonly beforeVersion: number | null },
    flag: ItemFlag,
    at: Instant,
  ): Promise<readonly PackageItem[]>;
}

/** Where a link leads, whether or not it still opens something. */
export interface FoundPortalLink {
  readonly workspaceId: string;
  readonly packageId: string;
  readonly tokenHash: string;
  /** Of a session that an access code has opened; null for the link itself. */
  readonly sessionHash: string | null;
}

/** The links of packages, and what an access code opened. Only digests are kept of the secrets. */
export interface PortalTokenRepository {
  add(token: PortalToken): Promise<void>;
  /** Ends the live link of a package, and with it all that its access code has opened; how many links ended. */
  end(packageId: string, as: Exclude<PortalTokenStatus, 'live'>, at: Instant): Promise<number>;
  get(tokenHash: string): Promise<PortalToken | null>;
  live(packageId: string): Promise<PortalToken | null>;
  /** Looked up over all workspaces by the digest of a link or a session; null if there never was such a one. */
  ofSecret(hash: string): Promise<FoundPortalLink | null>;
  /** Forgets those of the package that are over. */
  addSession(session: PortalSession): Promise<void>;
  session(tokenHash: string): Promise<PortalSession | null>;
}

export interface RecipientActivityRepository {
  /** What nothing was done with has no row: then `noActivity`. With a lock, whoever counts next waits. */
  get(packageId: string, lock?: 'for update'): Promise<RecipientActivity>;
  of(packageIds: readonly string[]): Promise<ReadonlyMap<string, RecipientActivity>>;
  /** The caller has read it with the lock. */
  save(activity: RecipientActivity): Promise<void>;
}

/** One line of the accounting of disclosures (45 CFR 164.528). */
export interface AccountedRelease {
  readonly id: string;
  readonly subjectId: string;
  readonly packageId: string;
  readonly packageNumber: string;
  readonly releasedAt: Instant;
  readonly recipientName: string;
  readonly recipientOrganization: string | null;
  readonly description: string;
  readonly purposeOfUse: DisclosureAuthorization['purposeOfUse'];
  readonly basis: DisclosureBasis;
}

export interface AccountingRepository {
  add(line: AccountedRelease): Promise<void>;
  /** What was released of these subjects last comes first; `limit + 1` rows. */
  list(
    subjectIds: readonly string[],
    period: { readonly from: Instant; readonly to: Instant },
    after: CursorKey<readonly ['instant', 'id']> | null,
    limit: number,
  ): Promise<readonly AccountedRelease[]>;
  remove(ids: readonly string[]): Promise<void>;
}

/** Something that a sweep has found, in its workspace. */
export interface DueDisclosure {
  readonly workspaceId: string;
  readonly id: string;
}

/** Answers the sweeps across all workspaces with ids; each change is then made inside its own workspace. */
export interface DisclosureSweep {
  authorizationsToExpire(now: Instant, limit: number): Promise<readonly DueDisclosure[]>;
  authorizationsDue(now: Instant, limit: number): Promise<readonly DueDisclosure[]>;
  packagesToEnd(now: Instant, approvedBefore: Instant, limit: number): Promise<readonly DueDisclosure[]>;
  accountingToPurge(before: Instant, limit: number): Promise<readonly DueDisclosure[]>;
}
