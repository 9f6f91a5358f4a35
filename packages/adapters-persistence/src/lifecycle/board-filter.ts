import type { lifecycle as core } from '@chancery/core';
import { isVisible } from '../documents/visible.ts';
import { riskSql } from './risk-sql.ts';
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

export interface FoundDocuments {
  readonly from: string;
  readonly where: string;
  /** The date in the zone of a document. */
  readonly today: string;
  /** Whether a document is on hold. */
  isHeld(): string;
  /** The instant of the question. */
  readonly asOf: string;
}

/** Without `disposed` among the statuses, what was destroyed is not looked at. */
const placeOf = (statuses: readonly string[] | null) =>
  statuses?.includes('disposed') === true ? "d.status in ('active', 'disposed')" : "d.status = 'active'";

/** What a question of the dashboard finds, as the parts of a statement. */
export function foundDocuments(
  { filter, viewer, asOf, todays, heldElsewhere }: core.BoardQuestion,
  { given }: Parameters,
): FoundDocuments {
  const now = given(asOf);
  const [zones, days] = [given([...todays.keys()]), given([...todays.values()])];
  const today = `coalesce(z.today, (${now}::timestamptz at time zone 'UTC')::date)`;
  const isHeld = () =>
    `(l.document_id = any(${given(heldElsewhere)}::uuid[]) or exists (select from document_holds h
      where h.workspace_id = $1 and h.document_id = l.document_id and h.status = 'active'))`;
  const words = filter.words.map((word) => `d.search_text like chancery_search_pattern(${given(word)})`);
  const where = [
    'l.workspace_id = $1',
    'd.workspace_id = $1',
    placeOf(filter.statuses),
    isVisible(viewer, () => given(viewer.userId)),
    ...conditionsOf(filter, given),
    ...words,
    ...(filter.held === null ? [] : [filter.held ? isHeld() : `not ${isHeld()}`]),
    ...(filter.risk === null ? [] : [riskSql(today)[filter.risk]]),
  ].join(' and ');
  const from = `document_lifecycles l
    join documents d on d.workspace_id = l.workspace_id and d.id = l.document_id
    left join document_types t on t.workspace_id = d.workspace_id and t.id = d.document_type_id
    left join unnest(${zones}::text[], ${days}::date[]) z (zone, today) on z.zone = l.time_zone
    cross join lateral (select ${statusAt(now)} status) s`;
  return { from, where, today, isHeld, asOf: now };
}

function conditionsOf(
  { statuses, typeId, ownerUserId, folderId, policyId, from, to }: core.BoardQuestion['filter'],
  given: Parameters['given'],
): readonly string[] {
  const only = (value: unknown, condition: (parameter: string) => string) =>
    value === null ? [] : [condition(given(value))];
  return [
    ...only(statuses, (named) => `s.status = any(${named}::text[])`),
    ...only(typeId, (id) => `d.document_type_id = ${id}::uuid`),
    ...only(ownerUserId, (id) => `l.owner_user_id = ${id}`),
    ...only(
      folderId,
      (id) =>
        `d.folder_id in (select p.descendant_id from document_folder_paths p where p.workspace_id = $1 and p.ancestor_id = ${id}::uuid)`,
    ),
    ...only(policyId, (id) => `l.policy_id = ${id}::uuid`),
    ...only(from, (day) => `l.expires_on >= ${day}::date`),
    ...only(to, (day) => `l.expires_on <= ${day}::date`),
  ];
}
