import { bytesOfHex, hexOf, textOfUtf8 } from './bytes.ts';
import { genesisHash } from './chain.ts';
import { CheckpointChecks, type PinnedCheckpoint } from './checkpoint-checks.ts';
import { DetailChecks, type OpenedDetail, type RowWithDetail, withDetails } from './detail-checks.ts';
import { hashedBy, type Sha256 } from './hashing.ts';
import { type Found, firstOf, type LedgerFault, type LedgerFaultReason } from './ledger-faults.ts';
import {
  type ChainPosition,
  checkRow,
  decodedPayload,
  type LedgerHead,
  type LedgerRow,
} from './ledger-row.ts';
import type { AuditPayload } from './payload.ts';
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
  const walk = new LedgerWalk(input, sha256);
  await walk.begin();
  const { details } = input;
  const rows: Iterable<RowWithDetail> | AsyncIterable<RowWithDetail> =
    details === null || typeof details === 'string'
      ? input.rows
      : withDetails(input.rows, details, walk.found);
  for await (const row of rows) await walk.take(row);
  return walk.report();
}

class LedgerWalk {
  readonly #input: LedgerVerification;
  readonly #sha256: Sha256;
  readonly #details: DetailChecks | null;
  readonly #checkpoints: CheckpointChecks;
  readonly #warnings: { seq: number; code: 'time_regression' }[] = [];
  #fault: LedgerFault | null = null;
  #last: ChainPosition = { seq: 0, hash: new Uint8Array() };
  #highestSeq = 0;
  #previousTime = Number.NEGATIVE_INFINITY;
  #eventsChecked = 0;
  #intact = true;
  readonly found: Found = (seq, reason) => {
    this.#fault = firstOf(this.#fault, { seq, reason });
  };

  constructor(input: LedgerVerification, sha256: Sha256) {
    this.#input = input;
    this.#sha256 = sha256;
    this.#details =
      input.details === null ? null : new DetailChecks(this.found, sha256, input.erasedSeqs ?? []);
    this.#checkpoints = new CheckpointChecks(input.pinnedCheckpoints ?? [], this.found, sha256);
  }

  async begin(): Promise<void> {
    const { after, ledgerId } = this.#input;
    this.#last = after
      ? { seq: after.seq, hash: bytesOfHex(after.hash) }
      : { seq: 0, hash: await hashedBy(genesisHash(ledgerId), this.#sha256) };
    this.#highestSeq = this.#last.seq;
    if (this.#last.seq === 0) await this.#checkpoints.begin();
    else if (this.#checkpoints.largestSize > 0)
      throw new RangeError('Checkpoints need a walk from the first event.');
  }

  async take(row: RowWithDetail): Promise<void> {
    if (this.#intact) await this.#check(row);
    else {
      // Rows behind a fault prove nothing, but one may repeat its seq, and they may name erasures.
      if (row.seq === this.#highestSeq) this.found(row.seq, 'duplicate_seq');
      this.#noteErasures(row);
    }
    this.#highestSeq = Math.max(this.#highestSeq, row.seq);
  }

  async #check(row: RowWithDetail): Promise<void> {
    const checking = hashedBy(checkRow(row, this.#last, this.#input.ledgerId), this.#sha256);
    const checked = checking instanceof Promise ? await checking : checking;
    this.#intact = checked.ok;
    if (!checked.ok) {
      this.found(checked.seq, checked.reason);
      return this.#noteErasures(row);
    }
    this.#last = checked.position;
    this.#eventsChecked += 1;
    if (this.#details) await this.#details.check(row, checked.payload);
    await this.#checkpoints.check(this.#last);
    this.#watchClock(row.seq, checked.payload);
  }

  #noteErasures({ seq, payload }: LedgerRow): void {
    const text = textOfUtf8(payload);
    this.#details?.noteErasures(seq, text === null ? null : decodedPayload(text));
  }

  #watchClock(seq: number, { occurredAt }: AuditPayload): void {
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
    if (head && this.#intact && last.seq === head.seq && hexOf(last.hash) !== head.hash)
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
