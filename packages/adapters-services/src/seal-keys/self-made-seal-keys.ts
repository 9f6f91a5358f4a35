import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import {
  type IdGenerator,
  type Instant,
  type KeyRing,
  type SealAlgorithm,
  SealFailure,
  type SealKey,
  type SealKeyProvider,
  type SealKeyStore,
  type SealOwner,
  type SealRoot,
  type StoredSealLeaf,
  type StoredSealRoot,
} from '@chancery/core';
import { plusDays, sealKeys } from '@chancery/core/internal';
import { type CertificateTimes, leafCertificate, rootCertificate, sealName } from './seal-certificates.ts';
import { requireValid, rootOf, usableSealKey } from './usable-seal-key.ts';

const newKeyPair = promisify(generateKeyPair);

export interface SelfMadeParts {
  readonly store: SealKeyStore;
  readonly keyRing: Pick<KeyRing, 'seal' | 'open'>;
  readonly ids: IdGenerator;
  readonly algorithm: SealAlgorithm;
  /** Stands in the roots: the host under which others reach this installation. */
  readonly installation: string;
}

const placeOf = { root: (id: string) => `seal-root:${id}`, leaf: (id: string) => `seal-leaf:${id}` };

/**
 * Makes the keys of seals itself: one root for the installation, and a key for each workspace. Both are renewed in time
 * (SEA-10). Keys are made in a thread of their own and in no transaction; the database keeps them sealed.
 */
export class SelfMadeSealKeys implements SealKeyProvider {
  readonly #parts: SelfMadeParts;
  /** What is being made now: of many calls at once, one makes it. */
  readonly #making = new Map<string, Promise<unknown>>();

  constructor(parts: SelfMadeParts) {
    this.#parts = parts;
  }

  async keyOf({ workspaceId, name }: SealOwner, now: Instant): Promise<SealKey> {
    const { store, algorithm } = this.#parts;
    const roots = await this.#roots(now);
    const stored = await store.leaf(workspaceId);
    const leaf =
      stored === null || sealKeys.needsLeaf(stored, { ownerName: name, algorithm }, now)
        ? await this.#once(`leaf:${workspaceId}:${name}`, () =>
            this.#newLeaf({ workspaceId, name }, stored, roots, now),
          )
        : stored;
    return this.#opened(leaf, roots);
  }

  /** Makes a new key although the present one would do, as after somebody may have seen it. */
  async renew({ workspaceId, name }: SealOwner, now: Instant): Promise<SealKey> {
    const roots = await this.#roots(now);
    const stored = await this.#parts.store.leaf(workspaceId);
    return this.#opened(await this.#newLeaf({ workspaceId, name }, stored, roots, now), roots);
  }

  /** Tries the root; a workspace gets its key at its first seal. */
  async probe(now: Instant): Promise<void> {
    const issuing = sealKeys.issuingRoot(await this.#roots(now), now);
    if (issuing === undefined) throw new SealFailure('seal.certificate_expired');
    requireValid(await usableSealKey(this.#rootKey(issuing), [issuing.certificate]), now);
  }

  /** A key of nobody that is kept nowhere, for operators who try how files are sealed. */
  async testKey(now: Instant): Promise<SealKey> {
    const root = this.#issuing(await this.#roots(now), now);
    const key = await newKey(this.#parts.algorithm);
    return usableSealKey(key, [this.#issued(key, 'Chancery test', root, now), root.certificate]);
  }

  /** All keys of workspaces, for operators. */
  stored(): Promise<readonly StoredSealLeaf[]> {
    return this.#parts.store.leaves();
  }

  async roots(now: Instant): Promise<readonly SealRoot[]> {
    const stored = await this.#roots(now);
    const issuing = sealKeys.issuingRoot(stored, now);
    const others = stored.filter((root) => root !== issuing && root.validUntil > now);
    return [...(issuing === undefined ? [] : [issuing]), ...others].map(({ certificate }) =>
      rootOf(certificate),
    );
  }

  /** All roots, after the first one or a successor was made where one is due. */
  async #roots(now: Instant): Promise<readonly StoredSealRoot[]> {
    const stored = await this.#parts.store.roots();
    return sealKeys.needsRoot(stored.at(-1), now)
      ? this.#once('root', async () =>
          this.#parts.store.addRoot(await this.#newRoot(now), stored.at(-1)?.id ?? null),
        )
      : stored;
  }

  async #newRoot(now: Instant): Promise<StoredSealRoot> {
    const { algorithm, installation, ids } = this.#parts;
    const id = ids.uuid7();
    const key = await newKey(algorithm);
    const times = timesOf(now, sealKeys.rootDays);
    const name = {
      commonName: `Chancery seal root ${id.slice(-8)}`,
      organization: installation.slice(0, 64),
    };
    const certificate = rootCertificate(key, name, times);
    return {
      id,
      algorithm,
      certificate,
      privateSealed: this.#sealed(key, placeOf.root(id)),
      ...times,
      createdAt: now,
    };
  }

  async #newLeaf(
    { workspaceId, name }: SealOwner,
    before: StoredSealLeaf | null,
    roots: readonly StoredSealRoot[],
    now: Instant,
  ): Promise<StoredSealLeaf> {
    const root = this.#issuing(roots, now);
    const { algorithm, ids, store } = this.#parts;
    const id = ids.uuid7();
    const key = await newKey(algorithm);
    const leaf: StoredSealLeaf = {
      id,
      workspaceId,
      rootId: root.id,
      ownerName: name,
      algorithm,
      certificate: this.#issued(key, name, root, now),
      privateSealed: this.#sealed(key, placeOf.leaf(id)),
      ...timesOf(now, sealKeys.leafDays),
      createdAt: now,
    };
    return store.replaceLeaf(leaf, before?.id ?? null);
  }

  #issuing(roots: readonly StoredSealRoot[], now: Instant): StoredSealRoot {
    const root = sealKeys.issuingRoot(roots, now);
    if (root === undefined)
      throw new SealFailure('seal.key_unavailable', 'No root lasts longer than a seal.');
    return root;
  }

  #issued(key: KeyObject, name: string, root: StoredSealRoot, now: Instant): Uint8Array {
    const issuer = { key: this.#rootKey(root), certificate: root.certificate };
    return leafCertificate(key, sealName(name), timesOf(now, sealKeys.leafDays), issuer);
  }

  #rootKey({ id, privateSealed }: StoredSealRoot): KeyObject {
    return this.#privateKey(privateSealed, placeOf.root(id));
  }

  async #opened(leaf: StoredSealLeaf, roots: readonly StoredSealRoot[]): Promise<SealKey> {
    const root = roots.find(({ id }) => id === leaf.rootId);
    if (root === undefined) throw new SealFailure('seal.key_unavailable', 'The root of the seal is missing.');
    const key = this.#privateKey(leaf.privateSealed, placeOf.leaf(leaf.id));
    return usableSealKey(key, [leaf.certificate, root.certificate]);
  }

  #sealed(key: KeyObject, place: string): Uint8Array {
    return this.#parts.keyRing.seal(key.export({ format: 'der', type: 'pkcs8' }), place);
  }

  #privateKey(sealed: Uint8Array, place: string): KeyObject {
    try {
      const der = Buffer.from(this.#parts.keyRing.open(sealed, place));
      return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    } catch {
      // The cause could name what was read.
      throw new SealFailure('seal.key_unavailable', 'The key ring does not open the stored key.');
    }
  }

  async #once<T>(what: string, make: () => Promise<T>): Promise<T> {
    const running = this.#making.get(what) as Promise<T> | undefined; // the same name is always made by the same function
    if (running !== undefined) return running;
    const made = make().finally(() => this.#making.delete(what));
    this.#making.set(what, made);
    return made;
  }
}

/** Certificates have no fractions of a second. */
function timesOf(now: Instant, days: number): CertificateTimes {
  const validFrom = `${now.slice(0, 19)}.000Z`;
  return { validFrom, validUntil: plusDays(validFrom, days) };
}

async function newKey(algorithm: SealAlgorithm): Promise<KeyObject> {
  const { privateKey } =
    algorithm === 'rsa'
      ? await newKeyPair('rsa', { modulusLength: 3072 })
      : await newKeyPair('ec', { namedCurve: 'prime256v1' });
  return privateKey;
}
