import type { records as core, fileRequests } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';
import { audienceOf, parameters, reachingAs, seenCases } from './reach.ts';

/** All cases that the caller passes but for the purpose, for the lists of other contexts. */
export async function readableCases(
  sql: Sql,
  workspaceId: string,
  reach: Pick<core.RecordReach, 'reader'> & { readonly now: string },
  mostOpenNamed: number,
): Promise<fileRequests.ReadableCases> {
  const { values, given } = parameters(workspaceId);
  const { joins, own, wide } = seenCases(reach, reachingAs(reach, given));
  const ofOwn = `select c.id, false "isOpen" from record_cases c ${joins} where c.workspace_id = $1 and ${own}`;
  const open =
    wide === null
      ? ''
      : ` union all (select c.id, true from record_cases c where c.workspace_id = $1 and ${wide} limit ${given(mostOpenNamed + 1)})`;
  const rows = await sql<{ id: string; isOpen: boolean }>(ofOwn + open, values);
  const isNamed = rows.filter(({ isOpen }) => isOpen).length <= mostOpenNamed;
  return {
    caseIds: rows.filter(({ isOpen }) => isNamed || !isOpen).map(({ id }) => id),
    openTo: isNamed ? null : audienceOf(reach.reader.role),
  };
}
