import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeyRing } from '@chancery/core';
import { utf8 } from '@chancery/core/internal';

const formatVersion = 1;
const nonceBytes = 12;
const tagBytes = 16;

/**
 * AES-256-GCM under the installation's master keys, written `kid:base64,kid:base64` (or one key alone). The first seals,
 * any opens. Sealed: version 1, length of kid, kid, nonce 12, ciphertext, tag 16; all before the ciphertext is
 * authenticated along with `aad`.
 *
 * Nothing is derived from them, so a key may go as soon as nothing is sealed with it any more (PLT-27).
 */
export class MasterKeyRing implements Pick<KeyRing, 'seal' | 'open'> {
  readonly #keys: ReadonlyMap<string, Uint8Array>;
  readonly #sealing: { readonly kid: string; readonly key: Uint8Array };
  /** The bytes of the last key: versions without a root secret derived from them. */
  readonly lastKey: Uint8Array;

  constructor(masterKeys: string) {
    const keys = parseMasterKeys(masterKeys);
    const [first] = keys;
    if (!first) throw new Error('The master key is empty.');

    this.#keys = new Map(keys.map(({ kid, key }) => [kid, key]));
    if (this.#keys.size !== keys.length) throw new Error('Two master keys have the same id.');
    this.#sealing = first;
    this.lastKey = (keys.at(-1) ?? first).key;
  }

  seal(bytes: Uint8Array, aad: string): Uint8Array {
    const { kid, key } = this.#sealing;
    const nonce = randomBytes(nonceBytes);
    const head = Buffer.concat([Buffer.from([formatVersion, kid.length]), utf8(kid), nonce]);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.concat([head, utf8(aad)]));
    return Buffer.concat([head, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  }

  open(sealed: Uint8Array, aad: string): Uint8Array {
    const { kid, headBytes } = headOf(sealed);
    const key = this.#keys.get(kid);
    if (!key) throw new Error('The master key of this secret is not configured.');

    const head = sealed.subarray(0, headBytes);
    const decipher = createDecipheriv('aes-256-gcm', key, head.subarray(-nonceBytes), {
      authTagLength: tagBytes,
    });
    decipher.setAAD(Buffer.concat([head, utf8(aad)])).setAuthTag(sealed.subarray(-tagBytes));
    return Buffer.concat([decipher.update(sealed.subarray(headBytes, -tagBytes)), decipher.final()]);
  }

  /** Whether the secret is sealed under another key than the first; `keys reseal` looks for these. */
  needsReseal(sealed: Uint8Array): boolean {
    return headOf(sealed).kid !== this.#sealing.kid;
  }
}

function headOf(sealed: Uint8Array): { readonly kid: string; readonly headBytes: number } {
  const [version, kidBytes = 0] = sealed;
  const headBytes = 2 + kidBytes + nonceBytes;
  if (version !== formatVersion || sealed.length < headBytes + tagBytes)
    throw new Error('Not a sealed secret.');
  return { kid: Buffer.from(sealed.subarray(2, 2 + kidBytes)).toString('utf8'), headBytes };
}

function parseMasterKeys(text: string): readonly { readonly kid: string; readonly key: Uint8Array }[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [kid = '', encoded = ''] = entry.includes(':') ? entry.split(':', 2) : ['default', entry];
      const key = Buffer.from(encoded, 'base64');
      if (!/^[\w-]{1,32}$/.test(kid))
        throw new Error('A master key id has 1 to 32 letters, digits, "_" or "-".');
      if (key.length !== 32) throw new Error(`Master key ${kid} is not 32 bytes in base64.`);
      return { kid, key };
    });
}
