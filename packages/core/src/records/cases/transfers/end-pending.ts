import type { FollowUpContext } from '../../../kernel/reacting-context.ts';
import type { RecordsPorts } from '../../ports.ts';
import type { RecordCase } from '../case.ts';
import { aboutTransfer, caseTransferDecided } from './events.ts';
import { type CaseTransfer, decidedTransfer } from './transfer.ts';

type Context = Pick<RecordsPorts, 'caseTransfers'> & Pick<FollowUpContext, 'now' | 'emit'>;

/** A hand-over is decided, by somebody or by the clock: stored once, and told to the ledger. */
export async function endPending(
  transfer: CaseTransfer,
  recordCase: RecordCase,
  decision: Parameters<typeof decidedTransfer>[1],
  { caseTransfers, now, emit }: Context,
): Promise<CaseTransfer> {
  const saved = await caseTransfers.save(decidedTransfer(transfer, decision, now));
  const { action, reason } = decision;
  emit(caseTransferDecided, { ...aboutTransfer(saved, recordCase), decision: action, reason });
  return saved;
}

/** Nobody takes over a case that is not open any more. */
export async function cancelPending(
  recordCase: RecordCase,
  byUserId: string,
  context: Context,
): Promise<void> {
  const pending = await context.caseTransfers.pendingOf(recordCase.id, 'for update');
  if (pending === null) return;
  const action = pending.expiresAt <= context.now ? 'expire' : 'cancel';
  await endPending(pending, recordCase, { action, byUserId, reason: null }, context);
}
