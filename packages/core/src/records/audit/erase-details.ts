import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import type { RecordsPorts } from '../ports.ts';
import { auditDetailErased, type ErasureReason } from './events.ts';

const mostAtOnce = 500;

/**
 * Erases what stands beside these events. The ledger says so in the same transaction; what it held before stays verifiable,
 * because it holds digests alone (REC-76). How many details there were.
 */
export async function eraseDetails(
  ledgerId: string,
  seqs: readonly number[],
  reason: ErasureReason,
  { auditTrail, emitIn }: Pick<RecordsPorts, 'auditTrail'> & Pick<FollowUpContext, 'emitIn'>,
): Promise<number> {
  const erased = await auditTrail.eraseDetails(seqs);
  for (let at = 0; at < erased.length; at += mostAtOnce)
    emitIn(ledgerId, auditDetailErased, { ledgerId, seqs: erased.slice(at, at + mostAtOnce), reason });
  return erased.length;
}
