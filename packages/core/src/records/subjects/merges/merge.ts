import { groupBy } from '../../../kernel/grouping.ts';
import { type ActionOf, machine } from '../../../kernel/machine.ts';
import { sameJson } from '../../../kernel/same-json.ts';
import type { Instant } from '../../../kernel/time.ts';
import { labelsOf, noLabels } from '../../access/labels.ts';
import { subjectMergeNotReversible } from '../../errors.ts';
import { type LivingStatus, livingStatuses, type Subject, subjectStates } from '../subject.ts';

/** The life of a merge: whoever was wrong takes it back once. */
export const subjectMergeStates = machine(subjectMergeNotReversible, ['applied'], {
  applied: { reverse: 'reversed' },
  reversed: {},
});

/** What the survivor may take over from the subject that is merged into it. */
export const mergeableFields = [
  'name',
  'displayName',
  'birthDate',
  'birthDateEstimated',
  'deceasedOn',
  'gender',
  'pronouns',
  'language',
  'interpreterNeeded',
] as const;
export type MergeableField = (typeof mergeableFields)[number];
export type FieldChoices = { readonly [F in MergeableField]?: 'surviving' | 'merged' | undefined };

export const mergeLogKinds = ['canonical_id', 'status', 'field', 'labels'] as const;

/** One thing that a merge changed, as it was and as it became. */
export interface MergeLogItem {
  readonly seq: number;
  readonly kind: (typeof mergeLogKinds)[number];
  readonly subjectId: string;
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** How much became visible under the survivor. */
export interface MergeSummary {
  readonly aliases: number;
  readonly identifiers: number;
  readonly contacts: number;
  readonly cases: number;
  readonly consents: number;
  readonly followUps: number;
}

export interface SubjectMerge {
  readonly id: string;
  readonly survivingSubjectId: string;
  readonly mergedSubjectId: string;
  readonly status: (typeof subjectMergeStates.states)[number];
  readonly reason: string;
  readonly mergedByUserId: string;
  readonly mergedAt: Instant;
  readonly reversedByUserId: string | null;
  readonly reversedAt: Instant | null;
  readonly reversalReason: string | null;
  /** Everything that the merge changed, in order. */
  readonly log: readonly MergeLogItem[];
  readonly summary: MergeSummary;
  /** Higher than that of every earlier merge of either subject, whatever the clocks say. */
  readonly place: number;
  readonly version: number;
}

type Labelled = Pick<Subject, 'id' | 'ownMask' | 'canonicalSubjectId'>;

/** The labels of all that was merged into a subject, whichever way it came there. */
export const mergedMaskOf = (members: readonly Pick<Subject, 'ownMask'>[]): number =>
  members.reduce((mask, { ownMask }) => mask | ownMask, noLabels);

export interface AppliedMerge {
  readonly survivor: Subject;
  readonly merged: Subject;
  /** What had been merged into the merged subject before, and now ends at the survivor too. */
  readonly repointed: readonly string[];
  readonly log: readonly MergeLogItem[];
}

/**
 * Links one subject to another. No row of either moves: the merged one says where it went, all that had gone to it goes on
 * to the survivor, and the survivor takes over the fields that were chosen, and every label (records 4.2).
 */
export function applied(
  survivor: Subject,
  merged: Subject,
  members: readonly Labelled[],
  choices: FieldChoices,
): AppliedMerge {
  const taken = mergeableFields.filter(
    (field) => choices[field] === 'merged' && !sameJson(survivor[field], merged[field]),
  );
  const mergedMask = survivor.mergedMask | merged.effectiveMask;
  const survivorAfter: Subject = {
    ...survivor,
    ...Object.fromEntries(taken.map((field) => [field, merged[field]])),
    mergedMask,
    effectiveMask: survivor.ownMask | mergedMask,
  };
  const mergedAfter: Subject = {
    ...merged,
    status: subjectStates.next(merged.status, 'merge'),
    mergedIntoSubjectId: survivor.id,
    canonicalSubjectId: survivor.id,
  };
  const items: Omit<MergeLogItem, 'seq'>[] = [
    ...[merged, ...members].map(({ id, canonicalSubjectId }) => ({
      kind: 'canonical_id' as const,
      subjectId: id,
      field: 'canonicalSubjectId',
      before: canonicalSubjectId,
      after: survivor.id,
    })),
    { kind: 'status', subjectId: merged.id, field: 'status', before: merged.status, after: 'merged' },
    ...taken.map((field) => ({
      kind: 'field' as const,
      subjectId: survivor.id,
      field,
      before: survivor[field],
      after: merged[field],
    })),
  ];
  if (survivorAfter.effectiveMask !== survivor.effectiveMask)
    items.push({
      kind: 'labels',
      subjectId: survivor.id,
      field: 'effectiveLabels',
      before: labelsOf(survivor.effectiveMask),
      after: labelsOf(survivorAfter.effectiveMask),
    });
  return {
    survivor: survivorAfter,
    merged: mergedAfter,
    repointed: members.map(({ id }) => id),
    log: items.map((item, index) => ({ seq: index + 1, ...item })),
  };
}

/** A field of the survivor that was changed after the merge, so that it cannot become what it was before (REC-19). */
export interface ReversalConflict {
  readonly field: MergeableField;
  /** What it was before the merge. */
  readonly before: unknown;
  /** What it is now, and stays. */
  readonly current: unknown;
}

export interface ReversedMerge {
  readonly survivor: Subject;
  readonly merged: Subject;
  /** Where everything that had come with the merged subject ends again: ids by the subject that they end at. */
  readonly repointed: ReadonlyMap<string, readonly string[]>;
  readonly conflicts: readonly ReversalConflict[];
}

/**
 * Takes a merge back by its log. What the merge did not change stays as it is now: rows that the survivor was given since
 * remain its own.
 */
export function reversed(
  { log }: Pick<SubjectMerge, 'log'>,
  survivor: Subject,
  merged: Subject,
  members: readonly Labelled[],
): ReversedMerge {
  const changes = log.filter(({ kind }) => kind === 'field');
  const stands = (item: MergeLogItem) => sameJson(survivor[fieldOf(item)], item.after);
  const restored = changes.filter(stands).map((item) => [fieldOf(item), item.before]);
  const ends = log.filter(({ kind }) => kind === 'canonical_id');
  const leaving = new Set(ends.map(({ subjectId }) => subjectId));
  const mergedMask = mergedMaskOf(members.filter(({ id }) => !leaving.has(id)));
  return {
    survivor: {
      ...survivor,
      ...Object.fromEntries(restored),
      mergedMask,
      effectiveMask: survivor.ownMask | mergedMask,
    },
    merged: {
      ...merged,
      status: subjectStates.next(merged.status, givingBack[statusBefore(log)]),
      mergedIntoSubjectId: null,
      canonicalSubjectId: merged.id,
    },
    repointed: new Map(
      [
        ...groupBy(
          ends.filter(({ subjectId }) => subjectId !== merged.id),
          ({ before }) => String(before),
        ),
      ].map(([end, items]) => [end, items.map(({ subjectId }) => subjectId)]),
    ),
    conflicts: changes
      .filter((item) => !stands(item))
      .map((item) => ({ field: fieldOf(item), before: item.before, current: survivor[fieldOf(item)] })),
  };
}

function fieldOf({ field }: MergeLogItem): MergeableField {
  const known = mergeableFields.find((each) => each === field);
  if (known === undefined) throw new TypeError(`A merge cannot have changed ${field}`);
  return known;
}

/** What gives a merged subject back as it stood. */
const givingBack = {
  active: 'reverse_to_active',
  inactive: 'reverse_to_inactive',
  archived: 'reverse_to_archived',
} as const satisfies Readonly<Record<LivingStatus, ActionOf<typeof subjectStates>>>;

function statusBefore(log: readonly MergeLogItem[]): LivingStatus {
  const item = log.find(({ kind }) => kind === 'status');
  const known = livingStatuses.find((status) => status === item?.before);
  if (known === undefined) throw new TypeError('The log of a merge lacks the status before it');
  return known;
}
