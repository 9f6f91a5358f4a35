import { type LedgerFaultReason, NoteRefused, openCheckpoint, webCrypto } from '@chancery/verify';
import { hexOf, sha256 } from '../../kernel/crypto.ts';
import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import type { RecordsPorts } from '../ports.ts';
import { checkpointIssued } from './events.ts';
import { growTiles, subtreeOfEvents } from './grow-tiles.ts';
import { noteFault } from './known-fault.ts';
import { newLogKey, noteKeyOf, signedNote, signingKeys } from './log-keys.ts';
import type { AuditLog, CheckpointReason, LogKey, StoredCheckpoint } from './ports.ts';
import { EventsMissing, perTile, storedRoot } from './stored-tree.ts';

export type IssuingContext = Pick<FollowUpContext, 'now' | 'newId' | 'emit' | 'settings'> &
  Pick<RecordsPorts, 'auditTrail' | 'auditTiles' | 'checkpointLog' | 'checkpointSigner'>;

/** `more`: a part of a long ledger was taken in, and the next call goes on. */
export type Issuing =
  | { readonly outcome: 'issued'; readonly checkpoint: StoredCheckpoint }
  | { readonly outcome: 'no_new_events' | 'integrity_failed' | 'more' };

/** How many events one transaction takes in. */
export const mostEventsAtOnce = 16_384;

/**
 * Signs the tree as it is now. The caller holds the lock of the ledger (REC-101). Nothing is signed that is not the
 * continuation of the newest checkpoint, or that fails its verification (REC-79).
 */
export async function issueCheckpoint(
  ledgerId: string,
  reason: CheckpointReason,
  context: IssuingContext,
): Promise<Issuing> {
  const { auditTrail, auditTiles, checkpointLog } = context;
  const newest = await checkpointLog.newest();
  const head = await auditTrail.head();
  if (head === null || (await auditTrail.oldestNews(newest?.size ?? 0)) === null)
    return { outcome: 'no_new_events' };
  const log = await checkpointLog.log();
  if (log.fault !== null) return { outcome: 'integrity_failed' };

  const covered = (await auditTiles.count(1)) * perTile;
  const checkedFrom = Math.max(covered, newest?.size ?? 0);
  const size = Math.min(head.seq, checkedFrom + mostEventsAtOnce);
  const verdict = await continuation(newest, size, context);
  if (!verdict.ok) {
    await noteFault(ledgerId, { fromSeq: 1, toSeq: head.seq, ...verdict }, context);
    return { outcome: 'integrity_failed' };
  }
  await growTiles(size, mostEventsAtOnce / perTile + 1, context);
  if (size < head.seq) return { outcome: 'more' };
  return { outcome: 'issued', checkpoint: await sign(ledgerId, { size, reason, log }, context) };
}

interface Continuing {
  readonly ok: boolean;
  readonly firstBadSeq: number | null;
  readonly reason: LedgerFaultReason | null;
}

/** Whether the events up to this size continue the newest checkpoint without a fault. */
async function continuation(
  newest: StoredCheckpoint | null,
  size: number,
  { auditTrail, auditTiles, checkpointLog }: IssuingContext,
): Promise<Continuing> {
  const mismatch: Continuing = { ok: false, firstBadSeq: 1, reason: 'checkpoint_mismatch' };
  const [oldSize, covered] = [newest?.size ?? 0, (await auditTiles.count(1)) * perTile];
  // The last subtree that the old tree shares is read again, so that events before it hang on what was signed.
  const firstRead = Math.max(Math.floor((Math.max(oldSize, covered) - 1) / perTile), 0) * perTile + 1;
  const verdict = await auditTrail.verify(firstRead, Math.max(size, firstRead));
  if (!verdict.ok) return verdict;
  try {
    const group = Math.floor(firstRead / perTile);
    const [stored] = await auditTiles.read(1, group, group + 1);
    if (stored !== undefined) {
      const events = await auditTrail.hashes(group * perTile + 1, (group + 1) * perTile);
      if (hexOf(subtreeOfEvents(events)) !== hexOf(stored)) return mismatch;
    }
    if (newest === null) return verdict;
    const root = await storedRoot(oldSize, { auditTrail, auditTiles });
    if (hexOf(root) !== (await signedRoot(newest, await checkpointLog.keys()))) return mismatch;
    return verdict;
  } catch (error) {
    if (error instanceof EventsMissing || error instanceof NoteRefused) return mismatch;
    throw error;
  }
}

/** The root that our own signature stands under. Throws `NoteRefused`. */
export async function signedRoot(
  { note, size }: Pick<StoredCheckpoint, 'note' | 'size'>,
  keys: readonly LogKey[],
): Promise<string> {
  const opened = await openCheckpoint(note, keys.map(noteKeyOf), { ...webCrypto, sha256 });
  if (opened.size !== size) throw new NoteRefused('malformed');
  return hexOf(opened.root);
}

async function sign(
  ledgerId: string,
  { size, reason, log }: { size: number; reason: CheckpointReason; log: AuditLog },
  context: IssuingContext,
): Promise<StoredCheckpoint> {
  const { auditTrail, auditTiles, checkpointLog, checkpointSigner, settings, now, newId, emit } = context;
  const origin = log.origin ?? `${new URL(settings.baseUrl).host}/audit/${ledgerId}`;
  if (log.origin === null) await checkpointLog.saveLog({ ...log, origin });
  let keys = signingKeys(await checkpointLog.keys());
  if (keys.current === null && keys.next === null) {
    const first = await newLogKey(origin, { id: newId(), now, checkpointSigner });
    await checkpointLog.addKey(first);
    keys = { current: null, next: first };
  }
  const signing = [keys.current, keys.next].filter((key) => key !== null);
  const root = await storedRoot(size, { auditTrail, auditTiles });
  const note = await signedNote({ origin, size, root }, signing, checkpointSigner);
  const checkpoint: StoredCheckpoint = {
    size,
    rootHash: hexOf(root),
    note,
    issuedAt: now,
    reason,
    cosignatures: [],
  };
  await checkpointLog.add(checkpoint);
  // Where a new key begins, both have signed; from then on it signs alone.
  if (keys.next !== null) {
    if (keys.current !== null) await checkpointLog.saveKeySizes({ ...keys.current, toSize: size });
    await checkpointLog.saveKeySizes({ ...keys.next, fromSize: size });
  }
  emit(checkpointIssued, { ledgerId, size, rootHash: checkpoint.rootHash, reason });
  return checkpoint;
}
