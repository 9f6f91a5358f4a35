import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  hash as hashAtOnce,
  hkdfSync,
  randomBytes,
  sign,
  timingSafeEqual,
} from 'node:crypto';
import { crc32 as zlibCrc32 } from 'node:zlib';

/** The one file of the core that imports Node: hashes, ciphers, signatures and comparison, no I/O. */
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
export const hkdfSha256 = (
  key: Uint8Array,
  label: string,
  length = 32,
  salt: Uint8Array = new Uint8Array(0),
): Uint8Array => new Uint8Array(hkdfSync('sha256', key, salt, label, length));

const tagBytes = 16;

/** AES-256-GCM: the ciphertext, and the tag behind it. */
export const aesGcmSealed = (
  key: Uint8Array,
  nonce: Uint8Array,
  bytes: Uint8Array,
  aad: Uint8Array,
): Uint8Array => Buffer.concat(aesGcmSealedParts(key, nonce, [bytes], aad));

/** The same of bytes in parts, and in parts: no byte is copied to put them together. */
export function aesGcmSealedParts(
  key: Uint8Array,
  nonce: Uint8Array,
  parts: readonly Uint8Array[],
  aad: Uint8Array,
): readonly Uint8Array[] {
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(aad);
  return [...parts.map((part) => cipher.update(part)), cipher.final(), cipher.getAuthTag()];
}

/** Throws unless key, nonce, `aad` and every byte are those of the sealing. */
export const aesGcmOpened = (
  key: Uint8Array,
  nonce: Uint8Array,
  sealed: Uint8Array,
  aad: Uint8Array,
): Uint8Array => Buffer.concat(aesGcmOpenedParts(key, nonce, [sealed], aad));

/** The same of bytes in parts, and in parts, of which none is given before all are known to be right. */
export function aesGcmOpenedParts(
  key: Uint8Array,
  nonce: Uint8Array,
  sealed: readonly Uint8Array[],
  aad: Uint8Array,
): readonly Uint8Array[] {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  const size = sealed.reduce((sum, part) => sum + part.length, 0);
  decipher.setAAD(aad).setAuthTag(Buffer.concat(cut(sealed, size - tagBytes, size)));
  return [...cut(sealed, 0, size - tagBytes).map((part) => decipher.update(part)), decipher.final()];
}

/** The bytes from one place to another of parts that lie one behind the other. */
export function cut(parts: readonly Uint8Array[], start: number, end: number): readonly Uint8Array[] {
  let at = 0;
  return parts
    .map((part) => {
      const [from, to] = [Math.max(0, start - at), Math.max(0, end - at)];
      at += part.length;
      return part.subarray(from, to);
    })
    .filter(({ length }) => length > 0);
}

/** What stands before the 32 secret bytes of an Ed25519 key in PKCS #8, and before its public ones in SPKI (RFC 8410). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');
const spkiHeadBytes = 12;
const privateKeyOf = (secret: Uint8Array) =>
  createPrivateKey({ key: Buffer.concat([pkcs8Head, secret]), format: 'der', type: 'pkcs8' });

/** The 32 bytes of the public key that belongs to 32 secret ones. */
export const ed25519PublicKey = (secret: Uint8Array): Uint8Array =>
  new Uint8Array(
    createPublicKey(privateKeyOf(secret)).export({ format: 'der', type: 'spki' }).subarray(spkiHeadBytes),
  );
export const ed25519Signature = (secret: Uint8Array, bytes: Uint8Array): Uint8Array =>
  new Uint8Array(sign(null, bytes, privateKeyOf(secret)));

/**
 * X25519 keys as JSON (RFC 8037): OpenSSL takes their bytes as they are, where it would look for what it has in a DER text,
 * ten times as long. Of a secret key the public half is not looked at, and follows.
 */
const x25519Jwk = { kty: 'OKP', crv: 'X25519' };
const x25519PrivateKeyOf = (secret: Uint8Array) =>
  createPrivateKey({ key: { ...x25519Jwk, x: '', d: base64urlOf(secret) }, format: 'jwk' });

/** The 32 bytes of the public key that belongs to 32 secret ones (RFC 7748). */
export const x25519PublicKey = (secret: Uint8Array): Uint8Array =>
  bytesOfBase64url(x25519PrivateKeyOf(secret).export({ format: 'jwk' }).x ?? '');
/** What both sides compute alike. Throws for a public key that would give zeros, whatever the secret is. */
export const x25519Shared = (secret: Uint8Array, publicKey: Uint8Array): Uint8Array =>
  diffieHellman({
    privateKey: x25519PrivateKeyOf(secret),
    publicKey: createPublicKey({ key: { ...x25519Jwk, x: base64urlOf(publicKey) }, format: 'jwk' }),
  });

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
