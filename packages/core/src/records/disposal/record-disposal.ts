import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import type { Instant } from '../../kernel/time.ts';
import { attachmentBytesReleased } from '../attachments/events.ts';
import { eraseDetails } from '../audit/erase-details.ts';
import { caseStates } from '../cases/case.ts';
import { aboutCase, caseDisposed } from '../cases/events.ts';
import { aboutSubject, subjectDisposedOf } from '../events.ts';
import type { RecordsPorts } from '../ports.ts';
import { clearedSubject } from '../subjects/cleared-subject.ts';
import type { Subject } from '../subjects/subject.ts';

type Erasing = Pick<FollowUpContext, 'now' | 'emit' | 'emitIn' | 'entitlements'>;

/** What a disposition does to records, in the transaction of its step (governance 7). */
export interface RecordDisposal {
  /** Changes of the case wait for the end of the transaction. */
  lockCase(caseId: string): Promise<void>;
  /** From now on nothing is opened or sealed with the key of this case; its id, or null if it never had one. */
  retireCaseKey(caseId: string, now: Instant): Promise<string | null>;
  /** The same for a subject with all that is the same person by merges; the ids of the keys that there are. */
  retireSubjectKeys(subjectId: string, now: Instant): Promise<readonly string[]>;
  /** Everything that was written in a case goes, and the case is disposed of for good; to repeat it changes nothing. */
  eraseCase(caseId: string, tx: Erasing): Promise<void>;
  /** The same for a subject with all that is the same person by merges; the numbers stay. */
  eraseSubject(subjectId: string, tx: Erasing): Promise<void>;
}

const disposedTitle = 'Disposed case';
const detailsAtOnce = 500;

export const recordDisposal = (own: () => RecordsPorts): RecordDisposal => ({
  async lockCase(caseId) {
    await own().cases.find(caseId, 'for update');
  },
  retireCaseKey: (id, now) => own().recordKeys.retire({ kind: 'case', id }, now),
  async retireSubjectKeys(subjectId, now) {
    const keyIds: string[] = [];
    for (const { id } of await samePerson(subjectId, own())) {
      const keyId = await own().recordKeys.retire({ kind: 'subject', id }, now);
      if (keyId !== null) keyIds.push(keyId);
    }
    return keyIds;
  },

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
    for (const member of await samePerson(subjectId, own())) {
      if (member.disposedAt !== null) continue;
      await recordErasure.eraseSubject(member.id);
      const saved = await subjects.save(clearedSubject(member, tx.now));
      await eraseAll((most) => recordErasure.detailsOfSubject(member.id, most), own(), tx);
      tx.emit(subjectDisposedOf, aboutSubject(saved));
    }
  },
});

/** Everything that is the same person as this subject: where its line of merges ends, and all that was merged into that. */
async function samePerson(
  subjectId: string,
  { subjects }: Pick<RecordsPorts, 'subjects'>,
): Promise<readonly Subject[]> {
  const named = await subjects.find(subjectId);
  if (named === null) return [];
  const ids = [named.canonicalSubjectId];
  ids.push(...(await subjects.mergedInto(ids)).map(({ id }) => id));
  await subjects.lock(ids);
  const found = await Promise.all(ids.map((id) => subjects.find(id)));
  return found.filter((each) => each !== null);
}

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
