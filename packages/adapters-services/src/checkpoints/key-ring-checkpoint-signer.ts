import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import type { KeyRing, records } from '@chancery/core';

/** Length of the head of a public key in SPKI; the 32 bytes of the key follow it. */
const spkiHead = 12;

/** Ed25519 of Node; the private half is sealed by the key ring of the installation. */
export class KeyRingCheckpointSigner implements records.CheckpointSigner {
  readonly #keyRing: Pick<KeyRing, 'seal' | 'open'>;

  constructor(keyRing: Pick<KeyRing, 'seal' | 'open'>) {
    this.#keyRing = keyRing;
  }

  async create(name: string) {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const bytes = publicKey.export({ format: 'der', type: 'spki' });
    return {
      publicKey: Uint8Array.from(bytes.subarray(spkiHead)),
      sealed: this.#keyRing.seal(privateKey.export({ format: 'der', type: 'pkcs8' }), name),
    };
  }

  async sign(sealed: Uint8Array, name: string, bytes: Uint8Array): Promise<Uint8Array> {
    const key = createPrivateKey({
      key: Buffer.from(this.#keyRing.open(sealed, name)),
      format: 'der',
      type: 'pkcs8',
    });
    return Uint8Array.from(sign(null, bytes, key));
  }
}
