import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import type { RecordsPorts } from '../ports.ts';
import { auditVerified } from './events.ts';
import { noteFault } from './known-fault.ts';
import type { Verification } from './verification.ts';

type Context = Pick<RecordsPorts, 'checkpointLog'> & Pick<FollowUpContext, 'emit' | 'now'>;

/** Writes down what a verification has found, and raises the alarm over a new fault. */
export async function concludeVerification(
  ledgerId: string,
  { fault, fromSeq, toSeq, headSeq, nextFromSeq, eventsChecked }: Verification,
  context: Context,
): Promise<void> {
  const { checkpointLog, emit, now } = context;
  const reached = fault === null ? fromSeq + eventsChecked - 1 : toSeq;
  const said = {
    ledgerId,
    fromSeq,
    toSeq: Math.max(reached, fromSeq),
    firstBadSeq: fault?.seq ?? null,
    reason: fault?.reason ?? null,
  };
  emit(auditVerified, { ...said, ok: fault === null });
  if (fault !== null) {
    await noteFault(ledgerId, said, context);
    const log = await checkpointLog.log();
    await checkpointLog.saveLog({ ...log, verifiedAt: now, verifiedOk: false, walk: null });
    return;
  }
  // Only a walk over all of it says that what was wrong is right again.
  if (fromSeq !== 1 || nextFromSeq !== null || toSeq !== headSeq) return;
  const log = await checkpointLog.log();
  await checkpointLog.saveLog({
    ...log,
    fault: null,
    verifiedAt: now,
    verifiedOk: true,
    verifiedSeq: headSeq,
  });
}
