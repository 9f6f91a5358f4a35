import type { ReadingContext } from '../../kernel/handler-context.ts';
import { confidentialOnly, isRestricted, isWithin, labelsOf, noLabels, type Purpose } from '../access/labels.ts';
import { purposeUsed } from '../access/purposes.ts';
import type { RecordReader } from '../access/record-reader.ts';
import { recordsSearched } from './events.ts';
import type { FoundRecord } from './ports.ts';

/** One line for all that a search shows and that is labelled beyond confidential, if there is any (REC-6). */
export function saySearched(
  found: readonly FoundRecord[],
  { reader, purpose }: { readonly reader: RecordReader; readonly purpose: Purpose | null },
  { workspaceId, emit, accessedBy }: Pick<ReadingContext, 'workspaceId' | 'emit' | 'accessedBy'>,
): void {
  const restricted = found.filter(({ effectiveMask }) => isRestricted(effectiveMask));
  if (restricted.length === 0) return;
  const mask = restricted.reduce((all, { effectiveMask }) => all | effectiveMask, noLabels);
  // Whoever is not cleared for them sees them because they wrote them down.
  const basis = isWithin(mask & ~confidentialOnly, reader.clearance) ? 'case_member' : 'author';
  accessedBy({ access: { basis, grantId: null }, purposeOfUse: purposeUsed(purpose) });
  emit(recordsSearched, {
    workspaceId,
    results: found.length,
    ids: restricted.map(({ id }) => id),
    labels: [...labelsOf(mask)],
  });
}
