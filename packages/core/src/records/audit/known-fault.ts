import type { LedgerFaultReason } from '@chancery/verify';
import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import type { RecordsPorts } from '../ports.ts';
import { auditIntegrityFailed } from './events.ts';

interface FoundFault {
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly firstBadSeq: number | null;
  readonly reason: LedgerFaultReason | null;
}

/** Remembers what is wrong with a ledger, so that nothing is signed over it, and raises the alarm once for each fault. */
export async function noteFault(
  ledgerId: string,
  fault: FoundFault,
  { checkpointLog, emit }: Pick<RecordsPorts, 'checkpointLog'> & Pick<FollowUpContext, 'emit'>,
): Promise<void> {
  const log = await checkpointLog.log();
  const { fromSeq, toSeq, firstBadSeq, reason } = fault;
  const known = { seq: firstBadSeq ?? 1, reason: reason ?? 'checkpoint_mismatch' };
  if (log.fault?.seq === known.seq && log.fault.reason === known.reason) return;
  await checkpointLog.saveLog({ ...log, fault: known });
  emit(auditIntegrityFailed, { ledgerId, fromSeq, toSeq, firstBadSeq, reason });
}
