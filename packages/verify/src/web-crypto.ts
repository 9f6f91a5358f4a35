import { joined } from './bytes.ts';
import { type Hashing, hashedBy, type Sha256 } from './hashing.ts';

/** What the checks need of cryptography. A host that has faster functions gives its own. */
export interface Primitives {
  readonly sha256: Sha256;
  /** Whether the 64 bytes are the Ed25519 signature of the message by this key of 32 bytes. */
  verifyEd25519(
    publicKey: Uint8Array,
    message: Uint8Array,
    signature: Uint8Array,
  ): boolean | Promise<boolean>;
}

/** Gives the Ed25519 signature of a message. */
export type Signer = (message: Uint8Array) => Uint8Array | Promise<Uint8Array>;

/** PKCS #8 up to the seed (RFC 8410). */
const privateKeyPrefix = Uint8Array.of(48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32);

/** The WebCrypto of browsers, and of Node 20 or newer. */
export const webCrypto: Primitives = {
  sha256: async (...parts) => new Uint8Array(await crypto.subtle.digest('SHA-256', joined(...parts))),
  async verifyEd25519(publicKey, message, signature) {
    if (publicKey.length !== 32 || signature.length !== 64) return false;
    try {
      const key = await crypto.subtle.importKey('raw', joined(publicKey), 'Ed25519', false, ['verify']);
      return await crypto.subtle.verify('Ed25519', key, joined(signature), joined(message));
    } catch (error) {
      // Bytes that are no point of the curve have signed nothing; a browser without Ed25519 is another matter.
      if (error instanceof DOMException && error.name === 'NotSupportedError') throw error;
      return false;
    }
  },
};

/** Signs with the private key that a seed of 32 bytes gives. */
export async function signerOf(seed: Uint8Array): Promise<Signer> {
  const bytes = joined(privateKeyPrefix, seed);
  const key = await crypto.subtle.importKey('pkcs8', bytes, 'Ed25519', false, ['sign']);
  return async (message) => new Uint8Array(await crypto.subtle.sign('Ed25519', key, joined(message)));
}

/** Runs a computation of this package, by WebCrypto unless another SHA-256 is given. */
export const hashed = async <T>(work: Hashing<T>, sha256: Sha256 = webCrypto.sha256): Promise<T> =>
  hashedBy(work, sha256);
