import type { z } from 'zod';
import type { HandlerContext } from '../../../kernel/handler-context.ts';
import type { Purpose } from '../../access/labels.ts';
import { purposeVerdict } from '../../access/purposes.ts';
import type { RecordsPorts } from '../../ports.ts';
import type { FoundMerge } from '../ports.ts';
import { accessOf, type SeenSubject } from '../seen-subject.ts';
import { namedUsers } from '../user-refs.ts';
import { mergeView, type SubjectMergeView } from './views.ts';

export const mostMerges = 20;

type Context = Pick<RecordsPorts, 'subjects' | 'subjectMerges' | 'memberDirectory' | 'recordStandings'> &
  Pick<HandlerContext, 'user' | 'workspaceId' | 'now'>;

/**
 * The merges of a subject. A log tells what the other subject says too, so a merge shows only to whoever sees that one as
 * well, for the purpose of the call: after a reversal its labels are no longer those of this subject.
 */
export async function shownMerges(
  { subject, reader }: Pick<SeenSubject, 'subject' | 'reader'>,
  purpose: Purpose | null,
  context: Context,
): Promise<z.input<typeof SubjectMergeView>[]> {
  const merges = await context.subjectMerges.of(subject.id, mostMerges);
  const seen: FoundMerge[] = [];
  for (const merge of merges) {
    const otherId =
      merge.survivingSubjectId === subject.id ? merge.mergedSubjectId : merge.survivingSubjectId;
    const other = await context.subjects.find(otherId);
    if (other === null || purposeVerdict(other.effectiveMask, purpose) !== 'passes') continue;
    if ((await accessOf(other, reader, context)) !== null) seen.push(merge);
  }
  return viewsOf(seen, context);
}

/** Merges with the names of the people who made and reversed them. */
export async function viewsOf(
  merges: readonly FoundMerge[],
  context: Pick<Context, 'memberDirectory' | 'workspaceId'>,
): Promise<z.input<typeof SubjectMergeView>[]> {
  const people = merges.flatMap(({ mergedByUserId, reversedByUserId }) =>
    reversedByUserId === null ? [mergedByUserId] : [mergedByUserId, reversedByUserId],
  );
  const named = await namedUsers(people, context);
  return merges.map((merge) => mergeView(merge, { workspaceId: context.workspaceId, named }));
}
