import { z } from 'zod';
import type { WritingContext } from '../../../kernel/handler-context.ts';
import { id, version } from '../../../kernel/shapes.ts';
import {
  recordsLabelNotCleared,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
  subjectMergeLaterMergeExists,
  subjectMergeNotFound,
  subjectMergeNotReversible,
  subjectMergeReversalConflict,
} from '../../errors.ts';
import { aboutSubject, subjectMergeReversed } from '../../events.ts';
import { action, type RecordsPorts } from '../../ports.ts';
import { writesOfRecords } from '../../rates.ts';
import { keysOfSubjects } from '../identifier-values.ts';
import type { FoundMerge } from '../ports.ts';
import { shownSubject } from '../shown-subject.ts';
import type { Subject } from '../subject.ts';
import { purposeOfUse, reason } from '../subject-fields.ts';
import { SubjectView } from '../views.ts';
import { deniedReversal, foundMerge, onPair, requireStillSeen, usedFor } from './found-pair.ts';
import { tellHiddenLeads } from './hidden-leads.ts';
import { mergeableFields, type ReversalConflict, reversed, subjectMergeStates } from './merge.ts';
import { viewsOf } from './shown-merges.ts';
import { loggedValue, notReversibleReason, SubjectMergeView } from './views.ts';

export const reverseSubjectMerge = action({
  summary: 'Reverse a merge',
  description:
    'Both subjects become what they were before the merge. A field of the survivor that was changed since is a conflict; with acceptConflicts it stays as it is now. Merges of a subject are reversed in the order from the last to the first.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  throttles: writesOfRecords,
  input: z.strictObject({
    mergeId: id().describe('The id of the merge.'),
    reason: reason().describe('Why they are not the same.'),
    acceptConflicts: z
      .boolean()
      .default(false)
      .describe('Keeps fields of the survivor that were changed after the merge as they are now.'),
    purposeOfUse: purposeOfUse(),
    expectedVersion: version().optional(),
  }),
  output: z.object({
    merge: SubjectMergeView,
    survivingSubject: SubjectView,
    restoredSubject: SubjectView,
    conflicts: z
      .array(
        z.object({
          field: z.enum(mergeableFields).describe('The field of the survivor.'),
          before: loggedValue().describe('What it was before the merge; null for nothing.'),
          current: loggedValue().describe('What it is now, and stays; null for nothing.'),
        }),
      )
      .describe('The fields that were changed after the merge and stay as they are.'),
  }),
  errors: [
    subjectMergeNotFound,
    subjectMergeNotReversible,
    subjectMergeLaterMergeExists,
    subjectMergeReversalConflict,
    recordsPurposeRequired,
    recordsPurposeNotAllowed,
    recordsLabelNotCleared,
  ],
  denial: deniedReversal,

  find: foundMerge,
  may: onPair('merge'),
  version: ({ merge }) => merge.version,

  prepares: () => false,
  async prepare({ mergeId }, context) {
    const merge = await context.transact(({ subjectMerges }) => subjectMerges.find(mergeId));
    // What was merged into the other one before goes back with it, and is among what was merged into the survivor.
    return merge === null ? null : keysOfSubjects([merge.survivingSubjectId, merge.mergedSubjectId], context);
  },

  async run({ reason: why, acceptConflicts, purposeOfUse: purpose }, context) {
    const { merge, ...pair } = context.found;
    requireReversible(merge);
    const members = await context.subjects.mergedInto([pair.subject.id]);
    const plan = reversed(merge, pair.subject, pair.merged.subject, members);
    if (plan.conflicts.length > 0 && !acceptConflicts) throw conflicting(plan.conflicts);
    requireStillSeen(plan.survivor, purpose ?? null, pair);

    const restored = await saved({ ...plan.merged }, context);
    for (const [end, ids] of plan.repointed) await context.subjects.repoint(ids, end);
    const survivor = await saved(plan.survivor, context);
    for (const { id: subjectId } of [survivor, restored]) await context.subjects.uniteWords(subjectId);
    await context.cases.relabelOfSubject(survivor.id);
    const after = await context.subjectMerges.save({
      ...merge,
      status: subjectMergeStates.next(merge.status, 'reverse'),
      reversedByUserId: context.user.userId,
      reversedAt: context.now,
      reversalReason: why,
    });
    context.accessedBy(usedFor(pair));
    context.emit(subjectMergeReversed, {
      // Who was not to read of the two together is not told either.
      ...aboutSubject({ id: survivor.id, effectiveMask: pair.subject.effectiveMask }),
      ...{ version: survivor.version, mergeId: merge.id, mergedSubjectId: restored.id, reason: why },
      conflicts: plan.conflicts.map(({ field }) => field),
    });
    tellHiddenLeads(pair, { mergeId: merge.id, isReversal: true }, context);
    const known = { keys: context.prepared };
    const [shown] = await viewsOf([{ ...merge, ...after }], context);
    if (shown === undefined) throw new TypeError('One merge was to be shown');
    return {
      merge: shown,
      survivingSubject: await shownSubject(survivor, pair, known, context),
      restoredSubject: await shownSubject(restored, pair.merged, known, context),
      conflicts: plan.conflicts.map((conflict) => JSON.parse(JSON.stringify(conflict))),
    };
  },
});

const saved = (
  subject: Subject,
  { subjects, now, user }: Pick<RecordsPorts, 'subjects'> & Pick<WritingContext, 'now' | 'user'>,
): Promise<Subject> => subjects.save({ ...subject, updatedAt: now, updatedByUserId: user.userId });

function requireReversible(merge: FoundMerge): void {
  const why = notReversibleReason(merge);
  if (why === 'later_merge_exists') throw subjectMergeLaterMergeExists();
  if (why !== null) throw subjectMergeNotReversible();
}

const conflicting = (conflicts: readonly ReversalConflict[]) =>
  subjectMergeReversalConflict({
    details: conflicts.map(({ field }) => ({
      path: `/${field}`,
      code: subjectMergeReversalConflict.code,
      message: `${field} was changed after the merge.`,
    })),
  });
