import { hexOf } from '../../kernel/crypto.ts';
import type { AuditPayload } from '../../kernel/ledger/index.ts';
import { detailDigest } from '../../kernel/ledger/index.ts';
import { openedDetail } from './opened-detail.ts';
import type { StoredRow } from './ports.ts';
import { firstFault, type Verification } from './verification.ts';
import type { LedgerWalkInput } from './walk-input.ts';

type Checking = Pick<LedgerWalkInput, 'ledgerId' | 'keyRing' | 'unit'> & {
  readonly headSeq: number;
  readonly counts: { details: number; erased: number };
};

/** Each is opened and hashed, which takes the processor. */
const detailsAtOnce = 250;
const decoder = new TextDecoder();

/** Details against what the chain commits to; one may be gone only if a later event says that it was erased (REC-76). */
export async function checkDetails(
  checking: Checking,
  from: number,
  to: number,
): Promise<Verification['fault']> {
  let fault: Verification['fault'] = null;
  for (let next = from; next <= to; ) {
    const rows = await checking.unit(async ({ auditTrail }) => {
      const found = await auditTrail.rowsWithDetails(next, to, detailsAtOnce);
      const absent = found.filter(({ detail }) => detail === null).map(({ seq }) => seq);
      const erased = new Set(await auditTrail.erased(absent, checking.headSeq));
      return found.map((row) => ({ ...row, isErased: erased.has(row.seq) }));
    });
    for (const row of rows) {
      const found = faultOf(row, checking);
      if (found !== null) fault = firstFault(fault, { seq: row.seq, reason: found });
    }
    if (fault !== null || rows.length < detailsAtOnce) return fault;
    next = (rows.at(-1)?.seq ?? to) + 1;
  }
  return fault;
}

function faultOf(row: StoredRow & { readonly isErased: boolean }, { ledgerId, keyRing, counts }: Checking) {
  // The walk in the database has found the hash right, so that these are the bytes that were appended.
  const { detail: commitment } = JSON.parse(decoder.decode(row.payload)) as AuditPayload;
  if (row.detail === null && row.isErased) {
    counts.erased += 1;
    return null;
  }
  if (row.detail === null) return 'detail_missing';
  if (commitment === null) return 'detail_unexpected';
  counts.details += 1;
  return digestOf(row.detail, ledgerId, keyRing) === commitment.digest ? null : 'detail_mismatch';
}

/** Null if it cannot be opened. */
function digestOf(
  detail: NonNullable<StoredRow['detail']>,
  ledgerId: string,
  keyRing: LedgerWalkInput['keyRing'],
): string | null {
  try {
    const opened = openedDetail(detail, ledgerId, keyRing);
    return opened && hexOf(detailDigest(detail.salt, opened.value));
  } catch {
    return null;
  }
}
