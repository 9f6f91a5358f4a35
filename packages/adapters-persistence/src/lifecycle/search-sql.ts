import { lifecycle as core } from '@chancery/core';
import { isVisible } from '../documents/visible.ts';
import { instantText } from '../kernel/instant-text.ts';
import { sumStatement } from './board-counts.ts';
import { talliesFor } from './board-tallies.ts';
import { riskSql } from './risk-sql.ts';
import { isBelow, isLookedAt, type Parameters, parametersOf, standingSql } from './standing-sql.ts';

type Statement = [text: string, values: unknown[]];

interface Part {
  /** The documents that are found, with what their filters look at. */
  readonly found: string;
  /** The risks of one of them that are open. */
  readonly risks: string;
  readonly parameters: Parameters;
}

/** What a search finds; a filter that is counted by is left out (OPS-7). */
function partOf(
  workspaceId: string,
  { terms, filter, viewer, ...standing }: core.Searching,
  { besides, scored }: { readonly besides: core.SearchFacet | null; readonly scored: boolean },
): Part {
  const parameters = parametersOf(workspaceId);
  const { given } = parameters;
  const { joins, today, isHeld } = standingSql(standing, parameters);
  const risks = riskSql(today);
  const wanted = besides === 'risk' ? [] : (filter.risk ?? []);
  const ofRisks = wanted.length === 0 ? [] : [`(${wanted.map((risk) => risks[risk]).join(' or ')})`];
  const ofHolds = filter.held === undefined ? [] : [filter.held ? isHeld() : `not ${isHeld()}`];
  const {
    [besides ?? 'none']: _,
    risk: __,
    held: ___,
    ...asked
  } = filter as Readonly<Record<string, unknown>>;
  const statuses = (asked.status ?? []) as readonly string[];
  const conditions = Object.entries(asked).map(([name, value]) => conditionOf(name)(given(value)));
  const numbers = filter.identifier?.map(({ value }) => value) ?? [];
  const byWords = terms.wanted.length + terms.excluded.length + numbers.length > 0;
  const source = byWords
    ? `chancery_search_words(${[terms.wanted, terms.excluded, numbers, viewer.userId, viewer.seesAll, scored].map(given).join(', ')})
       f join documents d on d.workspace_id = $1 and d.id = f.document_id`
    : `documents d cross join (select 0 score) f`;
  const seen = byWords ? 'true' : isVisible(viewer, () => given(viewer.userId));
  return {
    found: `from ${source}
      join document_lifecycles l on l.workspace_id = $1 and l.document_id = d.id ${joins}
      where ${['d.workspace_id = $1', isLookedAt(statuses), seen, ...conditions, ...ofRisks, ...ofHolds].join(' and ')}`,
    risks: `array_remove(array[${Object.entries(risks)
      .map(([risk, isOpen]) => `case when ${isOpen} then '${risk}' end`)
      .join(', ')}], null)`,
    parameters,
  };
}

const conditions: Readonly<Record<string, (value: string) => string>> = {
  status: (value) => `s.status = any(${value}::text[])`,
  type: (value) => `d.document_type_id = any(${value}::uuid[])`,
  owner: (value) => `l.owner_user_id = any(${value}::text[])`,
  policy: (value) => `l.policy_id = any(${value}::uuid[])`,
  signatureStatus: (value) => `d.signature_status = any(${value}::text[])`,
  folder: (value) => isBelow(`any(${value}::uuid[])`),
  tag: (value) => `exists (select from unnest(d.tags) tag where chancery_search_text(tag) = any(
    array(select chancery_search_text(wanted) from unnest(${value}::text[]) wanted)))`,
  expiresFrom: (value) => `l.expires_on >= ${value}::date`,
  expiresTo: (value) => `l.expires_on <= ${value}::date`,
  createdFrom: (value) => `d.created_at >= ${value}::timestamptz`,
  createdTo: (value) => `d.created_at < ${value}::timestamptz`,
  identifier: (value) => `exists (
    select from jsonb_array_elements(l.identifiers) i, unnest(${value}::jsonb[]) n
    where i ->> 'kind' = n ->> 'kind' and chancery_search_text(i ->> 'value') like chancery_search_pattern(n ->> 'value'))`,
};

function conditionOf(name: string): (value: string) => string {
  const condition = conditions[name];
  if (condition === undefined) throw new TypeError(`The search has no filter ${name}`);
  return condition;
}

interface Ordering {
  readonly by: string;
  readonly type: string;
  /** The value as a cursor holds it. */
  readonly written: string;
  readonly descends: boolean;
}

const orderings: Readonly<Record<core.SearchSort, Ordering>> = {
  relevance: { by: 'f.score', type: 'integer', written: 'f.score::text', descends: true },
  name: { by: 'd.sort_name', type: 'text', written: 'd.sort_name', descends: false },
  updatedAt: {
    by: 'd.updated_at',
    type: 'timestamptz',
    written: instantText('d.updated_at'),
    descends: true,
  },
  // Documents without a date come last.
  expiresOn: {
    by: "coalesce(l.expires_on, 'infinity'::date)",
    type: 'date',
    written: "to_char(l.expires_on, 'YYYY-MM-DD')",
    descends: false,
  },
};

/** One page; what only the answer needs is looked up for its documents alone. */
export function foundSql(
  workspaceId: string,
  searching: core.Searching,
  sort: core.SearchSort,
  after: core.FoundKey | null,
  limit: number,
): Statement {
  const { found, parameters } = partOf(workspaceId, searching, {
    besides: null,
    scored: searching.terms.wanted.length > 0,
  });
  const { values, given } = parameters;
  const { by, type, written, descends } = orderings[sort];
  const last =
    after === null
      ? ''
      : `and (${by}, d.id) ${descends ? '<' : '>'} (coalesce(${given(after[0])}::${type}, ${lowest(type)}), ${given(after[1])}::uuid)`;
  const way = descends ? 'desc' : 'asc';
  return [
    `select d.id, d.name, d.description, d.file_name "fileName", d.tags, l.identifiers, f.score, ${written} "sortedBy"
     ${found} ${last} order by ${by} ${way}, d.id ${way} limit ${given(limit + 1)}`,
    values,
  ];
}

/** Only a date is ever missing. */
const lowest = (type: string) => (type === 'date' ? "'infinity'::date" : `null::${type}`);

const counted = { besides: null, scored: false } as const;

export function totalSql(workspaceId: string, searching: core.Searching): Statement {
  const question = questionOf(searching);
  if (question !== null) return sumStatement(workspaceId, question);
  const { found, parameters } = partOf(workspaceId, searching, counted);
  const most = parameters.given(core.mostCountedHits + 1);
  return [`select count(*)::integer count from (select ${found} limit ${most}) found`, parameters.values];
}

/** The same as a question of the dashboard, whose counts the database keeps; null if these do not tell all that is asked for. */
function questionOf({ terms, filter, ...asking }: core.Searching): core.BoardQuestion | null {
  const { status: statuses = null, type = [], owner = [], expiresFrom, expiresTo, ...others } = filter;
  const isOther = terms.wanted.length + terms.excluded.length + Object.keys(others).length > 0;
  const [typeId = null, ownerUserId = null] = [type[0], owner[0]];
  if (isOther || type.length > 1 || owner.length > 1) return null;
  const question = {
    ...asking,
    filter: {
      ...{ statuses, typeId, ownerUserId, from: expiresFrom ?? null, to: expiresTo ?? null },
      ...{ folderId: null, policyId: null, held: null, risk: null, words: [] },
    },
  };
  return talliesFor(question) === null ? null : question;
}

const columnOf: Readonly<Record<Exclude<core.SearchFacet, 'risk'>, string>> = {
  status: 's.status',
  type: 'd.document_type_id::text',
  owner: 'l.owner_user_id',
  signatureStatus: 'd.signature_status',
};

export function countsSql(
  workspaceId: string,
  searching: core.Searching,
  facet: core.SearchFacet,
): Statement {
  const { found, risks, parameters } = partOf(workspaceId, searching, { ...counted, besides: facet });
  const most = parameters.given(core.mostCountedHits);
  const column = facet === 'risk' ? `unnest(${risks})` : columnOf[facet];
  return [
    `select value, count(*)::integer count
     from (select ${column} value ${found} limit ${most}) counted
     group by value order by 2 desc, 1 nulls last limit 50`,
    parameters.values,
  ];
}
