import { type Issuing, type IssuingContext, issueCheckpoint } from './issue-checkpoint.ts';
import type { CheckpointLog, CheckpointReason } from './ports.ts';

type Transact = <T>(
  work: (context: IssuingContext & { readonly checkpointLog: CheckpointLog }) => Promise<T>,
) => Promise<T>;

/** Issues a checkpoint, taking in a long ledger part by part. Null: another process is at it, and this one did not wait. */
export async function issueWhole(
  ledgerId: string,
  reason: CheckpointReason,
  how: 'wait' | 'try',
  transact: Transact,
): Promise<Exclude<Issuing, { outcome: 'more' }> | null> {
  for (;;) {
    const issued = await transact(async (work) =>
      (await work.checkpointLog.lock(how)) ? issueCheckpoint(ledgerId, reason, work) : null,
    );
    if (issued === null || issued.outcome !== 'more') return issued as never; // the loop ends with every other outcome
  }
}
