import {
  createHash,
  createHmac,
  hash as hashAtOnce,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { crc32 as zlibCrc32 } from 'node:zlib';

/** The one file of the core that imports Node: hashes and comparison, no I/O. */
export const sha256 = (...parts: readonly (Uint8Array | string)[]): Uint8Array => {
  const [only] = parts;
  // In one piece it costs half as much.
  if (only !== undefined && parts.length === 1) return hashAtOnce('sha256', only, 'buffer');
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
export const hmacSha256 = (key: Uint8Array, ...parts: readonly (Uint8Array | string)[]): Uint8Array => {
  const mac = createHmac('sha256', key);
  for (const part of parts) mac.update(part);
  return mac.digest();
};
export const hkdfSha256 = (key: Uint8Array, label: string, length = 32): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', key, new Uint8Array(0), label, length));
/** SHA-256 of bytes that come in parts. */
export const streamingSha256 = (): { update(bytes: Uint8Array): void; hex(): string } => {
  const hash = createHash('sha256');
  return { update: (bytes) => void hash.update(bytes), hex: () => hash.digest('hex') };
};
export const crc32 = (text: string): number => zlibCrc32(text);
export const systemRandom = { bytes: (length: number): Uint8Array => randomBytes(length) };

const drawnAtOnce = 4096;
let drawn = new Uint8Array(0);
let used = 0;

/**
 * A few random bytes out of many that were drawn at once, each given out one time: to ask for sixteen costs as much as to
 * ask for thousands. For ids, of which a request has several; secrets are drawn by themselves, so that none lies in memory
 * before it is one.
 */
export function randomForIds(length: number): Uint8Array {
  if (used + length > drawn.length) {
    drawn = randomBytes(drawnAtOnce);
    used = 0;
  }
  used += length;
  return drawn.subarray(used - length, used);
}

/** Whether two byte strings are equal, in a time that does not depend on where they differ. */
export const equalInConstantTime = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && timingSafeEqual(a, b);

export const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
export const base64urlOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
export const bytesOfBase64url = (text: string): Uint8Array => Buffer.from(text, 'base64url');
export const utf8 = (text: string): Uint8Array => Buffer.from(text, 'utf8');
