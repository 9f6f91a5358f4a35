import type { ByteSource } from '../kernel/ports.ts';
import type { Instant } from '../kernel/time.ts';
import type { SealKey } from './seal-key-provider.ts';
import type { TimestampAuthority } from './timestamp-authority.ts';

/** B-B: a signature with its certificate. B-T: also with a time-stamp (ETSI EN 319 142-1). */
export type SealLevel = 'B-B' | 'B-T';

export interface SealTimestamp {
  readonly status: 'none' | 'granted' | 'unavailable';
  readonly at: Instant | null;
  readonly authority: string | null;
}

/** How a prepared file is to be sealed, and what must be found in it afterwards (SEA-7). */
export interface SealOrder {
  readonly key: SealKey;
  readonly timestamps: TimestampAuthority;
  readonly now: Instant;
  readonly expected: {
    readonly pages: number;
    /** SHA-256 of the attached evidence in lower-case hex; null if the file has none. */
    readonly evidenceSha256: string | null;
  };
}

export interface SealedPdf {
  readonly bytes: Uint8Array;
  readonly level: SealLevel;
  readonly timestamp: SealTimestamp;
}

/** What is checked in a sealed file, in this order. */
export const sealChecks = [
  'seal',
  'byte_range',
  'digest',
  'signature',
  'certificate',
  'trust',
  'timestamp',
  'evidence',
  'certificate_page',
  'signing_copy',
  'kept_copy',
] as const;
export type SealCheck = (typeof sealChecks)[number];

export interface CheckedSeal {
  readonly check: SealCheck;
  readonly outcome: 'passed' | 'failed' | 'not_checked';
  /** A whole sentence that says what was found, or what is missing for the check. */
  readonly detail: string;
}

/** Facts that a sealed file says about itself. They are proven only if no check has failed. */
export interface SealFacts {
  readonly name: string | null;
  readonly certificateSubject: string | null;
  /** SHA-256 of the certificate of the seal, in lower-case hex. */
  readonly certificateFingerprint: string | null;
  /** SHA-256 of the last certificate of the chain. */
  readonly issuerFingerprint: string | null;
  readonly level: SealLevel | null;
  readonly claimedAt: Instant | null;
  readonly timestampAt: Instant | null;
  readonly pages: number;
  readonly evidenceSha256: string | null;
  readonly signingCopySha256: string | null;
}

export interface SealReport {
  /** `unreadable`: it is no PDF, or none that can be read. `unsealed`: it has no seal. */
  readonly kind: 'sealed' | 'unsealed' | 'unreadable';
  /** SHA-256 of the whole file. */
  readonly sha256: string;
  /** Null of a file that is not sealed. */
  readonly facts: SealFacts | null;
  readonly checks: readonly CheckedSeal[];
}

/** What a file is held against. */
export interface SealTrust {
  /** Certificates in DER that seals may be issued by; empty if the reader has none. */
  readonly roots: readonly Uint8Array[];
  /** SHA-256 of the copy that a signer has kept, or null. */
  readonly signingCopySha256: string | null;
  /** When certificates have to be valid if nothing in the file says when it was sealed. */
  readonly now: Instant;
}

/** Puts the seal into files, and checks seals. */
export interface PdfSealer {
  /**
   * Seals a file with a placeholder, and checks the result before it is handed out. A placeholder that is too small is
   * made larger. Throws `SealFailure`; and `dependency.unavailable` while no process is free to check the file.
   *
   * `meanwhile` makes something of the bytes while they are checked. It is waited for, and if one of both fails, so does the
   * whole.
   */
  seal<Made = undefined>(
    prepared: Uint8Array,
    order: SealOrder,
    meanwhile?: (unchecked: Uint8Array) => Promise<Made>,
  ): Promise<SealedPdf & { readonly made: Made }>;
  /**
   * Looks at a file of anybody. What is in it never makes it fail: a file that cannot be read, or that costs more than a
   * process may use, is `unreadable`. It fails if the bytes cannot be read, or with `dependency.unavailable`.
   */
  verify(content: ByteSource, trust: SealTrust): Promise<SealReport>;
}

/** Whether the file is what its seal says, as far as that was checked. */
export const isSound = ({ kind, checks }: SealReport): boolean =>
  kind === 'sealed' && checks.every(({ outcome }) => outcome !== 'failed');
