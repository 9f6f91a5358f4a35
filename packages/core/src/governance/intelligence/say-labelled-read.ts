import type { AccessUsed } from '../../kernel/events.ts';
import type { ReadingContext } from '../../kernel/handler-context.ts';
import { isRestricted, type LabelMask, labelsOf, noLabels, recordsListRead } from '../../records/index.ts';

interface Listed {
  readonly id: string;
  readonly effectiveMask: LabelMask;
}

/** One line for all that is read and that is labelled beyond confidential, if there is any (REC-6). */
export function sayLabelledRead(
  resource: 'entries' | 'intelligence_runs',
  listed: readonly Listed[],
  used: AccessUsed,
  { workspaceId, emit, accessedBy }: Pick<ReadingContext, 'workspaceId' | 'emit' | 'accessedBy'>,
): void {
  const restricted = listed.filter(({ effectiveMask }) => isRestricted(effectiveMask));
  if (restricted.length === 0) return;
  const mask = restricted.reduce((all: LabelMask, { effectiveMask }) => all | effectiveMask, noLabels);
  accessedBy(used);
  emit(recordsListRead, {
    resource,
    workspaceId,
    ids: restricted.map(({ id }) => id),
    labels: [...labelsOf(mask)],
  });
}
