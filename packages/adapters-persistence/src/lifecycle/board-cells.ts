import type { lifecycle as core } from '@chancery/core';
import { talliedParts, visibleParts } from '../documents/visible.ts';
import type { FoundDocuments } from './board-filter.ts';
import { type CountedList, talliesFor } from './board-tallies.ts';
import { riskSql } from './risk-sql.ts';
import type { Parameters } from './standing-sql.ts';

/** For each list of counts the name of the cells that it adds up, and what defines these names in front of a statement. */
export type CountedCells = Readonly<Record<CountedList, string>> & { readonly definitions: string };

/**
 * Documents that stand alike (the same dates, type, owner and so on) are one cell, since there are few of those among many
 * documents; what follows from where they stand is asked once for each cell. Cells of what everybody sees alike are kept by
 * the database; those of what this person may see of the rest are made of its documents, and so are all of them where the
 * question is about something that no tally tells.
 */
export function cellsOf(
  question: core.BoardQuestion,
  found: FoundDocuments,
  { given }: Parameters,
): CountedCells {
  const { viewer } = question;
  const tallies = talliesFor(question);
  if (tallies === null) {
    const live = `live as materialized (${standingOf(liveCells(found, ['true']), found)})`;
    return { definitions: live, standing: 'live', types: 'live', owners: 'live' };
  }
  const parts = visibleParts(viewer, () => given(viewer.userId));
  const whole = parts.filter((part) => part in talliedParts);
  const looked = parts.filter((part) => !(part in talliedParts));
  const live =
    looked.length === 0 ? [] : [`live as materialized (${standingOf(liveCells(found, looked), found)})`];
  const kept = [...new Set(Object.values(tallies))].map((tally) => {
    const cells = standingOf(tallyCells(tally, whole), found, found.asked);
    return `${tally} as materialized (${cells}${live.length === 0 ? '' : ' union all select * from live'})`;
  });
  return { definitions: [...live, ...kept].join(', '), ...tallies };
}

/** The statuses that documents of the workspace have, whoever may see these. */
export const statusesThere = ({ joins }: FoundDocuments): string =>
  `select s.status from ${asDocument(tallyCells('dates', ['true']))} ${joins} group by s.status having sum(l.documents) > 0`;

/** Where the documents of each cell stand. */
function standingOf(cells: string, { joins, today }: FoundDocuments, asked = 'true'): string {
  const risks = riskSql(today);
  return `select s.status, d.document_type_id type_id, l.owner_user_id, l.expires_on - ${today} days,
      ${risks.missing_date} missing_date, ${risks.missing_owner} missing_owner, ${risks.unconfirmed_date} unconfirmed,
      ${risks.expired} expired, l.documents
    from ${asDocument(cells)} ${joins} where ${asked}`;
}

/** Cells made of the documents that a question finds, part by part, so that an index finds those of each. */
const liveCells = ({ countedFrom, where }: FoundDocuments, parts: readonly string[]): string =>
  parts
    .map(
      (part) =>
        `(select ${readOffDocuments}, count(*) documents from ${countedFrom} where ${where} and ${part} group by ${groupedBy})`,
    )
    .join(' union all ');

/** Cells of a tally, for the parts of the documents that it counts whole. */
const tallyCells = (tally: string, parts: readonly string[]): string =>
  `select ${readOffTally}, d.documents from (select *, document_visibility visibility from lifecycle_tallies) d
   where d.workspace_id = $1 and d.tally = '${tally}' and (${parts.join(' or ')})`;

/** A column of a cell: how it follows from a document `d` with its lifecycle `l`, and from a row `d` of a tally. */
type Column = readonly [name: string, ofDocument: string, ofTally: string];

const named = (name: string): Column => [name, `l.${name}`, `d.${name}`];
/** Of these only whether they are there: a yes or no, which the planner knows to be one of two. */
const known = (name: string, ofTally: string): Column => [name, `l.${name} is not null`, `d.${ofTally}`];

/** All by which the parts of a statement tell where a document stands, and nothing that tells it from others. */
const ofDocument: readonly Column[] = [
  ['status', 'd.status', 'd.document_status'],
  ['document_type_id', 'd.document_type_id', 'd.document_type_id'],
];
const ofLifecycle: readonly Column[] = [
  ...['is_tracked', 'no_expiration', 'never_expires', 'require_confirmation'].map(named),
  ...['time_zone', 'soon_at', 'ends_at', 'grace_ends_at'].map(named),
  // Where a tally does not tell which, any one says that there is one.
  ['owner_user_id', 'l.owner_user_id', "coalesce(d.owner_user_id, case when d.is_owned then '' end)"],
  ['expires_on', 'l.expires_on', "coalesce(d.expires_on, case when d.is_dated then date '9999-12-31' end)"],
];
const ofKnowledge: readonly Column[] = [
  known('superseded_by_document_id', 'is_superseded'),
  known('confirmed_at', 'is_confirmed'),
  known('issued_on', 'is_issued'),
  known('effective_on', 'is_effective'),
  known('owner_left_at', 'owner_left'),
];
const columns = [
  ...ofDocument.map(([name, ...rest]): Column => [`d_${name}`, ...rest]),
  ...ofLifecycle,
  ...ofKnowledge,
];
const readOffDocuments = columns.map(([name, from]) => `${from} ${name}`).join(', ');
const readOffTally = columns.map(([name, , from]) => `${from} ${name}`).join(', ');
/** By their places. */
const groupedBy = columns.map((_, at) => at + 1).join(', ');

/** A cell again as a document `d` with a lifecycle `l`, for the parts that are written for these. */
const asDocument = (cells: string) => `(
    select ${ofDocument.map(([name]) => `d_${name}`).join(', ')}, ${ofLifecycle.map(([name]) => name).join(', ')}, documents,
      ${ofKnowledge.map(([name]) => `nullif(${name}, false) ${name}`).join(', ')} from (${cells}) cells) l
  cross join lateral (select ${ofDocument.map(([name]) => `l.d_${name} ${name}`).join(', ')}) d`;
