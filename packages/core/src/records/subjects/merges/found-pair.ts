import { isManager } from '../../../kernel/access.ts';
import type { HandlerContext } from '../../../kernel/handler-context.ts';
import { permissionsOn } from '../../../kernel/thing-permission.ts';
import { accessToSubject } from '../../access/decision.ts';
import { isRestricted, type Purpose } from '../../access/labels.ts';
import { requirePurpose } from '../../access/purposes.ts';
import { recordsLabelNotCleared, subjectMergeNotFound, subjectNotFound } from '../../errors.ts';
import { accessDenied, recordOfSubject } from '../../events.ts';
import { denied, type RecordsPorts } from '../../ports.ts';
import type { FoundMerge, PairedCase } from '../ports.ts';
import { mayUpdate, type SeenSubject, seenSubject } from '../seen-subject.ts';
import type { Subject } from '../subject.ts';

/** Two subjects that the caller sees, both locked. */
export interface FoundPair extends SeenSubject {
  /** `subject` is the survivor. */
  readonly merged: SeenSubject;
  /** The cases of both. */
  readonly cases: readonly PairedCase[];
}

interface Asked {
  readonly subjectId: string;
  readonly mergedSubjectId: string;
  readonly purposeOfUse?: Purpose | undefined;
}
type Context = Pick<RecordsPorts, 'subjects' | 'subjectMerges' | 'recordStandings'> &
  Pick<HandlerContext, 'user' | 'now'>;

/** Both subjects, for whoever sees both. Merges of the workspace wait for each other, so a line of merges has one end (REC-17). */
export async function foundPair(
  { subjectId, mergedSubjectId, purposeOfUse }: Asked,
  context: Context,
): Promise<FoundPair> {
  await context.subjectMerges.lockMerges();
  return seenPair({ subjectId, mergedSubjectId, purposeOfUse }, context);
}

async function seenPair(
  { subjectId, mergedSubjectId, purposeOfUse }: Asked,
  context: Context,
): Promise<FoundPair> {
  const ids = [subjectId, mergedSubjectId];
  // Cases are locked before subjects by everybody, and the labels of these may change.
  await context.subjectMerges.lockCasesOf(ids);
  await context.subjects.lock(ids);
  const survivor = await seenSubject({ subjectId, purposeOfUse }, context);
  const merged = await seenSubject({ subjectId: mergedSubjectId, purposeOfUse }, context);
  const cases = await context.subjectMerges.casesOf(ids, { reader: survivor.reader, now: context.now });
  return { ...survivor, merged, cases };
}

type Standing = 'manager' | 'lead' | 'onlooker';

/**
 * Owners and admins merge what they may change; others do if they lead every open case of both that they see, and at least one.
 * Cases that are hidden from them stop nothing and are told to nobody (REC-12).
 */
export function standingOnPair({ reader, standing, merged, cases }: FoundPair): Standing {
  const mayChangeBoth = mayUpdate({ reader, standing }) && mayUpdate(merged);
  if (isManager(reader.role)) return mayChangeBoth ? 'manager' : 'onlooker';
  const seen = cases.filter(({ isSeen, isOpen }) => isSeen && isOpen);
  const leads = seen.length > 0 && seen.every(({ caseRole }) => caseRole === 'lead');
  return mayChangeBoth && leads ? 'lead' : 'onlooker';
}

/** The permission on two subjects that are to become one, or two again. */
export const onPair = permissionsOn(
  'subject',
  { merge: ['manager', 'lead'] } satisfies Readonly<Record<string, readonly Standing[]>>,
  {
    ofRoles: {
      owner: { always: ['manager'], perhaps: [] },
      admin: { always: ['manager'], perhaps: [] },
      member: { always: ['onlooker'], perhaps: ['lead'] },
      guest: { always: ['onlooker'], perhaps: [] },
    },
    standingsOf: (pair: FoundPair): readonly Standing[] => [standingOnPair(pair)],
    words: {
      manager: 'is an owner or admin of the workspace',
      lead: 'may change both and leads every open case of both that they see',
      onlooker: 'sees both',
    },
    message: 'Merges are for owners and admins, and for whoever leads every open case of both subjects.',
  },
);

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
  { reader, standing }: FoundPair,
): void {
  if (accessToSubject(after.effectiveMask, reader, standing, reader.subjectDirectory) === null)
    throw recordsLabelNotCleared();
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
    return subject === null ? null : { ...recordOfSubject(subject), code };
  },
);

/** The same for the reversal of a merge that there is. */
export const deniedReversal = denied(
  accessDenied,
  async ({ mergeId }: { readonly mergeId: string }, { subjects, subjectMerges }, { code }) => {
    const merge = await subjectMerges.find(mergeId);
    const subject = merge && (await subjects.find(merge.survivingSubjectId));
    return subject === null ? null : { ...recordOfSubject(subject), code };
  },
);
