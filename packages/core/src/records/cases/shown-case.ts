import type { z } from 'zod';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import type { Purpose } from '../access/labels.ts';
import { reachFor } from '../access/reader.ts';
import type { RecordsPorts } from '../ports.ts';
import { namedUsers } from '../subjects/user-refs.ts';
import { mostCaseMembers } from './case.ts';
import { type SeenCase, standingsOnCase } from './seen-case.ts';
import { type CaseView, caseView } from './views.ts';

type Context = Pick<
  RecordsPorts,
  'cases' | 'caseRetention' | 'memberDirectory' | 'caseMembers' | 'caseSubjects'
> &
  Pick<HandlerContext, 'workspaceId' | 'now'>;

/** A case with its members and subjects, as far as the caller sees them. */
export async function shownCase(
  { case: recordCase, reader, standing }: Pick<SeenCase, 'case' | 'reader' | 'standing'>,
  purpose: Purpose | null,
  context: Context,
): Promise<z.input<typeof CaseView>> {
  const { cases, caseRetention, caseMembers, caseSubjects, workspaceId, now } = context;
  const reach = reachFor(reader, purpose, now);
  const [members, subjects, counts, retention] = await Promise.all([
    caseMembers.of(recordCase.id, 2 * mostCaseMembers),
    caseSubjects.of(recordCase.id, reach),
    cases.contentsOf(recordCase.id, reach),
    caseRetention.of(recordCase.id),
  ]);
  const named = await namedUsers(
    [
      recordCase.createdByUserId,
      recordCase.updatedByUserId,
      ...members.flatMap(({ userId, addedByUserId }) => [userId, addedByUserId]),
    ],
    context,
  );
  const seesWall = standingsOnCase({ reader, standing }).some((each) =>
    ['lead', 'privacy officer'].includes(each),
  );
  return caseView(recordCase, { workspaceId, named, members, subjects, seesWall, retention, counts });
}
