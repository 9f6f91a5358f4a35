import type { Instant } from '../kernel/time.ts';

/** A time-stamp token (RFC 3161) over one digest. */
export interface TimestampToken {
  /** The TimeStampToken in DER: a ContentInfo with SignedData. */
  readonly token: Uint8Array;
  readonly at: Instant;
  /** Who says so: the address of the authority that was asked. */
  readonly authority: string;
}

/** Every authority was asked as often as it may be, and none gave a token that holds. */
export class TimestampUnavailable extends Error {
  override readonly name = 'TimestampUnavailable';
}

/** Proves that a signature was there at an instant. */
export interface TimestampAuthority {
  /** `none`: nobody is asked. `best_effort`: a seal goes without. `require`: the seal waits until there is a token (SEA-9). */
  readonly policy: 'none' | 'best_effort' | 'require';
  /** A token over this SHA-256 digest, whose imprint and nonce were checked. Throws `TimestampUnavailable`. */
  timestamp(digest: Uint8Array): Promise<TimestampToken>;
}
