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

/**
 * Counts what a question finds. Documents that stand alike (the same dates, type, owner and so on) are one cell first, since
 * there are few of those among many documents; what follows from where they stand is asked once for each cell.
 */
export function countsStatement(
  workspaceId: string,
  question: core.BoardQuestion,
  mostGroups: number,
): [string, unknown[]] {
  const parameters = parametersOf(workspaceId);
  const { from, where, joins, today, isHeld } = foundDocuments(question, parameters);
  const most = parameters.given(mostGroups);
  const risks = riskSql(today);
  /** Counted by looking at the documents alone that something else is about, of which there are few. */
  const among = (ids: string, condition: string) =>
    `(select count(*)::integer from ${from} where ${where} and ${condition} and l.document_id in (${ids}))`;
  const elsewhere = `select unnest(${parameters.given(question.heldElsewhere)}::uuid[])`;
  return [
    `with cells as materialized (
       select ${cellColumns}, count(*) documents
       from ${from} where ${where} group by ${groupedBy}
     ), found as materialized (
       select s.status, d.document_type_id type_id, l.owner_user_id, l.expires_on - ${today} days,
         ${risks.missing_date} missing_date, ${risks.missing_owner} missing_owner, ${risks.unconfirmed_date} unconfirmed,
         ${risks.expired} expired, l.documents
       from ${cellAsDocument} ${joins}
     )
     select (select coalesce(jsonb_object_agg(status, count), '{}') from
         (select status, sum(documents)::integer count from found group by status) g) "byStatus",
       ${groupsOf('type_id', 'typeId', 'name', typeName, most)} "byType",
       ${groupsOf('owner_user_id', 'ownerUserId', 'displayName', personName, most)} "byOwner",
       jsonb_build_object(${[7, 30, 60, 90].map((days) => `'d${days}', ${within(days)}`).join(', ')}) "expiringIn",
       ${flags.map(([column, name]) => `${counted(column)} "${name}"`).join(', ')},
       ${among(`${idsIn('document_holds')} union ${elsewhere}`, isHeld())} held,
       ${among(idsIn('risk_acknowledgements'), isAcknowledged(today))} acknowledged
     from found`,
    parameters.values,
  ];
}

const idsIn = (table: string) => `select o.document_id from ${table} o where o.workspace_id = $1`;

/**
 * All by which the parts below tell where a document `d` with its lifecycle `l` stands, and nothing that tells it from others.
 * Of the latter only whether it is there: a yes or no, which the planner knows to be one of two.
 */
const told = {
  d: ['status', 'document_type_id'],
  l: [
    ...['is_tracked', 'no_expiration', 'never_expires', 'require_confirmation', 'time_zone', 'owner_user_id'],
    ...['expires_on', 'soon_at', 'ends_at', 'grace_ends_at'],
  ],
};
const known = ['superseded_by_document_id', 'confirmed_at', 'issued_on', 'effective_on', 'owner_left_at'];
const cellColumns = [
  ...told.d.map((column) => `d.${column}`),
  ...told.l.map((column) => `l.${column}`),
  ...known.map((column) => `l.${column} is not null ${column}`),
].join(', ');
/** By their places. */
const groupedBy = Array.from(
  { length: told.d.length + told.l.length + known.length },
  (_, at) => at + 1,
).join(', ');
/** A cell again as a document `d` with a lifecycle `l`, for the parts that are written for these. */
const cellAsDocument = `(select ${told.l.join(', ')}, documents, ${told.d.map((column) => `${column} d_${column}`).join(', ')},
    ${known.map((column) => `nullif(${column}, false) ${column}`).join(', ')} from cells) l
  cross join lateral (select ${told.d.map((column) => `l.d_${column} ${column}`).join(', ')}) d`;

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

const groupsOf = (column: string, field: string, nameField: string, name: string, most: string) => `
  (select coalesce(jsonb_agg(jsonb_build_object('${field}', g.${column}, '${nameField}', (${name}), 'count', g.count)
     order by g.count desc, g.${column}), '[]') from
    (select ${column}, sum(documents)::integer count from found group by ${column} order by count desc, ${column} limit ${most}) g)`;
