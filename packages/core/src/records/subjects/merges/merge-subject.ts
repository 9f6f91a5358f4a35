import { z } from 'zod';
import { versionConflict } from '../../../kernel/errors.ts';
import { version } from '../../../kernel/shapes.ts';
import {
  recordsLabelNotCleared,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
  subjectDisposed,
  subjectInvalidState,
  subjectMergeKindMismatch,
  subjectMergeSelf,
  subjectNotFound,
} from '../../errors.ts';
import { aboutSubject, subjectMerged } from '../../events.ts';
import { action, type RecordsPorts } from '../../ports.ts';
import { writesOfRecords } from '../../rates.ts';
import { keysOfSubjects } from '../identifier-values.ts';
import { shownSubject } from '../shown-subject.ts';
import { requireLiving, type Subject } from '../subject.ts';
import { requireSound } from '../subject-content.ts';
import { purposeOfUse, reason, subjectId } from '../subject-fields.ts';
import { namedUsers } from '../user-refs.ts';
import { SubjectView } from '../views.ts';
import { deniedMerge, type FoundPair, foundPair, onPair, requireStillSeen, usedFor } from './found-pair.ts';
import { tellHiddenLeads } from './hidden-leads.ts';
import {
  applied,
  type MergeableField,
  type MergeSummary,
  mergeableFields,
  subjectMergeStates,
} from './merge.ts';
import { united } from './united-subject.ts';
import { mergeView, SubjectMergeView } from './views.ts';

const choice = (field: MergeableField) =>
  z.enum(['surviving', 'merged']).describe(`Whose ${field} the survivor keeps.`).optional();
const fieldChoices = z
  .strictObject(
    // One member for each field; the literal type says so.
    Object.fromEntries(mergeableFields.map((field) => [field, choice(field)])) as Record<
      MergeableField,
      ReturnType<typeof choice>
    >,
  )
  .meta({
    id: 'MergeFieldChoices',
    description: 'For each field whose value the survivor keeps: its own, or that of the merged subject.',
  });

export const mergeSubject = action({
  summary: 'Merge another subject into this one',
  description:
    'Says that both are the same: this one shows what both have, and the other one says where it went. Nothing is moved or rewritten, so it can be reversed exactly.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  throttles: writesOfRecords,
  input: z.strictObject({
    subjectId: subjectId().describe('The id of the subject that goes on.'),
    mergedSubjectId: subjectId().describe('The id of the subject that goes on as this one.'),
    expectedVersion: version(),
    mergedExpectedVersion: version().describe('The version of the other subject that you have read.'),
    reason: reason().describe('Why they are the same.'),
    fieldChoices: fieldChoices
      .default({})
      .describe('Whose values the survivor keeps; its own where nothing is said.'),
    purposeOfUse: purposeOfUse(),
  }),
  output: z.object({ subject: SubjectView, merge: SubjectMergeView }),
  errors: [
    subjectNotFound,
    subjectMergeSelf,
    subjectInvalidState,
    subjectMergeKindMismatch,
    subjectDisposed,
    recordsPurposeRequired,
    recordsPurposeNotAllowed,
    recordsLabelNotCleared,
  ],
  denial: deniedMerge,

  find: foundPair,
  may: onPair('merge'),
  version: ({ subject }) => subject.version,

  prepares: () => false,
  prepare: ({ subjectId: of, mergedSubjectId }, context) => keysOfSubjects([of, mergedSubjectId], context),

  async run({ mergedExpectedVersion, reason: why, fieldChoices: choices, purposeOfUse: purpose }, context) {
    const { subjects, subjectMerges, found, now, user, newId, emit } = context;
    const [survivor, merged] = [found.subject, found.merged.subject];
    requireMergeable(survivor, merged);
    requireMergedVersion(merged, mergedExpectedVersion);
    const members = await subjects.mergedInto([merged.id]);
    const plan = applied(survivor, merged, members, choices);
    requireSound(plan.survivor, context);
    requireStillSeen(plan.survivor, purpose ?? null, found);
    const summary = await summaryOf(found, [merged, ...members], context);

    const stamp = { updatedAt: now, updatedByUserId: user.userId };
    await subjects.save({ ...plan.merged, ...stamp });
    await subjects.repoint(plan.repointed, survivor.id);
    const subject = await subjects.save({ ...plan.survivor, ...stamp });
    await subjects.uniteWords(survivor.id);
    await context.cases.relabelOfSubject(survivor.id);
    const merge = await subjectMerges.add({
      id: newId(),
      survivingSubjectId: survivor.id,
      mergedSubjectId: merged.id,
      status: subjectMergeStates.begin('applied'),
      reason: why,
      mergedByUserId: user.userId,
      mergedAt: now,
      ...{ reversedByUserId: null, reversedAt: null, reversalReason: null },
      ...{ log: plan.log, summary, version: 1 },
    });
    context.accessedBy(usedFor(found));
    emit(subjectMerged, {
      ...aboutSubject(subject),
      ...{ version: subject.version, mergeId: merge.id, mergedSubjectId: merged.id, reason: why },
    });
    tellHiddenLeads(found, { mergeId: merge.id, isReversal: false }, context);
    const named = await namedUsers([user.userId], context);
    return {
      merge: mergeView(merge, { workspaceId: context.workspaceId, named }),
      subject: await shownSubject(subject, found, { keys: context.prepared }, context),
    };
  },
});

function requireMergeable(survivor: Subject, merged: Subject): void {
  if (survivor.id === merged.id) throw subjectMergeSelf();
  if (survivor.disposedAt !== null || merged.disposedAt !== null) throw subjectDisposed();
  requireLiving(survivor);
  requireLiving(merged);
  if (survivor.kind !== merged.kind) throw subjectMergeKindMismatch();
}

function requireMergedVersion({ version: current }: Subject, expected: number): void {
  if (current === expected) return;
  throw versionConflict({
    details: [
      {
        path: '/mergedExpectedVersion',
        code: versionConflict.code,
        message: `The current version of the other subject is ${current}.`,
      },
    ],
  });
}

/** What the survivor shows after the merge that it did not show before. */
async function summaryOf(
  { subject: survivor, merged, cases }: FoundPair,
  joining: readonly Subject[],
  context: Pick<RecordsPorts, 'subjects' | 'subjectIdentifiers' | 'subjectConsents' | 'followUps'>,
): Promise<MergeSummary> {
  const { subjects, subjectIdentifiers, subjectConsents, followUps } = context;
  const members = await subjects.mergedInto([survivor.id]);
  const before = united(survivor, members);
  const after = united(survivor, [...members, ...joining]);
  const ids = joining.map(({ id }) => id);
  const identifiers = await subjectIdentifiers.of(ids);
  const gained = cases.filter(({ isSeen, subjectIds }) => isSeen && isOnlyOf(merged.subject.id, subjectIds));
  return {
    aliases: after.aliases.length - before.aliases.length,
    identifiers: identifiers.length,
    contacts: after.contacts.length - before.contacts.length,
    cases: gained.length,
    consents: await subjectConsents.count(ids),
    followUps: await followUps.count(gained.map(({ caseId }) => caseId)),
  };
}

/** A case of the merged subject that the survivor did not have. */
const isOnlyOf = (subjectId: string, linked: readonly string[]): boolean =>
  linked.includes(subjectId) && linked.length === 1;
