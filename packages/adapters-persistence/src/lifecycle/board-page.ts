import type { lifecycle as core } from '@chancery/core';
import { instantText } from '../kernel/instant-text.ts';
import { foundDocuments } from './board-filter.ts';
import { factsColumns, factsSource } from './lifecycle-facts.ts';
import { type Parameters, parametersOf } from './standing-sql.ts';

/** A run of documents that one index gives in order; a page is read from as few of them as it needs. */
interface Part {
  readonly conditions: readonly string[];
  /** What its documents are ordered by before their ids; null if by ids alone. */
  readonly by: string | null;
}

type Status = keyof core.BoardCounts['byStatus'];

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

const dated: Part = { conditions: ['l.expires_on is not null'], by: 'l.expires_on' };
const undated: Part = { conditions: ['l.expires_on is null'], by: null };

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
  if (sort === 'name') return [{ conditions: [], by: 'd.sort_name' }];
  if (sort === 'updatedAt') return [{ conditions: [], by: 'l.updated_at' }];
  if (sort === 'expiresOn') return [dated, undated];
  const listed = statusOrder.filter((status) => statuses?.includes(status) ?? status !== 'disposed');
  return (isDescending ? listed.toReversed() : listed).flatMap((status) => {
    const conditions = [`s.status = '${status}'`, ...datesOf(status, asOf)];
    const forms = alwaysDated.has(status) ? [dated] : [dated, undated];
    return forms.map((form) => ({ ...form, conditions: [...form.conditions, ...conditions] }));
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
  if (by === null) return [`d.id ${comparison} ${id}`];
  // Nothing that has no value comes in such a part.
  if (value === null) return ['false'];
  return [`(${by}, d.id) ${comparison} (${given(value)}::${types[sort]}, ${id})`];
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
  const { from, where, asOf } = foundDocuments(question, parameters);
  const most = parameters.given(limit);
  const direction = order.isDescending ? 'desc' : 'asc';
  const parts = partsOf(order, question.filter.statuses, asOf).flatMap((part, at) => {
    if (after !== null && at < after.part) return [];
    const begins = after !== null && at === after.part ? beyond(after, part, order, parameters) : [];
    const key = part.by ?? `null::${types[order.sort]}`;
    const ordering = part.by === null ? '' : `${part.by} ${direction}, `;
    return [
      `(select ${at} part, ${key} key, d.id document_id from ${from}
        where ${[where, ...part.conditions, ...begins].join(' and ')} order by ${ordering}d.id ${direction} limit ${most})`,
    ];
  });
  if (parts.length === 0) parts.push(noDocuments(types[order.sort]));
  const ordering = `order by p.part, p.key ${direction}, p.document_id ${direction}`;
  return [
    `select ${factsColumns(selection, asOf)}, p.part, ${written[order.sort]} "sortedBy"
     from (select * from (${parts.join(' union all ')}) p ${ordering} limit ${most}) p ${factsSource} ${ordering}`,
    parameters.values,
  ];
}

/** Behind the last part. */
const noDocuments = (type: string) =>
  `select 0 part, null::${type} key, d.id document_id from documents d where d.workspace_id = $1 and false`;
