import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { labels, labelsOf } from '../access/labels.ts';
import type { RecordsPorts } from '../ports.ts';
import { namedUsers, UserRef } from '../subjects/user-refs.ts';
import { casePriorities, caseStates } from './case.ts';
import type { ListedCase } from './ports.ts';

export const CaseSummaryView = z
  .object({
    id: shown.ownId(),
    caseNumber: z.string().describe('The number for people, given once.'),
    title: z.string().describe('What people call the case.'),
    caseType: z.string().describe('The kind of case, a word of your trade.'),
    status: z.enum(caseStates.states).describe('Where it stands.'),
    priority: z.enum(casePriorities).describe('How pressing it is.'),
    primarySubjectId: z.uuid().describe('The id of the subject that it is about.'),
    subjectDisplayName: z.string().describe('The name of that subject.'),
    effectiveLabels: z
      .array(z.enum(labels))
      .describe('The labels that decide who reads it, the highest first.'),
    leads: z.array(UserRef).describe('Who leads it, the first one first.'),
    openedAt: shown.instant().describe('When it was opened.'),
    closedAt: shown.instant().nullable().describe('When it was closed; null if it is not.'),
    updatedAt: shown.updatedAt(),
  })
  .meta({ id: 'CaseSummary', description: 'A case as lists show it.' });

/** Cases as lists show them, with the names of their leads. */
export async function caseSummaries(
  cases: readonly ListedCase[],
  context: Pick<RecordsPorts, 'memberDirectory'>,
): Promise<z.input<typeof CaseSummaryView>[]> {
  const named = await namedUsers(
    cases.flatMap(({ leadUserIds }) => leadUserIds),
    context,
  );
  return cases.map((listed) => ({
    id: listed.id,
    caseNumber: listed.caseNumber,
    title: listed.title,
    caseType: listed.caseType,
    status: listed.status,
    priority: listed.priority,
    primarySubjectId: listed.primarySubjectId,
    subjectDisplayName: listed.subjectDisplayName,
    effectiveLabels: [...labelsOf(listed.effectiveMask)],
    leads: listed.leadUserIds.map(named),
    openedAt: listed.openedAt,
    closedAt: listed.closedAt,
    updatedAt: listed.updatedAt,
  }));
}
