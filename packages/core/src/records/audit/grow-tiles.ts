import { hashedNow, leafHash, MerkleRoot } from '@chancery/verify';
import { sha256 } from '../../kernel/crypto.ts';
import type { AuditTiles, AuditTrail } from './ports.ts';
import { EventsMissing, perTile } from './stored-tree.ts';

interface Stored {
  readonly auditTrail: Pick<AuditTrail, 'hashes'>;
  readonly auditTiles: AuditTiles;
}

/** The root over 256 hashes of the level below. */
export function subtreeOf(hashes: readonly Uint8Array[]): Uint8Array {
  const tree = new MerkleRoot();
  for (const hash of hashes) hashedNow(tree.appendLeafHash(hash), sha256);
  return hashedNow(tree.root(), sha256);
}

export const subtreeOfEvents = (eventHashes: readonly Uint8Array[]): Uint8Array =>
  subtreeOf(eventHashes.map((hash) => hashedNow(leafHash(hash), sha256)));

/** Stores the hashes of the subtrees that the first events complete, at most so many of 256 events. How many events are covered. */
export async function growTiles(size: number, mostGroups: number, stored: Stored): Promise<number> {
  const { auditTrail, auditTiles } = stored;
  const known = await auditTiles.count(1);
  const groups = Math.min(Math.floor(size / perTile), known + mostGroups);
  if (groups <= known) return known * perTile;
  const hashes = await auditTrail.hashes(known * perTile + 1, groups * perTile);
  if (hashes.length !== (groups - known) * perTile)
    throw new EventsMissing(`Events before number ${groups * perTile} are missing`);
  await auditTiles.append(
    1,
    known,
    Array.from({ length: groups - known }, (_, at) =>
      subtreeOfEvents(hashes.slice(at * perTile, (at + 1) * perTile)),
    ),
  );
  await growAbove(1, auditTiles);
  return groups * perTile;
}

async function growAbove(level: number, auditTiles: AuditTiles): Promise<void> {
  const complete = Math.floor((await auditTiles.count(level)) / perTile);
  const known = await auditTiles.count(level + 1);
  if (complete <= known) return;
  const made: Uint8Array[] = [];
  for (let at = known; at < complete; at += 1)
    made.push(subtreeOf(await auditTiles.read(level, at * perTile, (at + 1) * perTile)));
  await auditTiles.append(level + 1, known, made);
  await growAbove(level + 1, auditTiles);
}
