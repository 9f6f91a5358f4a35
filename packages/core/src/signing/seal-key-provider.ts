import type { Instant } from '../kernel/time.ts';

/** Whose seal it is. The certificate holds the name: the workspace's legal name, or else its name (SEA-20). */
export interface SealOwner {
  readonly workspaceId: string;
  readonly name: string;
}

/** RSASSA-PKCS1-v1_5 or ECDSA on P-256, both with SHA-256. */
export type SealAlgorithm = 'rsa' | 'ec';

/**
 * A key together with the certificates that belong to it, so that a renewal between two steps of a sealing does not
 * part them.
 */
export interface SealKey {
  readonly algorithm: SealAlgorithm;
  /** In DER: the certificate of the seal, then each certificate's issuer, up to the root. */
  readonly chain: readonly Uint8Array[];
  /** SHA-256 of the certificate of the seal, in lower-case hex. */
  readonly fingerprint: string;
  /** The time in which all certificates of the chain are valid. */
  readonly validFrom: Instant;
  readonly validUntil: Instant;
  /** The signature over these bytes, which are hashed by SHA-256; an ECDSA signature is in DER. Throws `seal.key_unavailable`. */
  sign(bytes: Uint8Array): Promise<Uint8Array>;
}

/** What strangers trust in order to check seals. */
export interface SealRoot {
  readonly certificate: Uint8Array;
  /** SHA-256 of the certificate, in lower-case hex. */
  readonly fingerprint: string;
  readonly validFrom: Instant;
  readonly validUntil: Instant;
}

/** Keeps the keys of seals, or knows who does. */
export interface SealKeyProvider {
  /**
   * The key that seals for this owner now, after a trial signature has verified. Its certificate may be expired; the
   * caller decides by its dates. Where keys are made here, the first call makes one, and so does the first call after a
   * workspace was renamed or when a certificate comes to its end; that takes seconds, so call it in no transaction.
   * Throws `seal.key_unavailable`.
   */
  keyOf(owner: SealOwner, now: Instant): Promise<SealKey>;
  /** Resolves if seals can be made now. Throws `seal.key_unavailable` or `seal.certificate_expired`. */
  probe(now: Instant): Promise<void>;
  /** The root that issues now, and others under which seals were or will be made, such as its successor (SEA-10). */
  roots(now: Instant): Promise<readonly SealRoot[]>;
}
