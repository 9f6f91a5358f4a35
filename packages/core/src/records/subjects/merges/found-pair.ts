import type { HandlerContext } from '../../../kernel/handler-context.ts';
import { isRestricted, type Purpose } from '../../access/labels.ts';
import { requirePurpose } from '../../access/purposes.ts';
import { recordsLabelNotCleared, subjectMergeNotFound, subjectNotFound } from '../../errors.ts';
import { aboutSubject, accessDenied } from '../../events.ts';
import { denied, type RecordsPorts } from '../../ports.ts';
import type { FoundMerge } from '../ports.ts';
import { accessOf, type SeenSubject, seenSubject } from '../seen-subject.ts';
import type { Subject } from '../subject.ts';

/** Two subjects that the caller sees, both locked. */
export interface FoundPair extends SeenSubject {
  /** `subject` is the survivor. */
  readonly merged: SeenSubject;
}

interface Asked {
  readonly subjectId: string;
  readonly mergedSubjectId: string;
  readonly purposeOfUse?: Purpose | undefined;
}
type Context = Pick<RecordsPorts, 'subjects' | 'subjectMerges'> & Pick<HandlerContext, 'user'>;

/** Both subjects, for whoever sees both. Merges of the workspace wait for each other, so a line of merges has one end (REC-17). */
export async function foundPair(
  { subjectId, mergedSubjectId, purposeOfUse }: Asked,
  context: Context,
): Promise<FoundPair> {
  await context.subjectMerges.lockMerges();
  return seenPair({ subjectId, mergedSubjectId, purposeOfUse }, context);
}

async function seenPair({ subjectId, mergedSubjectId, purposeOfUse }: Asked, context: Context) {
  await context.subjects.lock([subjectId, mergedSubjectId]);
  const survivor = await seenSubject({ subjectId, purposeOfUse }, context);
  return { ...survivor, merged: await seenSubject({ subjectId: mergedSubjectId, purposeOfUse }, context) };
}

/** A merge and both of its subjects, for whoever sees both; for everybody else there is none. */
export async function foundMerge(
  { mergeId, purposeOfUse }: { readonly mergeId: string; readonly purposeOfUse?: Purpose | undefined },
  context: Context,
): Promise<FoundPair & { readonly merge: FoundMerge }> {
  await context.subjectMerges.lockMerges();
  const merge = await context.subjectMerges.find(mergeId);
  if (merge === null) throw subjectMergeNotFound();
  const { survivingSubjectId: subjectId, mergedSubjectId } = merge;
  try {
    return { merge, ...(await seenPair({ subjectId, mergedSubjectId, purposeOfUse }, context)) };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === subjectNotFound.code)
      throw subjectMergeNotFound();
    throw error;
  }
}

/** Nobody hides a subject from themselves by what they write of it, and the purpose has to fit what it becomes (REC-92). */
export function requireStillSeen(
  after: Subject,
  purpose: Purpose | null,
  { user }: Pick<HandlerContext, 'user'>,
): void {
  if (accessOf(after, user) === null) throw recordsLabelNotCleared();
  requirePurpose(after.effectiveMask, purpose);
}

/** By what right the caller reached the subject that needs most, for the lines that follow. */
export const usedFor = ({ subject, used, merged }: FoundPair): SeenSubject['used'] =>
  isRestricted(subject.effectiveMask) ? used : merged.used;

/** A refused merge stands in the ledger with the survivor, and with the other subject if that one was not seen (REC-7). */
export const deniedMerge = denied(
  accessDenied,
  async ({ subjectId }: Pick<Asked, 'subjectId'>, { subjects }, { code }) => {
    const subject = await subjects.find(subjectId);
    return subject === null ? null : { ...aboutSubject(subject), code };
  },
);

/** The same for the reversal of a merge that there is. */
export const deniedReversal = denied(
  accessDenied,
  async ({ mergeId }: { readonly mergeId: string }, { subjects, subjectMerges }, { code }) => {
    const merge = await subjectMerges.find(mergeId);
    const subject = merge && (await subjects.find(merge.survivingSubjectId));
    return subject === null ? null : { ...aboutSubject(subject), code };
  },
);
