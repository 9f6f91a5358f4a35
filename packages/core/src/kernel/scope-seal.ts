import { utf8, x25519PublicKey } from './crypto.ts';
import { hpkeOpened, hpkeSealed, hpkeSecretKey } from './hpke.ts';
import type { OpenedKey } from './key-vault.ts';

/**
 * What is sealed for a subject or a case by whoever does not hold its key: in a transaction, which waits for no vault
 * (PLT-21). The public half lies in the database; the secret half follows from the key in the vault, so that with the key
 * ends what was sealed (governance 7).
 */
const info = utf8('chancery.scope.v1');

/** Of a key of the vault the half that may lie anywhere, with which anybody seals. */
export interface PublicHalf {
  readonly keyId: string;
  readonly publicKey: Uint8Array;
}

export const publicHalfOf = ({ id: keyId, bytes }: OpenedKey): PublicHalf => ({
  keyId,
  publicKey: x25519PublicKey(hpkeSecretKey(bytes)),
});

/** `aad` binds it to its place. */
export const sealedForScope = (publicKey: Uint8Array, bytes: Uint8Array, aad: string): Uint8Array =>
  hpkeSealed(publicKey, bytes, { info, aad: utf8(aad) });

/** Throws if key, place or any byte is another. */
export const openedOfScope = ({ bytes }: OpenedKey, sealed: Uint8Array, aad: string): Uint8Array =>
  hpkeOpened(hpkeSecretKey(bytes), sealed, { info, aad: utf8(aad) });
