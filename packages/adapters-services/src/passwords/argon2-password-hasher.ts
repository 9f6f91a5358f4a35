import { availableParallelism } from 'node:os';
import type { PasswordHasher } from '@chancery/core';
import { base64urlOf, hmacSha256, utf8 } from '@chancery/core/internal';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { WaitingRoom } from './waiting-room.ts';

/** A key kept outside the database. `kid` is 1 to 8 letters, digits, `_` or `-`. */
export interface Pepper {
  readonly kid: string;
  readonly key: Uint8Array;
}

export interface Argon2Settings {
  /** The first one hashes; all of them verify. Asked at each hashing, because a new root secret brings another pepper. */
  peppers(): readonly Pepper[];
  readonly memoryKibibytes?: number;
  readonly passes?: number;
  readonly lanes?: number;
  /** How many hashings run at once; by default one per core. 64 more wait. */
  readonly concurrency?: number;
}

/** The minimum that PWD-4 allows; settings below it are refused at start. */
const floor = { memoryKibibytes: 19_456, passes: 2, lanes: 1 };
const waitingPlaces = 64;

/**
 * Argon2id over HMAC-SHA-256(pepper, password in NFC). The pepper's id travels inside the PHC string as `keyid`, a
 * parameter that the format reserves for this, so hash and pepper cannot drift apart.
 */
export class Argon2PasswordHasher implements PasswordHasher {
  readonly #peppers: () => readonly Pepper[];
  readonly #cost: { readonly memoryCost: number; readonly timeCost: number; readonly parallelism: number };
  readonly #room: WaitingRoom;

  constructor(settings: Argon2Settings) {
    const { memoryKibibytes, passes, lanes } = { ...floor, ...settings };
    if (memoryKibibytes < floor.memoryKibibytes || passes < floor.passes || lanes < floor.lanes) {
      throw new Error('Argon2id takes at least m=19456, t=2, p=1.');
    }
    this.#peppers = () => settings.peppers();
    this.#cost = { memoryCost: memoryKibibytes, timeCost: passes, parallelism: lanes };
    this.#room = new WaitingRoom(settings.concurrency ?? availableParallelism(), waitingPlaces);
  }

  async hash(secret: string): Promise<string> {
    const { kid, key } = this.#pepper();
    const phc = await this.#room.run(() => hash(peppered(secret, key), this.#cost));
    const keyid = Buffer.from(kid).toString('base64').replaceAll('=', '');
    return phc.replace(/(,p=\d+)\$/, (_, lanes: string) => `${lanes},keyid=${keyid}$`);
  }

  async verify(secret: string, phc: string): Promise<boolean> {
    const wanted = kidOf(phc);
    const key = this.#peppers().find(({ kid }) => kid === wanted)?.key;
    if (!key) throw new Error('The pepper of this hash is not configured.');
    return this.#room.run(() => verify(phc, peppered(secret, key)));
  }

  needsRehash(phc: string): boolean {
    const { memoryCost, timeCost, parallelism } = parseOptions(phc);
    const { memoryCost: memory, timeCost: time, parallelism: lanes } = this.#cost;
    return memoryCost < memory || timeCost < time || parallelism < lanes || kidOf(phc) !== this.#pepper().kid;
  }

  #pepper(): Pepper {
    const [pepper] = this.#peppers();
    if (!pepper || !/^[\w-]{1,8}$/.test(pepper.kid) || pepper.key.length < 32)
      throw new Error('A pepper has an id of 1 to 8 characters and a key of at least 32 bytes.');
    return pepper;
  }
}

/** The digest is text, because the library verifies only passwords that are UTF-8. */
const peppered = (secret: string, key: Uint8Array) =>
  base64urlOf(hmacSha256(key, utf8(secret.normalize('NFC'))));

function kidOf(phc: string): string {
  const keyid = /,keyid=([A-Za-z0-9+/]+)\$/.exec(phc)?.[1] ?? '';
  return Buffer.from(keyid, 'base64').toString('utf8');
}
