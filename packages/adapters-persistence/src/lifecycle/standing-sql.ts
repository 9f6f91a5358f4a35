import type { lifecycle as core } from '@chancery/core';
import { statusAt } from './status-sql.ts';

/** The parameters of one statement, the first of which is the workspace; each gives the name that it is written by. */
export interface Parameters {
  readonly values: unknown[];
  given(value: unknown): string;
}

export function parametersOf(workspaceId: string): Parameters {
  const values: unknown[] = [workspaceId];
  return { values, given: (value) => `$${values.push(value)}` };
}

export interface StandingSql {
  /**
   * Joins to the document `d` and its lifecycle `l` the type `t`, the date in its zone and the status `s`. Each is there once
   * at most, and the planner can tell, so that it joins none that a statement does not speak of.
   */
  readonly joins: string;
  /** The instant. */
  readonly asOf: string;
  /** The date in the zone of a document. */
  readonly today: string;
  /** Whether a document is on hold. */
  isHeld(): string;
}

/** How documents stand at an instant, as the parts of a statement. */
export function standingSql(
  { asOf, todays, heldElsewhere }: core.BoardStanding,
  { given }: Parameters,
): StandingSql {
  const now = given(asOf);
  const [zones, days] = [given([...todays.keys()]), given([...todays.values()])];
  return {
    joins: `left join document_types t on t.workspace_id = $1 and t.id = d.document_type_id
    left join (select distinct on (zone) zone, today from unnest(${zones}::text[], ${days}::date[]) given (zone, today)) z
      on z.zone = l.time_zone
    cross join lateral (select ${statusAt(now)} status) s`,
    asOf: now,
    today: `coalesce(z.today, (${now}::timestamptz at time zone 'UTC')::date)`,
    isHeld: () =>
      `(l.document_id = any(${given(heldElsewhere)}::uuid[]) or exists (select from document_holds h
      where h.workspace_id = $1 and h.document_id = l.document_id and h.status = 'active'))`,
  };
}

/** Without `disposed` among the statuses, what was destroyed is not looked at. */
export const isLookedAt = (statuses: readonly string[] | null): string =>
  statuses?.includes('disposed') === true ? "d.status in ('active', 'disposed')" : "d.status = 'active'";

/** Whether the document `d` lies in a folder or below it. */
export const isBelow = (folder: string): string =>
  `d.folder_id in (select p.descendant_id from document_folder_paths p where p.workspace_id = $1 and p.ancestor_id = ${folder})`;
