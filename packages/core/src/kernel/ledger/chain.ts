import { sha256, utf8 } from '../crypto.ts';
import { canonicalJson } from './canonical-json.ts';

/** The ledger of what happens outside any workspace. */
export const INSTALLATION_LEDGER = 'installation';

/** Each hash begins with the name of what it hashes and NUL, so that none can stand for another (records 7.1). */
export const LEDGER_DOMAINS = {
  genesis: utf8('chancery.audit.v1.genesis\0'),
  entry: utf8('chancery.audit.v1.entry\0'),
  detail: utf8('chancery.audit.v1.detail\0'),
} as const;

/** What the first event of a ledger hangs on. */
export const genesisHash = (ledgerId: string): Uint8Array => sha256(LEDGER_DOMAINS.genesis, utf8(ledgerId));

/** The hash of one event: it binds the whole history before it, its place and its exact bytes. */
export const entryHash = (prevHash: Uint8Array, seq: number, payload: Uint8Array): Uint8Array =>
  sha256(LEDGER_DOMAINS.entry, prevHash, u64(seq), payload);

/** What the chain holds of a detail: without the 32-byte salt nobody can test a guess against it. */
export const detailDigest = (salt: Uint8Array, detail: unknown): Uint8Array =>
  sha256(LEDGER_DOMAINS.detail, salt, canonicalJson(detail));

export const bytesOfHex = (hex: string): Uint8Array =>
  Uint8Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16),
  );

function u64(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes;
}
