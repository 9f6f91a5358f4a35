import type { ReadingContext } from '../../kernel/handler-context.ts';
import { isRestricted, labelsOf, noLabels, type Purpose } from '../access/labels.ts';
import { purposeUsed } from '../access/purposes.ts';
import { recordsListRead } from '../events.ts';
import type { Subject } from './subject.ts';

/** One line for all subjects of a list that are labelled beyond confidential, if there are any (REC-6). */
export function sayListRead(
  resource: 'subjects' | 'duplicates',
  subjects: readonly Subject[],
  purpose: Purpose | null,
  { workspaceId, emit, accessedBy }: Pick<ReadingContext, 'workspaceId' | 'emit' | 'accessedBy'>,
): void {
  const restricted = subjects.filter(({ effectiveMask }) => isRestricted(effectiveMask));
  if (restricted.length === 0) return;
  const mask = restricted.reduce((all, { effectiveMask }) => all | effectiveMask, noLabels);
  accessedBy({ access: { basis: 'author', grantId: null }, purposeOfUse: purposeUsed(purpose) });
  emit(recordsListRead, {
    resource,
    workspaceId,
    ids: restricted.map(({ id }) => id),
    labels: [...labelsOf(mask)],
  });
}
