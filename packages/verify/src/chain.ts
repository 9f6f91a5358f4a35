import { u64, utf8 } from './bytes.ts';
import { canonicalJson } from './canonical-json.ts';
import type { Hashing } from './hashing.ts';

/** Each hash begins with the name of what it hashes and NUL, so that none can stand for another. */
const domains = {
  genesis: utf8('chancery.audit.v1.genesis\0'),
  entry: utf8('chancery.audit.v1.entry\0'),
  detail: utf8('chancery.audit.v1.detail\0'),
};

/** What the first event of a ledger hangs on. */
export function* genesisHash(ledgerId: string): Hashing<Uint8Array> {
  return yield [domains.genesis, utf8(ledgerId)];
}

/** The hash of one event: it binds the whole history before it, its place and its exact bytes. */
export function* entryHash(prevHash: Uint8Array, seq: number, payload: Uint8Array): Hashing<Uint8Array> {
  return yield [domains.entry, prevHash, u64(seq), payload];
}

/** The same hash from `prevHash || u64(seq) || payload` in one piece, as a proof carries it. */
export function* entryHashOf(material: Uint8Array): Hashing<Uint8Array> {
  return yield [domains.entry, material];
}

/** What the chain holds of a detail: without the 32-byte salt nobody can test a guess against it. */
export function* detailDigest(salt: Uint8Array, detail: unknown): Hashing<Uint8Array> {
  return yield [domains.detail, salt, canonicalJson(detail)];
}
