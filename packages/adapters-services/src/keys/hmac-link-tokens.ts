import { randomBytes } from 'node:crypto';
import type { LinkTokens } from '@chancery/core';
import { base64urlOf, hexOf, hmacSha256, sha256, utf8 } from '@chancery/core/internal';

export interface LinkKey {
  readonly number: number;
  readonly key: Uint8Array;
}

const zero = new Uint8Array(1);

/**
 * Link tokens (platform 8). Derived: HMAC-SHA-256(key, `chancery.link.v1` 0 kind 0 id generation). New tokens come from
 * the first key; each row stores the number of its key, and `derive` with that number makes the same token again.
 *
 * Number 0 is the key that comes from the root secret (PLT-27). It is asked for when it is needed, because the root is
 * known only once the database has been read.
 */
export class HmacLinkTokens implements LinkTokens {
  readonly #keys: ReadonlyMap<number, () => Uint8Array>;
  readonly #first: number;

  constructor(keys: readonly LinkKey[], rootKey?: () => Uint8Array) {
    if (keys.some(({ key }) => key.length !== 32)) throw new Error('Link keys are 32 bytes each.');
    const all = keys.map(({ number, key }) => [number, () => key] as const);
    if (rootKey !== undefined) all.push([0, rootKey]);
    const [first] = all;
    if (first === undefined) throw new Error('There is no link key.');
    this.#keys = new Map(all);
    if (this.#keys.size !== all.length) throw new Error('Two link keys have the same number.');
    this.#first = first[0];
  }

  random(): string {
    return base64urlOf(randomBytes(32));
  }

  /** Throws for a key number that is not configured. */
  derive(kind: string, id: string, generation: number, keyNumber = this.#first) {
    const key = this.#keys.get(keyNumber)?.();
    if (!key) throw new Error(`Link key ${keyNumber} is not configured.`);
    const idBytes = Buffer.from(id.replaceAll('-', ''), 'hex');
    if (idBytes.length !== 16) throw new Error('Derived link tokens belong to a UUID.');

    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(generation);
    const token = hmacSha256(key, utf8('chancery.link.v1'), zero, utf8(kind), zero, idBytes, counter);
    return { token: base64urlOf(token), keyNumber };
  }

  hash(token: string): string {
    return hexOf(sha256(token));
  }
}

/** More than anybody rotates through; a longer list is refused before any of it is read. */
const mostKeys = 100;

/** `1:base64,2:base64`: numbers from 1; 0 is for the key that is derived from the root secret. */
export function parseLinkKeys(text: string): readonly LinkKey[] {
  const entries = text.split(',', mostKeys + 1);
  if (entries.length > mostKeys) throw new Error(`Give at most ${mostKeys} link keys.`);
  const keys: LinkKey[] = [];
  for (const entry of entries) {
    const written = entry.trim();
    if (written === '') continue;
    const [, number, encoded] = /^([1-9]\d{0,8}):([A-Za-z0-9+/_-]+=*)$/.exec(written) ?? [];
    const key = Buffer.from(encoded ?? '', 'base64');
    if (key.length !== 32) throw new Error('A link key is written number:key, the key 32 bytes in base64.');
    keys.push({ number: Number(number), key });
  }
  return keys;
}
