import type { lifecycle as core } from '@chancery/core';
import { instantText } from '../kernel/instant-text.ts';
import { statusesThere } from './board-cells.ts';
import { foundDocuments } from './board-filter.ts';
import { factsColumns, factsSource } from './lifecycle-facts.ts';
import { beginning } from './sql-parts.ts';
import { type Parameters, parametersOf } from './standing-sql.ts';

type Status = keyof core.BoardCounts['byStatus'];

/** A run of documents that one index gives in order; a page is read from as few of them as it needs. */
interface Part {
  readonly conditions: readonly string[];
  /** Null if its documents have several. */
  readonly status: Status | null;
  /** What its documents are ordered by before their ids; null if by ids alone. */
  readonly by: string | null;
}

/** From what is worst to what needs nobody (LIF-26). */
const statusOrder: readonly Status[] = [
  'expired',
  'in_grace',
  'expiring_soon',
  'needs_confirmation',
  'needs_date',
  'current',
  'no_expiration',
  'untracked',
  'superseded',
  'disposed',
];

const dated: Part = { conditions: ['l.expires_on is not null'], status: null, by: 'l.expires_on' };
const undated: Part = { conditions: ['l.expires_on is null'], status: null, by: null };

/** The dates that documents of a status can have, however their zone and grace are, so that an index need not read others. */
function datesOf(status: Status, asOf: string): readonly string[] {
  const today = `(${asOf}::timestamptz at time zone 'UTC')::date`;
  if (status === 'expired') return [`l.expires_on <= ${today} + 1`];
  if (status === 'in_grace') return [`l.expires_on between ${today} - 368 and ${today} + 1`];
  if (status === 'expiring_soon' || status === 'needs_confirmation' || status === 'current')
    return [`l.expires_on >= ${today} - 1`];
  return [];
}

const alwaysDated: ReadonlySet<string> = new Set([
  'expired',
  'in_grace',
  'expiring_soon',
  'needs_confirmation',
  'current',
]);

function partsOf(
  { sort, isDescending }: core.BoardOrder,
  statuses: readonly Status[] | null,
  asOf: string,
): readonly Part[] {
  if (sort === 'name') return [{ conditions: [], status: null, by: 'd.sort_name' }];
  if (sort === 'updatedAt') return [{ conditions: [], status: null, by: 'l.updated_at' }];
  if (sort === 'expiresOn') return [dated, undated];
  const listed = statusOrder.filter((status) => statuses?.includes(status) ?? status !== 'disposed');
  return (isDescending ? listed.toReversed() : listed).flatMap((status) => {
    const conditions = [`s.status = '${status}'`, ...datesOf(status, asOf)];
    const forms = alwaysDated.has(status) ? [dated] : [dated, undated];
    return forms.map((form) => ({ ...form, status, conditions: [...form.conditions, ...conditions] }));
  });
}

const types = { name: 'text', updatedAt: 'timestamptz', expiresOn: 'date', status: 'date' } as const;

/** The condition that a document comes after a place. */
function beyond(
  { value, documentId }: core.BoardPlace,
  { by }: Part,
  { sort, isDescending }: core.BoardOrder,
  { given }: Parameters,
): readonly string[] {
  const comparison = isDescending ? '<' : '>';
  const id = `${given(documentId)}::uuid`;
  if (by === null) return [`l.document_id ${comparison} ${id}`];
  // Nothing that has no value comes in such a part.
  if (value === null) return ['false'];
  // Both of one table, so that an index begins at the place and does not read all that is before it.
  const own = by.startsWith('l.') ? 'l.document_id' : 'd.id';
  return [`(${by}, ${own}) ${comparison} (${given(value)}::${types[sort]}, ${id})`];
}

const written = {
  name: 'p.key',
  updatedAt: instantText('p.key'),
  expiresOn: "to_char(p.key, 'YYYY-MM-DD')",
  status: "to_char(p.key, 'YYYY-MM-DD')",
} as const;

/** One page of the dashboard with all that is told of its documents, as one statement. */
export function pageStatement(
  workspaceId: string,
  selection: string,
  question: core.BoardQuestion,
  order: core.BoardOrder,
  after: core.BoardPlace | null,
  limit: number,
): [string, unknown[]] {
  const parameters = parametersOf(workspaceId);
  const found = foundDocuments(question, parameters);
  const most = parameters.given(limit);
  const parts = partsOf(order, question.filter.statuses, found.asOf)
    .map((part, at) => ({ ...part, name: `part_${at}`, at }))
    .filter(({ at }) => after === null || at >= after.part);
  const definitions = parts.map((part, index) => {
    const begins = after !== null && part.at === after.part ? beyond(after, part, order, parameters) : [];
    const before = parts.slice(0, index).map(({ name }) => name);
    return partSql(part, order, [found.from, [found.where, ...begins, ...isRead(part, before, most)]], most);
  });
  if (parts.some(({ status }) => status !== null)) definitions.unshift(`there as (${statusesThere(found)})`);
  definitions.unshift(...found.definitions);
  const all = parts.map(({ name }) => `select * from ${name}`);
  if (all.length === 0) all.push(noDocuments(types[order.sort]));
  const direction = order.isDescending ? 'desc' : 'asc';
  const ordering = `order by p.part, p.key ${direction}, p.document_id ${direction}`;
  return [
    `${beginning(definitions)}
     select ${factsColumns(selection, found.asOf)}, p.part, ${written[order.sort]} "sortedBy"
     from (select * from (${all.join(' union all ')}) p ${ordering} limit ${most}) p ${factsSource} ${ordering}`,
    parameters.values,
  ];
}

/**
 * A part is read only while those before it have not filled the page, and that of a status that no document has is not read
 * at all: nothing would be found there, and every document would be looked at for that.
 */
const isRead = ({ status }: Part, before: readonly string[], most: string): readonly string[] => [
  ...(status === null ? [] : [`(select count(*) from there where status = '${status}') > 0`]),
  ...(before.length === 0
    ? []
    : [`${before.map((name) => `(select count(*) from ${name})`).join(' + ')} < ${most}`]),
];

const partSql = (
  { name, at, by, conditions }: Part & { readonly name: string; readonly at: number },
  { sort, isDescending }: core.BoardOrder,
  [from, where]: readonly [string, readonly string[]],
  most: string,
): string => {
  const direction = isDescending ? 'desc' : 'asc';
  return `${name} as materialized (
    select ${at} part, ${by ?? `null::${types[sort]}`} key, d.id document_id from ${from}
    where ${[...where, ...conditions].join(' and ')}
    order by ${by ?? 'l.expires_on'} ${direction}, d.id ${direction} limit ${most})`;
};

/** Behind the last part. */
const noDocuments = (type: string) =>
  `select 0 part, null::${type} key, d.id document_id from documents d where d.workspace_id = $1 and false`;
