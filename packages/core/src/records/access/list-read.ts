import type { ReadingContext } from '../../kernel/handler-context.ts';
import { type ListResource, recordsListRead } from '../events.ts';
import {
  confidentialOnly,
  isRestricted,
  isWithin,
  type LabelMask,
  labelsOf,
  noLabels,
  type Purpose,
} from './labels.ts';
import { purposeUsed } from './purposes.ts';
import type { RecordReader } from './record-reader.ts';

interface Listed {
  readonly id: string;
  readonly effectiveMask: LabelMask;
}

/** One line for all that a list shows and that is labelled beyond confidential, if there is any (REC-6). */
export function sayListRead(
  resource: ListResource,
  listed: readonly Listed[],
  { reader, purpose }: { readonly reader: RecordReader; readonly purpose: Purpose | null },
  { workspaceId, emit, accessedBy }: Pick<ReadingContext, 'workspaceId' | 'emit' | 'accessedBy'>,
): void {
  const restricted = listed.filter(({ effectiveMask }) => isRestricted(effectiveMask));
  if (restricted.length === 0) return;
  const mask = restricted.reduce((all, { effectiveMask }) => all | effectiveMask, noLabels);
  // Whoever is not cleared for them sees them because they wrote them down.
  const basis = isWithin(mask & ~confidentialOnly, reader.clearance) ? 'case_member' : 'author';
  accessedBy({ access: { basis, grantId: null }, purposeOfUse: purposeUsed(purpose) });
  emit(recordsListRead, {
    resource,
    workspaceId,
    ids: restricted.map(({ id }) => id),
    labels: [...labelsOf(mask)],
  });
}
