import { createHash } from 'node:crypto';
import { type Hashing, hashedNow } from '../hashing.ts';
import type { Primitives } from '../web-crypto.ts';
import { webCrypto } from '../web-crypto.ts';

/** Node's SHA-256, as a server gives it. */
export const nodeSha256 = (...parts: readonly Uint8Array[]): Uint8Array => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

export const now = <T>(work: Hashing<T>): T => hashedNow(work, nodeSha256);

/** Signatures by WebCrypto, hashes at once. */
export const fastPrimitives: Primitives = { ...webCrypto, sha256: nodeSha256 };
