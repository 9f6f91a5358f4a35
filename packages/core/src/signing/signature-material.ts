import type { Instant } from '../kernel/time.ts';

/**
 * What a person left with their signature (documents 2.7), sealed by the key ring: the images, and as JSON all that says how
 * it was made. Nothing but the seal reads it.
 */
export interface SignatureMaterial {
  readonly signerId: string;
  readonly roundId: string;
  /** PNG as we have encoded it; null if the signature was typed, or none was asked for. */
  readonly signatureImageSealed: Uint8Array | null;
  readonly initialsImageSealed: Uint8Array | null;
  readonly factsSealed: Uint8Array;
  readonly createdAt: Instant;
}

/** What `factsSealed` holds. */
export interface SignatureFacts {
  readonly signatureMethod: 'drawn' | 'typed' | 'uploaded' | null;
  readonly typedSignature: string | null;
  readonly initialsMethod: 'drawn' | 'typed' | 'uploaded' | null;
  readonly typedInitials: string | null;
  readonly ip: string;
  readonly userAgent: string | null;
  readonly timeZone: string | null;
  /** The digest that the person's client echoed. */
  readonly documentSha256: string;
  readonly disclosureVersion: string | null;
  readonly disclosureSha256: string | null;
  readonly disclosureLanguage: string | null;
  readonly intent: 'sign' | 'approve';
  /** Digest of the token of the signing session; null where no code was asked for. */
  readonly sessionTokenHash: string | null;
  readonly linkVersion: number;
}

/** What the key ring binds the material of a signer to; one word for each column. */
export const sealOfMaterial = (signerId: string): string => `signature-material:${signerId}`;
