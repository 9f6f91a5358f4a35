import { z } from 'zod';
import { shown } from '../../../kernel/shapes.ts';
import type { FoundMerge } from '../ports.ts';
import { type NamedUsers, nobodyOr, UserRef } from '../user-refs.ts';
import { mergeLogKinds, subjectMergeStates } from './merge.ts';

const notReversibleReasons = ['already_reversed', 'later_merge_exists', 'disposed'] as const;

/** Whatever a field that a merge changes can hold: a text, a mark, labels, or the parts of a name. */
export const loggedValue = () =>
  z.union([
    z.string(),
    z.boolean(),
    z.array(z.string()),
    z.record(z.string(), z.string().nullable()),
    z.null(),
  ]);

const became = (what: string) => z.int().describe(`How many ${what} became visible under the survivor.`);

export const SubjectMergeView = z
  .object({
    id: shown.ownId(),
    workspaceId: shown.workspaceId(),
    survivingSubjectId: shown.id().describe('The subject that goes on.'),
    mergedSubjectId: shown.id().describe('The subject that goes on as the other one.'),
    status: z.enum(subjectMergeStates.states).describe('Whether it stands or was reversed.'),
    reason: z.string().describe('Why they are the same.'),
    mergedBy: UserRef.describe('Who merged them.'),
    mergedAt: shown.instant().describe('When they were merged.'),
    reversedBy: UserRef.nullable().describe('Who reversed it; null if nobody did.'),
    reversedAt: shown.instant().nullable().describe('When it was reversed; null if it was not.'),
    reversalReason: z.string().nullable().describe('Why it was reversed; null if it was not.'),
    log: z
      .array(
        z.object({
          seq: z.int().describe('Its place in the log, from 1.'),
          kind: z.enum(mergeLogKinds).describe('What kind of change it is.'),
          subjectId: shown.id().describe('The subject that was changed.'),
          field: z.string().describe('The field that was changed.'),
          before: loggedValue().describe('What it was before; null for nothing.'),
          after: loggedValue().describe('What it became; null for nothing.'),
        }),
      )
      .describe('Everything that the merge changed, in order.'),
    summary: z
      .object({
        aliases: became('names'),
        identifiers: became('identifiers'),
        contacts: became('ways to reach the subject'),
        cases: became('cases'),
        consents: became('consents'),
        followUps: became('follow-ups'),
      })
      .describe('What became visible under the survivor.'),
    reversible: z.boolean().describe('Whether it can be reversed now.'),
    notReversibleReason: z
      .enum(notReversibleReasons)
      .nullable()
      .describe('Why it cannot be reversed now; null if it can.'),
    createdAt: shown.createdAt(),
    createdBy: UserRef.describe('Who merged them.'),
    updatedAt: shown.updatedAt(),
    updatedBy: UserRef.describe('Who changed it last.'),
    version: shown.version(),
  })
  .meta({ id: 'SubjectMerge', description: 'That two subjects are the same, and what that changed.' });

/** Why a merge cannot be taken back as things stand; null if it can (REC-20). */
export function notReversibleReason({
  status,
  isDisposed,
  laterStands,
}: Pick<FoundMerge, 'status' | 'isDisposed' | 'laterStands'>): (typeof notReversibleReasons)[number] | null {
  if (!subjectMergeStates.can(status, 'reverse')) return 'already_reversed';
  if (isDisposed) return 'disposed';
  return laterStands ? 'later_merge_exists' : null;
}

export function mergeView(
  merge: FoundMerge,
  { workspaceId, named }: { readonly workspaceId: string; readonly named: NamedUsers },
): z.input<typeof SubjectMergeView> {
  const { mergedByUserId, reversedByUserId, log, summary, ...rest } = merge;
  const why = notReversibleReason(merge);
  return {
    ...rest,
    workspaceId,
    mergedBy: named(mergedByUserId),
    reversedBy: nobodyOr(reversedByUserId, named),
    // What stood in the fields of a subject is JSON.
    log: log.map((item) => JSON.parse(JSON.stringify(item))),
    summary: { ...summary },
    reversible: why === null,
    notReversibleReason: why,
    // It is made, and then reversed.
    createdAt: merge.mergedAt,
    createdBy: named(mergedByUserId),
    updatedAt: merge.reversedAt ?? merge.mergedAt,
    updatedBy: named(reversedByUserId ?? mergedByUserId),
  };
}
