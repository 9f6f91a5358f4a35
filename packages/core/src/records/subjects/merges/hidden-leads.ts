import type { WritingContext } from '../../../kernel/handler-context.ts';
import type { FoundPair } from './found-pair.ts';
import { subjectMergeNoticeDue } from './notice-events.ts';

/** The leads of cases that whoever merges does not see are told so much as that (REC-12). */
export function tellHiddenLeads(
  { cases }: Pick<FoundPair, 'cases'>,
  merge: { readonly mergeId: string; readonly isReversal: boolean },
  { emit }: Pick<WritingContext, 'emit'>,
): void {
  for (const { caseId, isSeen } of cases) if (!isSeen) emit(subjectMergeNoticeDue, { caseId, ...merge });
}
