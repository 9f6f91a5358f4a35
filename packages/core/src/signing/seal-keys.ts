import { type Instant, plusDays } from '../kernel/time.ts';
import type { SealAlgorithm } from './seal-key-provider.ts';

/** A root that Chancery has made; there is one of them, and sometimes its successor, in an installation. */
export interface StoredSealRoot {
  readonly id: string;
  readonly algorithm: SealAlgorithm;
  /** In DER. */
  readonly certificate: Uint8Array;
  /** PKCS#8 in DER, sealed by the key ring. */
  readonly privateSealed: Uint8Array;
  readonly validFrom: Instant;
  readonly validUntil: Instant;
  readonly createdAt: Instant;
}

/** The key that seals for one workspace. A replaced one is destroyed; its certificate is in the files that it has sealed. */
export interface StoredSealLeaf {
  readonly id: string;
  readonly workspaceId: string;
  readonly rootId: string;
  readonly ownerName: string;
  readonly algorithm: SealAlgorithm;
  readonly certificate: Uint8Array;
  readonly privateSealed: Uint8Array;
  readonly validFrom: Instant;
  readonly validUntil: Instant;
  readonly createdAt: Instant;
}

/** Keys that Chancery has made. Several processes may change them at once. */
export interface SealKeyStore {
  /** The oldest first. */
  roots(): Promise<readonly StoredSealRoot[]>;
  /** Keeps the root if `after` is still the newest one, or if there is none and `after` is null; returns all roots. */
  addRoot(root: StoredSealRoot, after: string | null): Promise<readonly StoredSealRoot[]>;
  /** The key of the workspace that seals now, or null. */
  leaf(workspaceId: string): Promise<StoredSealLeaf | null>;
  /** The keys of all workspaces that have one, for operators. */
  leaves(): Promise<readonly StoredSealLeaf[]>;
  /**
   * Puts the leaf in the place of `before`, which is destroyed. If another has taken that place meanwhile,
   * nothing changes. Returns the one that seals now.
   */
  replaceLeaf(leaf: StoredSealLeaf, before: string | null): Promise<StoredSealLeaf>;
}

const year = 365;
/** How long roots and leaves are valid, in days; leap days are left out. */
export const rootDays = 10 * year;
export const leafDays = 3 * year;
/** The longest round lasts 365 days, so that a leaf with more than that left is ready for every deadline (SEA-10). */
const leafRenewalDays = 400;
const rootRenewalDays = 4 * year;

/** Whether a successor has to be published beside the newest root (SEA-10). */
export const needsRoot = (newest: StoredSealRoot | undefined, now: Instant): boolean =>
  newest === undefined || newest.validUntil < plusDays(now, rootRenewalDays);

/**
 * The root that issues leaves: the oldest one that lasts longer than a leaf made now. So a successor is public for a year
 * before it issues, and no leaf outlives its issuer.
 */
export const issuingRoot = (roots: readonly StoredSealRoot[], now: Instant): StoredSealRoot | undefined =>
  roots.find(({ validUntil }) => validUntil >= plusDays(now, leafDays));

/** Whether a workspace needs another leaf: it has none, or an old one, or other keys are wanted, or it was renamed (SEA-20). */
export const needsLeaf = (
  leaf: StoredSealLeaf | null,
  wanted: { readonly ownerName: string; readonly algorithm: SealAlgorithm },
  now: Instant,
): boolean =>
  leaf === null ||
  leaf.validUntil < plusDays(now, leafRenewalDays) ||
  leaf.ownerName !== wanted.ownerName ||
  leaf.algorithm !== wanted.algorithm;
