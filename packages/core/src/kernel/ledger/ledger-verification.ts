import { hexOf } from '../crypto.ts';
import { millisecondsOf } from '../time.ts';
import type { LedgerHead, LedgerRow } from './audit-ledger.ts';
import { bytesOfHex, detailDigest, genesisHash } from './chain.ts';
import { merkleRoot } from './merkle-root.ts';
import type { AuditPayload } from './payload.ts';
import { checkRow, decodedPayload } from './row-check.ts';

/** At one seq the earlier reason is the one reported (records 7.9). */
const REASONS = [
  'gap',
  'duplicate_seq',
  'prev_hash_mismatch',
  'hash_mismatch',
  'not_canonical',
  'wrong_workspace',
  'projection_mismatch',
  'truncated',
  'beyond_head',
  'head_mismatch',
  'detail_mismatch',
  'detail_unexpected',
  'detail_missing',
  'checkpoint_mismatch',
] as const;
export type LedgerFaultReason = (typeof REASONS)[number];

/** A detail that could be opened. */
export interface OpenedDetail {
  readonly seq: number;
  readonly salt: Uint8Array;
  readonly value: unknown;
}

/** What a checkpoint says; whoever passes it here has checked its signature. */
export interface PinnedCheckpoint {
  readonly size: number;
  readonly rootHash: string;
}

export interface LedgerVerification {
  readonly ledgerId: string;
  /** In ascending order of seq. */
  readonly rows: Iterable<LedgerRow> | AsyncIterable<LedgerRow>;
  /** The event before the first row; the genesis hash if it is left out. Checkpoints need the walk from there. */
  readonly after?: LedgerHead;
  /** Null if the rows end before the head, which is then not compared. */
  readonly head: LedgerHead | null;
  /** Null leaves details unchecked. */
  readonly details: Iterable<OpenedDetail> | null;
  /** Seqs whose erasure is recorded by events that are not among the rows. */
  readonly erasedSeqs?: Iterable<number>;
  readonly pinnedCheckpoints?: readonly PinnedCheckpoint[];
}

export interface LedgerReport {
  readonly ok: boolean;
  readonly firstBadSeq: number | null;
  readonly reason: LedgerFaultReason | null;
  readonly eventsChecked: number;
  readonly detailsChecked: number;
  readonly detailsErased: number;
  readonly checkpointsChecked: number;
  readonly warnings: readonly { readonly seq: number; readonly code: 'time_regression' }[];
}

const TIME_REGRESSION_MILLISECONDS = 5 * 60_000;

/** Walks the rows from their anchor and says where they first stop being what was appended. */
export async function verifyLedger(input: LedgerVerification): Promise<LedgerReport> {
  const { ledgerId, head } = input;
  const faults: { seq: number; reason: LedgerFaultReason }[] = [];
  const warnings: { seq: number; code: 'time_regression' }[] = [];
  const found = (seq: number, reason: LedgerFaultReason) => void faults.push({ seq, reason });
  const details = input.details && detailChecks(input.details, input.erasedSeqs ?? [], found);
  const checkpoints = checkpointChecks(input.pinnedCheckpoints ?? [], found);
  let last = input.after
    ? { seq: input.after.seq, hash: bytesOfHex(input.after.hash) }
    : { seq: 0, hash: genesisHash(ledgerId) };
  if (last.seq > 0 && checkpoints.largestSize > 0)
    throw new RangeError('Checkpoints can only be compared by a walk from the first event.');
  let highestSeq = last.seq;
  let latestTime = Number.NEGATIVE_INFINITY;
  let eventsChecked = 0;
  let intact = true;

  for await (const row of input.rows) {
    if (!intact) {
      // Rows behind a fault prove nothing, but one may repeat its seq, and they may name erasures.
      if (row.seq === highestSeq) found(row.seq, 'duplicate_seq');
      details?.noteErasures(row.seq, decodedPayload(row.payload));
    } else {
      const checked = checkRow(row, last, ledgerId);
      intact = checked.ok;
      if (checked.ok) {
        last = checked.position;
        eventsChecked += 1;
        details?.check(row.seq, checked.payload);
        checkpoints.check(last);
        const time = millisecondsOf(checked.payload.occurredAt);
        if (time < latestTime - TIME_REGRESSION_MILLISECONDS)
          warnings.push({ seq: row.seq, code: 'time_regression' });
        latestTime = time;
      } else {
        found(checked.seq, checked.reason);
        details?.noteErasures(row.seq, decodedPayload(row.payload));
      }
    }
    highestSeq = Math.max(highestSeq, row.seq);
  }

  if (highestSeq < Math.max(head?.seq ?? 0, checkpoints.largestSize)) found(highestSeq + 1, 'truncated');
  if (head && highestSeq > head.seq) found(head.seq + 1, 'beyond_head');
  if (head && intact && last.seq === head.seq && hexOf(last.hash) !== head.hash)
    found(last.seq, 'head_mismatch');
  const detailCounts = details?.finish(intact) ?? { checked: 0, erased: 0 };

  const rank = (reason: LedgerFaultReason) => REASONS.indexOf(reason);
  const first = faults.toSorted((a, b) => a.seq - b.seq || rank(a.reason) - rank(b.reason))[0];
  return {
    ok: first === undefined,
    firstBadSeq: first?.seq ?? null,
    reason: first?.reason ?? null,
    eventsChecked,
    detailsChecked: detailCounts.checked,
    detailsErased: detailCounts.erased,
    checkpointsChecked: checkpoints.checked(),
    warnings,
  };
}

type Found = (seq: number, reason: LedgerFaultReason) => void;

/** Details against the commitments in the chain; one may be gone only if an event after it says that it was erased. */
function detailChecks(given: Iterable<OpenedDetail>, erasedSeqs: Iterable<number>, found: Found) {
  const unseen = new Map([...given].map((detail) => [detail.seq, detail]));
  const erased = new Set(erasedSeqs);
  const absent: number[] = [];
  let checked = 0;

  const noteErasures = (seq: number, payload: AuditPayload | null) => {
    const seqs = payload?.action === 'audit.detail_erased' ? payload.facts?.seqs : null;
    if (Array.isArray(seqs)) for (const earlier of seqs) if (earlier < seq) erased.add(earlier);
  };
  return {
    noteErasures,
    check(seq: number, payload: AuditPayload) {
      noteErasures(seq, payload);
      const detail = unseen.get(seq);
      unseen.delete(seq);
      if (detail && payload.detail) {
        checked += 1;
        if (digestOf(detail) !== payload.detail.digest) found(seq, 'detail_mismatch');
      } else if (detail) found(seq, 'detail_unexpected');
      else if (payload.detail) absent.push(seq);
    },
    /** After the last row, when every erasure is known. Details of rows that were not reached stay unjudged. */
    finish(everyRowReached: boolean) {
      if (everyRowReached) for (const seq of unseen.keys()) found(seq, 'detail_unexpected');
      const missing = absent.filter((seq) => !erased.has(seq));
      if (missing[0] !== undefined) found(missing[0], 'detail_missing');
      return { checked, erased: absent.length - missing.length };
    },
  };
}

function digestOf({ salt, value }: OpenedDetail): string | null {
  try {
    return hexOf(detailDigest(salt, value));
  } catch {
    return null;
  }
}

/** Roots over the walked hashes against roots kept outside: what finds a history rewritten with all its hashes. */
function checkpointChecks(pinned: readonly PinnedCheckpoint[], found: Found) {
  const pending = pinned.filter(({ size }) => size > 0).toSorted((a, b) => a.size - b.size);
  const largestSize = pending.at(-1)?.size ?? 0;
  const tree = merkleRoot();
  let checked = 0;
  let matchingSize = 0;

  return {
    largestSize,
    checked: () => checked,
    check({ seq, hash }: { readonly seq: number; readonly hash: Uint8Array }) {
      if (pending.length > 0) tree.append(hash);
      while (pending[0]?.size === seq) {
        const matches = hexOf(tree.root()) === pending.shift()?.rootHash;
        checked += 1;
        if (matches) matchingSize = seq;
        else found(matchingSize + 1, 'checkpoint_mismatch');
      }
    },
  };
}
