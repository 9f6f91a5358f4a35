import type { lifecycle as core } from '@chancery/core';
import { cellsOf } from './board-cells.ts';
import { foundDocuments } from './board-filter.ts';
import { isAcknowledged } from './risk-sql.ts';
import { beginning } from './sql-parts.ts';
import { parametersOf } from './standing-sql.ts';

/** How many documents a question finds, counted no further than needed. */
export function countStatement(
  workspaceId: string,
  question: core.BoardQuestion,
  most: number,
): [string, unknown[]] {
  const parameters = parametersOf(workspaceId);
  const { definitions, countedFrom, where } = foundDocuments(question, parameters);
  return [
    `${beginning(definitions)}
     select count(*)::integer count from (select from ${countedFrom} where ${where} limit ${parameters.given(most)}) found`,
    parameters.values,
  ];
}

/** How many documents a question finds, added up over the cells that tell how they stand. */
export function sumStatement(workspaceId: string, question: core.BoardQuestion): [string, unknown[]] {
  const parameters = parametersOf(workspaceId);
  const found = foundDocuments(question, parameters);
  const { definitions, standing } = cellsOf(question, found, parameters);
  return [
    `${beginning([...found.definitions, definitions])}
     select coalesce(sum(documents), 0)::integer count from ${standing}`,
    parameters.values,
  ];
}

/** Counts what a question finds: each list of counts over the cells that answer it, and live what is of few documents alone. */
export function countsStatement(
  workspaceId: string,
  question: core.BoardQuestion,
  mostGroups: number,
): [string, unknown[]] {
  const parameters = parametersOf(workspaceId);
  const found = foundDocuments(question, parameters);
  const { from, where, today, isHeld } = found;
  const most = parameters.given(mostGroups);
  const { definitions, standing, types, owners } = cellsOf(question, found, parameters);
  /** Counted by looking at the documents alone that something else is about, of which there are few. */
  const among = (ids: string, condition: string) =>
    `(select count(*)::integer from ${from} where ${where} and ${condition} and l.document_id in (${ids}))`;
  const elsewhere = `select unnest(${parameters.given(question.heldElsewhere)}::uuid[])`;
  return [
    `${beginning([...found.definitions, definitions])}
     select (select coalesce(jsonb_object_agg(status, count), '{}') from
         (select status, sum(documents)::integer count from ${standing} group by status having sum(documents) <> 0) g) "byStatus",
       ${groupsOf(types, ['type_id', 'typeId'], ['name', typeName], most)} "byType",
       ${groupsOf(owners, ['owner_user_id', 'ownerUserId'], ['displayName', personName], most)} "byOwner",
       (select jsonb_build_object(${[7, 30, 60, 90].map((days) => `'d${days}', ${within(days)}`).join(', ')}) from ${standing}) "expiringIn",
       ${flags.map(([column, name]) => `(select ${counted(column)} from ${column === 'expired' ? standing : types}) "${name}"`).join(', ')},
       ${among(`${idsIn('document_holds')} union ${elsewhere}`, isHeld())} held,
       ${among(idsIn('risk_acknowledgements'), isAcknowledged(today))} acknowledged`,
    parameters.values,
  ];
}

const idsIn = (table: string) => `select o.document_id from ${table} o where o.workspace_id = $1`;

const counted = (condition: string) => `coalesce(sum(documents) filter (where ${condition}), 0)::integer`;
const within = (days: number) =>
  counted(`days between 0 and ${days} and status not in ('superseded', 'disposed')`);

const flags = [
  ['missing_date', 'missingDate'],
  ['missing_owner', 'missingOwner'],
  ['unconfirmed', 'unconfirmed'],
  ['expired', 'expired'],
] as const;

const typeName = 'select t.name from document_types t where t.workspace_id = $1 and t.id = g.type_id';
const personName = `select m.display_name from memberships m where m.workspace_id = $1 and m.user_id = g.owner_user_id
  order by m.joined_at desc, m.id desc limit 1`;

/** The most frequent groups of cells by a column, each with its name. */
const groupsOf = (
  cells: string,
  [column, field]: readonly [string, string],
  [nameField, name]: readonly [string, string],
  most: string,
) => `
  (select coalesce(jsonb_agg(jsonb_build_object('${field}', g.${column}, '${nameField}', (${name}), 'count', g.count)
     order by g.count desc, g.${column}), '[]') from
    (select ${column}, sum(documents)::integer count from ${cells} group by ${column} having sum(documents) <> 0
     order by count desc, ${column} limit ${most}) g)`;
