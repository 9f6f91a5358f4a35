import { hexOf } from './bytes.ts';
import { detailDigest } from './chain.ts';
import type { Hashing } from './hashing.ts';
import type { Found } from './ledger-faults.ts';
import type { LedgerRow } from './ledger-row.ts';
import type { WalkedPayload } from './payload.ts';

/** A detail that could be opened. */
export interface OpenedDetail {
  readonly seq: number;
  readonly salt: Uint8Array;
  readonly value: unknown;
}

export interface RowWithDetail extends LedgerRow {
  readonly detail?: Omit<OpenedDetail, 'seq'> | null;
}

type Many<T> = Iterable<T> | AsyncIterable<T>;

/** Gives each row its detail: both in ascending order of seq, so that one detail at a time is held. */
export async function* withDetails(
  rows: Many<LedgerRow>,
  details: Many<OpenedDetail>,
  found: Found,
): AsyncGenerator<RowWithDetail> {
  const given = iteratorOf(details);
  let next = await given.next();
  for await (const row of rows) {
    for (; !next.done && next.value.seq < row.seq; next = await given.next())
      found(next.value.seq, 'detail_unexpected');
    const detail = !next.done && next.value.seq === row.seq ? next.value : null;
    if (detail) next = await given.next();
    yield { ...row, detail };
  }
  if (!next.done) found(next.value.seq, 'detail_unexpected');
}

const iteratorOf = <T>(many: Many<T>): Iterator<T> | AsyncIterator<T> =>
  Symbol.asyncIterator in many ? many[Symbol.asyncIterator]() : many[Symbol.iterator]();

/** Details against the commitments in the chain; one may be gone only if an event after it says that it was erased. */
export class DetailChecks {
  /** Events whose detail is gone, until an event says that it was erased: numbers only, so that memory stays small. */
  readonly #absent = new Set<number>();
  readonly #erasedBehind: ReadonlySet<number>;
  readonly #found: Found;
  checked = 0;
  erased = 0;

  constructor(found: Found, erasedBehind: Iterable<number>) {
    this.#found = found;
    this.#erasedBehind = new Set(erasedBehind);
  }

  noteErasures(seq: number, payload: WalkedPayload | null): void {
    const seqs = payload?.action === 'audit.detail_erased' ? payload.facts?.seqs : null;
    if (!Array.isArray(seqs)) return;
    for (const earlier of seqs) if (earlier < seq && this.#absent.delete(earlier)) this.erased += 1;
  }

  *check({ seq, detail }: RowWithDetail, payload: WalkedPayload): Hashing<void> {
    this.noteErasures(seq, payload);
    if (detail && payload.detail) {
      this.checked += 1;
      if ((yield* digestOf(detail)) !== payload.detail.digest) this.#found(seq, 'detail_mismatch');
    } else if (detail) this.#found(seq, 'detail_unexpected');
    else if (payload.detail && this.#erasedBehind.has(seq)) this.erased += 1;
    else if (payload.detail) this.#absent.add(seq);
  }

  /** After the last row, when every erasure is known. */
  finish(): void {
    // Seqs were added in their order.
    const [first] = this.#absent;
    if (first !== undefined) this.#found(first, 'detail_missing');
  }
}

/** Null for a value that has no canonical form. */
function* digestOf({ salt, value }: Omit<OpenedDetail, 'seq'>): Hashing<string | null> {
  try {
    return hexOf(yield* detailDigest(salt, value));
  } catch {
    return null;
  }
}
