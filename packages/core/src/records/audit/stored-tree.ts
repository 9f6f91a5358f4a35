import {
  consistencyProof,
  hashedNow,
  inclusionProof,
  leafHash,
  MerkleRoot,
  type RangeRoot,
} from '@chancery/verify';
import { sha256 } from '../../kernel/crypto.ts';
import type { AuditTiles, AuditTrail } from './ports.ts';

interface Stored {
  readonly auditTrail: Pick<AuditTrail, 'hashes'>;
  readonly auditTiles: Pick<AuditTiles, 'read'>;
}

/** Of how many hashes of the level below one is made. */
export const perTile = 256;

/** An event that a proof or a root needs is not in the ledger any more. */
export class EventsMissing extends Error {
  override readonly name = 'EventsMissing';
}

/** A run of subtrees of 256^level events each. */
interface Run {
  readonly level: number;
  readonly start: number;
  end: number;
}

/** The largest stored subtrees that make up the events from `start` to before `end`, from left to right. */
function runsOf(start: number, end: number): Run[] {
  const runs: Run[] = [];
  for (let at = start; at < end; ) {
    let [level, size] = [0, 1];
    while (at % (size * perTile) === 0 && at + size * perTile <= end) {
      level += 1;
      size *= perTile;
    }
    const last = runs.at(-1);
    if (last?.level === level && last.end === at / size) last.end += 1;
    else runs.push({ level, start: at / size, end: at / size + 1 });
    at += size;
  }
  return runs;
}

async function hashesOf({ level, start, end }: Run, stored: Stored): Promise<readonly Uint8Array[]> {
  const hashes =
    level === 0
      ? (await stored.auditTrail.hashes(start + 1, end)).map((hash) => hashedNow(leafHash(hash), sha256))
      : await stored.auditTiles.read(level, start, end);
  if (hashes.length !== end - start) throw new EventsMissing(`Events before number ${end} are missing`);
  return hashes;
}

/**
 * The tree over the events from `start` to before `end`, of stored hashes as far as there are any. `start` has to be one
 * that RFC 6962 divides a tree at.
 */
export async function storedTree(start: number, end: number, stored: Stored): Promise<MerkleRoot> {
  const tree = new MerkleRoot();
  for (const run of runsOf(start, end))
    for (const hash of await hashesOf(run, stored))
      hashedNow(tree.appendSubtree(hash, perTile ** run.level), sha256);
  return tree;
}

/** The root of the tree over the first events. Throws `EventsMissing`. */
export const storedRoot = async (size: number, stored: Stored): Promise<Uint8Array> =>
  hashedNow((await storedTree(0, size, stored)).root(), sha256);

/** What proves that an event is in the tree of this size. The event has the number `index + 1`. */
export const storedInclusionProof = (index: number, size: number, stored: Stored): Promise<Uint8Array[]> =>
  proofWith((rangeRoot) => hashedNow(inclusionProof(index, size, rangeRoot), sha256), stored);

/** What proves that the tree of the one size is the beginning of that of the other. */
export const storedConsistencyProof = (from: number, to: number, stored: Stored): Promise<Uint8Array[]> =>
  proofWith((rangeRoot) => hashedNow(consistencyProof(from, to, rangeRoot), sha256), stored);

/** A proof asks for roots at once and these are in the database: so it is run twice, first to hear which it needs. */
async function proofWith(
  prove: (rangeRoot: RangeRoot) => Uint8Array[],
  stored: Stored,
): Promise<Uint8Array[]> {
  const roots = new Map<string, Uint8Array>();
  const wanted: [number, number][] = [];
  // biome-ignore lint/correctness/useYield: nothing is hashed while it is only asked what is needed
  prove(function* (start, end) {
    wanted.push([start, end]);
    return new Uint8Array();
  });
  for (const [start, end] of wanted)
    roots.set(`${start} ${end}`, hashedNow((await storedTree(start, end, stored)).root(), sha256));
  // biome-ignore lint/correctness/useYield: they have been hashed above
  return prove(function* (start, end) {
    return roots.get(`${start} ${end}`) ?? new Uint8Array();
  });
}
