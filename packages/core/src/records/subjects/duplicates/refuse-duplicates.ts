import type { WritingContext } from '../../../kernel/handler-context.ts';
import type { Purpose } from '../../access/labels.ts';
import { subjectDuplicate } from '../../errors.ts';
import type { RecordsPorts } from '../../ports.ts';
import type { Subject, SubjectIdentifier } from '../subject.ts';
import { type Candidate, findCandidates } from './find-candidates.ts';

/**
 * Refuses a subject that is there already, as far as the caller sees it (REC-10). Whoever says why it is another one all
 * the same is told which they were, so that it is remembered.
 */
export async function overriddenCandidates(
  subject: Subject,
  identifiers: readonly SubjectIdentifier[],
  { isOverridden, purpose }: { readonly isOverridden: boolean; readonly purpose: Purpose | null },
  context: RecordsPorts & WritingContext,
): Promise<readonly string[]> {
  const candidates = await findCandidates(subject, identifiers, purpose, context);
  const blocking = candidates.filter(({ band, dismissed }) => band === 'certain' && !dismissed);
  if (blocking.length > 0 && !isOverridden) throw subjectDuplicate({ details: blocking.map(detailOf) });
  return blocking.map((candidate) => candidate.subject.id);
}

const detailOf = ({ subject: { id, subjectNumber }, score }: Candidate) => ({
  path: '/displayName',
  code: subjectDuplicate.code,
  message: `Look at ${subjectNumber}, whose id is ${id}: the score is ${score}.`,
});
