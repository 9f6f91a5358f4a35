import type { lifecycle as core } from '@chancery/core';
import { foundDocuments } from './board-filter.ts';
import { isAcknowledged, riskSql } from './risk-sql.ts';
import { parametersOf } from './standing-sql.ts';

/** How many documents a question finds, counted no further than needed. */
export function countStatement(
  workspaceId: string,
  question: core.BoardQuestion,
  most: number,
): [string, unknown[]] {
  const parameters = parametersOf(workspaceId);
  const { from, where } = foundDocuments(question, parameters);
  return [
    `select count(*)::integer count from (select from ${from} where ${where} limit ${parameters.given(most)}) found`,
    parameters.values,
  ];
}

/** Counts what a question finds in one pass. */
export function countsStatement(
  workspaceId: string,
  question: core.BoardQuestion,
  mostGroups: number,
): [string, unknown[]] {
  const parameters = parametersOf(workspaceId);
  const { from, where, today, isHeld } = foundDocuments(question, parameters);
  const most = parameters.given(mostGroups);
  const risks = riskSql(today);
  return [
    `with found as materialized (
       select s.status, d.document_type_id type_id, l.owner_user_id, l.expires_on - ${today} days,
         ${risks.missing_date} missing_date, ${risks.missing_owner} missing_owner, ${risks.unconfirmed_date} unconfirmed,
         ${risks.expired} expired, ${isHeld()} held, ${isAcknowledged(today)} acknowledged
       from ${from} where ${where}
     )
     select (select coalesce(jsonb_object_agg(status, count), '{}') from
         (select status, count(*)::integer count from found group by status) g) "byStatus",
       ${groupsOf('type_id', 'typeId', 'name', typeName, most)} "byType",
       ${groupsOf('owner_user_id', 'ownerUserId', 'displayName', personName, most)} "byOwner",
       jsonb_build_object(${[7, 30, 60, 90].map((days) => `'d${days}', ${within(days)}`).join(', ')}) "expiringIn",
       ${flags.map(([column, name]) => `(count(*) filter (where ${column}))::integer "${name}"`).join(', ')}
     from found`,
    parameters.values,
  ];
}

const within = (days: number) =>
  `count(*) filter (where days between 0 and ${days} and status not in ('superseded', 'disposed'))`;

const flags = [
  ['missing_date', 'missingDate'],
  ['missing_owner', 'missingOwner'],
  ['unconfirmed', 'unconfirmed'],
  ['expired', 'expired'],
  ['held', 'held'],
  ['acknowledged', 'acknowledged'],
] as const;

const typeName = 'select t.name from document_types t where t.workspace_id = $1 and t.id = g.type_id';
const personName = `select m.display_name from memberships m where m.workspace_id = $1 and m.user_id = g.owner_user_id
  order by m.joined_at desc, m.id desc limit 1`;

const groupsOf = (column: string, field: string, nameField: string, name: string, most: string) => `
  (select coalesce(jsonb_agg(jsonb_build_object('${field}', g.${column}, '${nameField}', (${name}), 'count', g.count)
     order by g.count desc, g.${column}), '[]') from
    (select ${column}, count(*)::integer count from found group by ${column} order by count desc, ${column} limit ${most}) g)`;
