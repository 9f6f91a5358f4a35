import { hashedNow, leafHash, type MerkleRoot } from '@chancery/verify';
import { hexOf, sha256 } from '../../kernel/crypto.ts';
import { checkDetails } from './check-details.ts';
import { subtreeOfEvents } from './grow-tiles.ts';
import { signedRoot } from './issue-checkpoint.ts';
import { EventsMissing, perTile, storedRoot, storedTree } from './stored-tree.ts';
import { firstFault, type Verification, type VerificationWarning } from './verification.ts';
import type { LedgerWalkInput, WalkedStores } from './walk-input.ts';

/** At most 20,000 (REC-78); fewer, because hashing them keeps a process busy that has one connection. */
const eventsAtOnce = 2000;
/** Others have their turn behind so many hashes. */
const hashesAtOnce = 500;
const mostWarnings = 100;

/** Recomputes a range of the ledger in the database, and its tree against every checkpoint over it. Null: there is no ledger. */
export async function walkLedger(input: LedgerWalkInput): Promise<Verification | null> {
  const start = await input.unit((stored) => begin(input, stored));
  if (start === null) return null;
  const walk = { ...start, input };
  let fault: Verification['fault'] = start.fault;
  let at = input.fromSeq;
  let isFirst = true;
  // Where nothing can be walked the head itself is still compared.
  while (fault === null && (at <= walk.toSeq || (isFirst && walk.toSeq === walk.headSeq))) {
    if (!isFirst && !input.goesOn()) break;
    isFirst = false;
    const end = Math.max(Math.min(at + eventsAtOnce - 1, walk.toSeq), at);
    fault = await part(walk, at, end);
    at = end + 1;
  }
  return reported(walk, fault, at);
}

interface Walk {
  readonly input: LedgerWalkInput;
  readonly toSeq: number;
  readonly headSeq: number;
  readonly headHash: string;
  readonly anchoredBy: Verification['anchoredBy'];
  readonly lastCheckpoint: Verification['lastCheckpoint'];
  /** Null where events before the range are missing: no root can be compared then. */
  readonly tree: MerkleRoot | null;
  readonly warnings: VerificationWarning[];
  readonly counts: { events: number; details: number; erased: number; checkpoints: number; matching: number };
}

function reported(
  { input, warnings, counts, ...walk }: Walk,
  fault: Verification['fault'],
  at: number,
): Verification {
  return {
    fromSeq: input.fromSeq,
    toSeq: walk.toSeq,
    headSeq: walk.headSeq,
    headHash: walk.headHash,
    eventsChecked: counts.events,
    detailsChecked: counts.details,
    detailsErased: counts.erased,
    checkpointsChecked: counts.checkpoints,
    lastCheckpoint: walk.lastCheckpoint,
    fault,
    anchoredBy: walk.anchoredBy,
    nextFromSeq: fault === null && at <= walk.toSeq ? at : null,
    warnings,
  };
}

async function begin(input: LedgerWalkInput, stored: WalkedStores) {
  const head = await stored.auditTrail.head();
  if (head === null) return null;
  const newest = await stored.checkpointLog.newest();
  const toSeq = Math.min(input.toSeq ?? head.seq, head.seq);
  const isToHead = toSeq === head.seq;
  const missesEvents = isToHead && newest !== null && newest.size > head.seq;
  const matching =
    input.fromSeq === 1 ? 0 : ((await stored.checkpointLog.list(input.fromSeq, 0))[0]?.size ?? 0);
  return {
    toSeq,
    headSeq: head.seq,
    headHash: head.hash,
    anchoredBy: await anchorOf(input.fromSeq, stored),
    lastCheckpoint: newest && { size: newest.size, issuedAt: newest.issuedAt },
    tree: await treeBefore(input.fromSeq, stored),
    warnings: newest === null ? [{ seq: head.seq, code: 'no_checkpoint' as const }] : [],
    counts: { events: 0, details: 0, erased: 0, checkpoints: 0, matching },
    fault: missesEvents ? { seq: head.seq + 1, reason: 'truncated' as const } : null,
  };
}

async function treeBefore(fromSeq: number, stored: WalkedStores): Promise<MerkleRoot | null> {
  try {
    return await storedTree(0, fromSeq - 1, stored);
  } catch (error) {
    if (error instanceof EventsMissing) return null;
    throw error;
  }
}

/** Whether the event in front of the range is under a checkpoint whose root holds (REC-77). */
async function anchorOf(fromSeq: number, stored: WalkedStores): Promise<Verification['anchoredBy']> {
  if (fromSeq === 1) return 'genesis';
  const checkpoint = await stored.checkpointLog.covering(fromSeq - 1);
  if (checkpoint === null) return 'unanchored';
  const group = Math.floor((fromSeq - 2) / perTile);
  const [tile] = await stored.auditTiles.read(1, group, group + 1);
  try {
    // The events around the anchor are read, and everything else of the tree is what is stored of it.
    if (tile !== undefined) {
      const events = await stored.auditTrail.hashes(group * perTile + 1, (group + 1) * perTile);
      if (hexOf(subtreeOfEvents(events)) !== hexOf(tile)) return 'unanchored';
    }
    const root = hexOf(await storedRoot(checkpoint.size, stored));
    return root === (await signedRoot(checkpoint, await stored.checkpointLog.keys()))
      ? 'checkpoint'
      : 'unanchored';
  } catch {
    return 'unanchored';
  }
}

/** One part of the walk; the first fault in it, or null. */
async function part(walk: Walk, from: number, to: number): Promise<Verification['fault']> {
  const { input, counts, warnings } = walk;
  let fault = await input.unit(async ({ auditTrail }): Promise<Verification['fault']> => {
    const verdict = await auditTrail.verify(from, to);
    counts.events += verdict.eventsChecked;
    const late = await auditTrail.timeRegressions(from, to, mostWarnings - warnings.length);
    warnings.push(...late.map((seq) => ({ seq, code: 'time_regression' as const })));
    const { firstBadSeq, reason } = verdict;
    return firstBadSeq === null || reason === null ? null : { seq: firstBadSeq, reason };
  });
  // Behind the first fault nothing proves anything.
  const last = fault === null ? to : Math.min(fault.seq - 1, to);
  const mismatch = await compareCheckpoints(walk, from, last);
  if (mismatch !== null) fault = firstFault(fault, mismatch);
  if (!input.details) return fault;
  const ofDetails = await checkDetails({ ...input, headSeq: walk.headSeq, counts }, from, last);
  return ofDetails === null ? fault : firstFault(fault, ofDetails);
}

/** The tree grows over the part, and is compared with each checkpoint in it. Nothing waits for the hashing. */
async function compareCheckpoints(
  { tree, counts, input }: Walk,
  from: number,
  to: number,
): Promise<Verification['fault']> {
  if (tree === null || to < from) return null;
  const { hashes, checkpoints, keys } = await input.unit(async ({ auditTrail, checkpointLog }) => {
    const found = await checkpointLog.between(from - 1, to, to - from + 1);
    return {
      hashes: await auditTrail.hashes(from, to),
      checkpoints: found,
      keys: found.length === 0 ? [] : await checkpointLog.keys(),
    };
  });
  let next = 0;
  for (const [at, hash] of hashes.entries()) {
    hashedNow(tree.appendLeafHash(hashedNow(leafHash(hash), sha256)), sha256);
    if (at % hashesAtOnce === 0) await new Promise<void>((resolve) => void setImmediate(resolve));
    const checkpoint = checkpoints[next];
    if (checkpoint === undefined || checkpoint.size !== from + at) continue;
    next += 1;
    counts.checkpoints += 1;
    const root = hexOf(hashedNow(tree.root(), sha256));
    const signed = await signedRoot(checkpoint, keys).catch(() => null);
    if (root !== signed) return { seq: counts.matching + 1, reason: 'checkpoint_mismatch' };
    counts.matching = checkpoint.size;
  }
  return null;
}
