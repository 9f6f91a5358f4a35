import {
  aesGcmOpened,
  aesGcmSealed,
  hmacSha256,
  systemRandom,
  utf8,
  x25519PublicKey,
  x25519Shared,
} from './crypto.ts';

/**
 * Hybrid public key encryption in its base mode, one message to a key: DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, AES-256-GCM
 * (RFC 9180). Whoever has the public key alone can seal and cannot open. It is synchronous, and its primitives are those of
 * Node, because it seals between the statements of a transaction: a library on WebCrypto takes ten times as long, in the
 * threads that everything else waits for.
 */
const kemSuite = Uint8Array.of(...utf8('KEM'), 0, 0x20);
const suite = Uint8Array.of(...utf8('HPKE'), 0, 0x20, 0, 1, 0, 2);
const version = utf8('HPKE-v1');
const [encapsulatedBytes, keyBytes, nonceBytes] = [32, 32, 12];
const nothing = new Uint8Array(0);

/**
 * The secret half that belongs to 32 bytes of key material, and never to anything else (RFC 9180, section 7.1.3). The public
 * half is that of X25519.
 */
export const hpkeSecretKey = (keyMaterial: Uint8Array): Uint8Array =>
  expand(extract(nothing, 'dkp_prk', keyMaterial, kemSuite), 'sk', nothing, 32, kemSuite);

interface Bound {
  /** What the messages of one use have in common. */
  readonly info: Uint8Array;
  /** Where this message belongs. */
  readonly aad: Uint8Array;
}

/** The encapsulated key, and the ciphertext with its tag behind it: 48 bytes more than the plain ones. */
export function hpkeSealed(
  publicKey: Uint8Array,
  bytes: Uint8Array,
  { info, aad }: Bound,
  ephemeral: Uint8Array = systemRandom.bytes(32),
): Uint8Array {
  const encapsulated = x25519PublicKey(ephemeral);
  const shared = sharedSecret(x25519Shared(ephemeral, publicKey), encapsulated, publicKey);
  const { key, nonce } = scheduled(shared, info);
  return Buffer.concat([encapsulated, aesGcmSealed(key, nonce, bytes, aad)]);
}

/** Throws unless it was sealed to this key, bound to the same, and no byte has changed. */
export function hpkeOpened(secretKey: Uint8Array, sealed: Uint8Array, { info, aad }: Bound): Uint8Array {
  const encapsulated = sealed.subarray(0, encapsulatedBytes);
  const dh = x25519Shared(secretKey, encapsulated);
  const { key, nonce } = scheduled(sharedSecret(dh, encapsulated, x25519PublicKey(secretKey)), info);
  return aesGcmOpened(key, nonce, sealed.subarray(encapsulatedBytes), aad);
}

const sharedSecret = (dh: Uint8Array, encapsulated: Uint8Array, publicKey: Uint8Array): Uint8Array =>
  expand(
    extract(nothing, 'eae_prk', dh, kemSuite),
    'shared_secret',
    Buffer.concat([encapsulated, publicKey]),
    32,
    kemSuite,
  );

function scheduled(shared: Uint8Array, info: Uint8Array) {
  const context = Buffer.concat([
    Uint8Array.of(0),
    extract(nothing, 'psk_id_hash', nothing, suite),
    extract(nothing, 'info_hash', info, suite),
  ]);
  const secret = extract(shared, 'secret', nothing, suite);
  return {
    key: expand(secret, 'key', context, keyBytes, suite),
    nonce: expand(secret, 'base_nonce', context, nonceBytes, suite),
  };
}

const extract = (salt: Uint8Array, label: string, material: Uint8Array, of: Uint8Array): Uint8Array =>
  hmacSha256(salt, version, of, label, material);
/** At most the 32 bytes of one block. */
const expand = (
  secret: Uint8Array,
  label: string,
  info: Uint8Array,
  length: number,
  of: Uint8Array,
): Uint8Array =>
  hmacSha256(secret, Uint8Array.of(0, length), version, of, label, info, Uint8Array.of(1)).subarray(
    0,
    length,
  );
