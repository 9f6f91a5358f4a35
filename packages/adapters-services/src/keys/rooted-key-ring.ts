import type { KeyRing } from '@chancery/core';
import { identity } from '@chancery/core/internal';
import type { MasterKeyRing } from './master-key-ring.ts';

const { derivedFrom, openedRoot, pepperLabel } = identity.keyRoot;
type OpenedKeyRoot = identity.keyRoot.OpenedKeyRoot;

/**
 * Seals with the master keys, and derives from the root secret that they seal in the database (PLT-27). Whoever starts
 * the process hands over what is stored; nothing can be derived before that.
 */
export class RootedKeyRing implements KeyRing {
  readonly #masterKeys: MasterKeyRing;
  #root: OpenedKeyRoot | null = null;
  /** By label, because links of thousands of people are derived one after the other. */
  readonly #derived = new Map<string, Uint8Array>();

  constructor(masterKeys: MasterKeyRing) {
    this.#masterKeys = masterKeys;
  }

  /** Derives from the stored root from now on. False if nothing is stored; throws if no master key opens it. */
  use(stored: readonly identity.StoredKeyRoot[]): boolean {
    const root = openedRoot(stored, this.#masterKeys);
    if (root === null) return false;
    this.useOpened(root);
    return true;
  }

  useOpened(root: OpenedKeyRoot): void {
    this.#root = root;
    this.#derived.clear();
  }

  seal(bytes: Uint8Array, aad: string): Uint8Array {
    return this.#masterKeys.seal(bytes, aad);
  }

  open(sealed: Uint8Array, aad: string): Uint8Array {
    return this.#masterKeys.open(sealed, aad);
  }

  derive(label: string): Uint8Array {
    const known = this.#derived.get(label);
    if (known !== undefined) return known;
    const made = derivedFrom(this.#opened().secret, label);
    this.#derived.set(label, made);
    return made;
  }

  /** The pepper of the root, and those of the roots before it, which still verify. */
  peppers(): OpenedKeyRoot['formerPeppers'] {
    const { pepperId, formerPeppers } = this.#opened();
    return [{ kid: pepperId, key: this.derive(pepperLabel) }, ...formerPeppers];
  }

  /** Whether the secret is sealed under another key than the first; `keys reseal` looks for these. */
  needsReseal(sealed: Uint8Array): boolean {
    return this.#masterKeys.needsReseal(sealed);
  }

  /** The bytes of the last master key, from which versions without a root secret derived. */
  get lastMasterKey(): Uint8Array {
    return this.#masterKeys.lastKey;
  }

  #opened(): OpenedKeyRoot {
    if (this.#root === null) throw new Error('The root secret of this installation has not been read yet.');
    return this.#root;
  }
}
