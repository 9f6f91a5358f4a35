import { bytesOfHex, hexOf } from './bytes.ts';
import { genesisHash } from './chain.ts';
import { CheckpointChecks, type PinnedCheckpoint } from './checkpoint-checks.ts';
import { DetailChecks, type OpenedDetail, type RowWithDetail, withDetails } from './detail-checks.ts';
import { type Hashing, hashedBy, type Sha256 } from './hashing.ts';
import { type Found, firstOf, type LedgerFault, type LedgerFaultReason } from './ledger-faults.ts';
import {
  type ChainPosition,
  canonicalPayload,
  checkRow,
  eventOf,
  type LedgerHead,
  type LedgerRow,
  type PayloadReader,
} from './ledger-row.ts';
import type { WalkedPayload } from './payload.ts';
import { webCrypto } from './web-crypto.ts';

interface Walked {
  readonly ledgerId: string;
  /** The event before the first row; the genesis hash if it is left out. Checkpoints need the walk from there. */
  readonly after?: LedgerHead;
  /** Null if the rows end before the head, which is then not compared. */
  readonly head: LedgerHead | null;
  /** Seqs whose erasure is recorded by events that are not among the rows. */
  readonly erasedSeqs?: Iterable<number>;
  readonly pinnedCheckpoints?: readonly PinnedCheckpoint[];
}

type WalkedLedger = Walked & Pick<LedgerVerification, 'details'>;

export type LedgerVerification = Walked &
  (
    | {
        /** In ascending order of seq. */
        readonly rows: Iterable<LedgerRow> | AsyncIterable<LedgerRow>;
        /** In ascending order of seq. Null leaves details unchecked. */
        readonly details: Iterable<OpenedDetail> | AsyncIterable<OpenedDetail> | null;
      }
    | {
        /** Each with its detail, or null. */
        readonly rows: Iterable<RowWithDetail> | AsyncIterable<RowWithDetail>;
        /** `some_in_rows`: those that are there are checked, and none is missed. */
        readonly details: 'in_rows' | 'some_in_rows';
      }
  );

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

/**
 * Walks the rows from their anchor and says where they first stop being what was appended. One row and one detail are in
 * memory at a time.
 */
export async function verifyLedger(
  input: LedgerVerification,
  sha256: Sha256 = webCrypto.sha256,
): Promise<LedgerReport> {
  const walk = new LedgerWalk(input);
  await hashedBy(walk.begin(), sha256);
  const { details } = input;
  const rows: Iterable<RowWithDetail> | AsyncIterable<RowWithDetail> =
    details === null || typeof details === 'string'
      ? input.rows
      : withDetails(input.rows, details, walk.found);
  for await (const row of rows) await hashedBy(walk.take(row), sha256);
  return walk.report();
}

/** A verification that is given the rows one by one. */
export class LedgerWalk {
  readonly #input: WalkedLedger;
  readonly #payloadOf: PayloadReader;
  readonly #details: DetailChecks | null;
  readonly #checkpoints: CheckpointChecks;
  readonly #warnings: { seq: number; code: 'time_regression' }[] = [];
  #fault: LedgerFault | null = null;
  #last: ChainPosition = { seq: 0, hash: new Uint8Array(), hex: '' };
  #highestSeq = 0;
  #previousTime = Number.NEGATIVE_INFINITY;
  #eventsChecked = 0;
  #intact = true;
  readonly found: Found = (seq, reason) => {
    this.#fault = firstOf(this.#fault, { seq, reason });
  };

  constructor(input: WalkedLedger, payloadOf = canonicalPayload) {
    this.#input = input;
    this.#payloadOf = payloadOf;
    this.#details = input.details === null ? null : new DetailChecks(this.found, input.erasedSeqs ?? []);
    this.#checkpoints = new CheckpointChecks(input.pinnedCheckpoints ?? [], this.found);
  }

  *begin(): Hashing<void> {
    const { after, ledgerId } = this.#input;
    const hash = after ? bytesOfHex(after.hash) : yield* genesisHash(ledgerId);
    const seq = after?.seq ?? 0;
    this.#last = { seq, hash, hex: hexOf(hash) };
    this.#highestSeq = seq;
    if (seq === 0) yield* this.#checkpoints.compare(0);
    else if (this.#checkpoints.largestSize > 0)
      throw new RangeError('Checkpoints need a walk from the first event.');
  }

  *take(row: RowWithDetail): Hashing<void> {
    if (this.#intact) yield* this.#check(row);
    // Rows behind a fault prove nothing, but one may repeat its seq, and they may name erasures.
    else if (row.seq === this.#highestSeq) this.found(row.seq, 'duplicate_seq');
    if (!this.#intact) this.#details?.noteErasures(row.seq, eventOf(row.payload));
    this.#highestSeq = Math.max(this.#highestSeq, row.seq);
  }

  *#check(row: RowWithDetail): Hashing<void> {
    const checked = yield* checkRow(row, this.#last, this.#input.ledgerId, this.#payloadOf);
    this.#intact = checked.ok;
    if (!checked.ok) return this.found(checked.seq, checked.reason);
    this.#last = checked.position;
    this.#eventsChecked += 1;
    if (this.#details) yield* this.#details.check(row, checked.payload);
    yield* this.#checkpoints.check(this.#last);
    this.#watchClock(row.seq, checked.payload);
  }

  #watchClock(seq: number, { occurredAt }: WalkedPayload): void {
    const time = Date.parse(occurredAt);
    if (time < this.#previousTime - TIME_REGRESSION_MILLISECONDS)
      this.#warnings.push({ seq, code: 'time_regression' });
    this.#previousTime = time;
  }

  report(): LedgerReport {
    const { head } = this.#input;
    const last = this.#last;
    const expectedSize = Math.max(head?.seq ?? 0, this.#checkpoints.largestSize);
    if (this.#highestSeq < expectedSize) this.found(this.#highestSeq + 1, 'truncated');
    if (head && this.#highestSeq > head.seq) this.found(head.seq + 1, 'beyond_head');
    if (head && this.#intact && last.seq === head.seq && last.hex !== head.hash)
      this.found(last.seq, 'head_mismatch');
    if (this.#input.details !== 'some_in_rows') this.#details?.finish();
    return {
      ok: this.#fault === null,
      firstBadSeq: this.#fault?.seq ?? null,
      reason: this.#fault?.reason ?? null,
      eventsChecked: this.#eventsChecked,
      detailsChecked: this.#details?.checked ?? 0,
      detailsErased: this.#details?.erased ?? 0,
      checkpointsChecked: this.#checkpoints.checked,
      warnings: this.#warnings,
    };
  }
}
