import type { SealingKey } from '../../kernel/ports.ts';
import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import type { Instant } from '../../kernel/time.ts';
import { attachmentBytesReleased } from '../attachments/events.ts';
import { eraseDetails } from '../audit/erase-details.ts';
import { caseStates } from '../cases/case.ts';
import { aboutCase, caseDisposed } from '../cases/events.ts';
import { aboutSubject, subjectDisposedOf } from '../events.ts';
import type { RecordsPorts } from '../ports.ts';
import { clearedSubject } from '../subjects/cleared-subject.ts';

type Erasing = Pick<FollowUpContext, 'now' | 'emit' | 'emitIn' | 'entitlements'>;

/** What a disposition does to records, in the transaction of its step (governance 7). */
export interface RecordDisposal {
  /** Changes of the case wait for the end of the transaction. */
  lockCase(caseId: string): Promise<void>;
  /** From now on nothing is opened or sealed with the key of this subject or case; its id, or null if it never had one. */
  retireKey(scope: SealingKey, now: Instant): Promise<string | null>;
  /** Everything that was written in a case goes, and the case is disposed of for good; to repeat it changes nothing. */
  eraseCase(caseId: string, tx: Erasing): Promise<void>;
  /** The same for a subject, of whom the number stays. */
  eraseSubject(subjectId: string, tx: Erasing): Promise<void>;
}

const disposedTitle = 'Disposed case';
const detailsAtOnce = 500;

export const recordDisposal = (own: () => RecordsPorts): RecordDisposal => ({
  async lockCase(caseId) {
    await own().cases.find(caseId, 'for update');
  },
  retireKey: (scope, now) => own().recordKeys.retire(scope, now),

  async eraseCase(caseId, tx) {
    const { cases, recordErasure } = own();
    const found = await cases.find(caseId, 'for update');
    if (found === null || found.status === 'disposed') return;
    await releaseBytes(await recordErasure.releaseAttachments(caseId, tx.now), tx);
    await recordErasure.eraseCase(caseId);
    const saved = await cases.save({
      ...found,
      title: disposedTitle,
      status: caseStates.next(found.status, 'dispose'),
      statusChangedAt: tx.now,
      ...{ description: null, closureOutcome: null, referralSource: null, jurisdiction: null },
      ...{ externalReference: null, tags: [], customFields: {}, updatedAt: tx.now },
    });
    await eraseAll((most) => recordErasure.detailsOfCase(caseId, most), own(), tx);
    tx.emit(caseDisposed, aboutCase(saved));
  },

  async eraseSubject(subjectId, tx) {
    const { subjects, recordErasure } = own();
    const found = await subjects.find(subjectId, 'for update');
    if (found === null || found.disposedAt !== null) return;
    await recordErasure.eraseSubject(subjectId);
    const saved = await subjects.save(clearedSubject(found, tx.now));
    await eraseAll((most) => recordErasure.detailsOfSubject(subjectId, most), own(), tx);
    tx.emit(subjectDisposedOf, aboutSubject(saved));
  },
});

/** Bytes are deleted by jobs, after the transaction has committed. */
async function releaseBytes(
  files: readonly { readonly id: string; readonly sizeBytes: number }[],
  { entitlements, emit }: Erasing,
): Promise<void> {
  for (const { id, sizeBytes } of files) {
    await entitlements.release('storage_bytes', sizeBytes);
    emit(attachmentBytesReleased, { attachmentId: id });
  }
}

/** Details of what happened go, part by part; what the chain holds of them is a digest that nobody can test. */
async function eraseAll(
  next: (most: number) => Promise<readonly number[]>,
  { auditTrail, workspaceIdentity }: RecordsPorts,
  { emitIn }: Erasing,
): Promise<void> {
  const { id: ledgerId } = await workspaceIdentity.profile();
  for (;;) {
    const seqs = await next(detailsAtOnce);
    if (seqs.length === 0) return;
    await eraseDetails(ledgerId, seqs, 'disposition', { auditTrail, emitIn });
  }
}
