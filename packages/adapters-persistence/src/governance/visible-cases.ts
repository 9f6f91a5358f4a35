import type { records } from '@chancery/core';
import { openedFor, type ReachingAs, seenCases } from '../records/reach.ts';

interface Selected {
  /** The parameter of the labels that the purpose opens. */
  readonly masks: string;
  readonly columns: string;
  /** A condition on the case `c`. */
  readonly where: string;
}

/** The cases `c` that lists show to the caller, each once. */
export function visibleCases(
  reach: records.RecordReach,
  as: ReachingAs,
  { masks, columns, where }: Selected,
): string {
  const { joins, own, wide } = seenCases(reach, as);
  const branch = (from: string, condition: string, isOpen: string) =>
    `select ${columns} from record_cases c ${from} where c.workspace_id = $1 and ${where} and ${condition} and ${isOpen}`;
  const labelsOpened = `c.effective_mask = any(${masks}::integer[])`;
  return [
    branch(joins, own, openedFor('c.effective_mask', masks, as)),
    ...(wide === null ? [] : [branch('', wide, labelsOpened)]),
  ].join(' union all ');
}
