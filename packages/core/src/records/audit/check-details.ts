import type { LedgerFaultReason } from '@chancery/verify';
import { hexOf } from '../../kernel/crypto.ts';
import type { AuditPayload } from '../../kernel/ledger/index.ts';
import { detailDigest } from '../../kernel/ledger/index.ts';
import { type DetailOpener, detailOpener, keysOfDetails, type OpenedDetail } from './opened-detail.ts';
import type { StoredRow } from './ports.ts';
import { firstFault, type Verification } from './verification.ts';
import type { LedgerWalkInput } from './walk-input.ts';

type Checking = Pick<LedgerWalkInput, 'ledgerId' | 'keyRing' | 'keyVault' | 'unit'> & {
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
    const { rows, keys } = await checking.unit(async ({ auditTrail, recordKeys }) => {
      const found = await auditTrail.rowsWithDetails(next, to, detailsAtOnce);
      const absent = found.filter(({ detail }) => detail === null).map(({ seq }) => seq);
      const erased = new Set(await auditTrail.erased(absent, checking.headSeq));
      return {
        rows: found.map((row) => ({ ...row, isErased: erased.has(row.seq) })),
        keys: await keysOfDetails(
          found.map(({ detail }) => detail),
          { recordKeys },
        ),
      };
    });
    const open = await detailOpener(keys, { ...checking, workspaceId: checking.ledgerId });
    for (const row of rows) {
      const found = faultOf(row, open, checking);
      if (found !== null) fault = firstFault(fault, { seq: row.seq, reason: found });
    }
    if (fault !== null || rows.length < detailsAtOnce) return fault;
    next = (rows.at(-1)?.seq ?? to) + 1;
  }
  return fault;
}

function faultOf(
  row: StoredRow & { readonly isErased: boolean },
  open: DetailOpener,
  { ledgerId, counts }: Checking,
): LedgerFaultReason | null {
  // The walk in the database has found the hash right, so that these are the bytes that were appended.
  const { id: eventId, refs, detail: commitment } = JSON.parse(decoder.decode(row.payload)) as AuditPayload;
  const { detail } = row;
  if (detail === null && row.isErased) {
    counts.erased += 1;
    return null;
  }
  if (detail === null) return 'detail_missing';
  if (commitment === null) return 'detail_unexpected';
  const opened = openedOrLost(() => open(detail, { ledgerId, eventId }, refs));
  // With its key a detail has ended, also where the transaction that takes it away is still to come.
  if (opened === 'erased') {
    counts.erased += 1;
    return null;
  }
  counts.details += 1;
  if (opened === 'lost') return 'detail_mismatch';
  return hexOf(detailDigest(detail.salt, opened.value)) === commitment.digest ? null : 'detail_mismatch';
}

/** What was changed does not open. */
function openedOrLost(opening: () => OpenedDetail): OpenedDetail {
  try {
    return opening();
  } catch {
    return 'lost';
  }
}
