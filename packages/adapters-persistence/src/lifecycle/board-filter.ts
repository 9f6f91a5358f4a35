import type { lifecycle as core } from '@chancery/core';
import { isVisible } from '../documents/visible.ts';
import { riskSql } from './risk-sql.ts';
import { isBelow, isLookedAt, type Parameters, type StandingSql, standingSql } from './standing-sql.ts';

export interface FoundDocuments extends StandingSql {
  readonly from: string;
  /** The same for counts, which need no document where all that is asked for stands in the row of its lifecycle too. */
  readonly countedFrom: string;
  readonly where: string;
  /** What `where` refers to and a statement has to begin with, each a name and its query. */
  readonly definitions: readonly string[];
  /** The part of `where` that many documents answer alike, because it asks for nothing that tells one of them from another. */
  readonly asked: string;
}

/** What a question of the dashboard finds, as the parts of a statement. */
export function foundDocuments(
  { filter, viewer, ...standing }: core.BoardQuestion,
  parameters: Parameters,
): FoundDocuments {
  const { given } = parameters;
  const stands = standingSql(standing, parameters);
  const { joins, today, isHeld } = stands;
  const definitions = filter.words.length === 0 ? [] : [wordedSql(filter, parameters)];
  const asked = [
    isLookedAt(filter.statuses),
    ...conditionsOf(filter, given),
    ...(filter.risk === null ? [] : [riskSql(today)[filter.risk]]),
  ].join(' and ');
  const where = [
    'l.workspace_id = $1',
    'd.workspace_id = $1',
    asked,
    isVisible(viewer, () => given(viewer.userId)),
    ...(filter.words.length === 0 ? [] : ['d.id in (select id from worded)']),
    ...(filter.held === null ? [] : [filter.held ? isHeld() : `not ${isHeld()}`]),
  ].join(' and ');
  const from = `document_lifecycles l
    join documents d on d.workspace_id = l.workspace_id and d.id = l.document_id ${joins}`;
  const needsDocuments = !viewer.seesAll || filter.folderId !== null || filter.risk === 'scan_skipped';
  const countedFrom = needsDocuments ? from : `${lifecyclesAlone} ${joins}`;
  return { ...stands, definitions, from, countedFrom, where, asked };
}

/** What of a document `d` stands in the row of its lifecycle `l` (migration 0320). */
const lifecyclesAlone = `document_lifecycles l cross join lateral (
  select l.workspace_id, l.document_id id, l.document_status status, l.document_type_id) d`;

/** Documents with all the words, found by the index of words once for the whole statement. */
const wordedSql = ({ words, statuses }: core.BoardQuestion['filter'], { given }: Parameters): string =>
  `worded as materialized (select found.id from chancery_documents_with_words(
    (select array_agg(chancery_search_pattern(word)) from unnest(${given(words)}::text[]) word),
    ${given(statuses?.includes('disposed') === true)}) found (id))`;

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
    ...only(folderId, (id) => isBelow(`${id}::uuid`)),
    ...only(policyId, (id) => `l.policy_id = ${id}::uuid`),
    ...only(from, (day) => `l.expires_on >= ${day}::date`),
    ...only(to, (day) => `l.expires_on <= ${day}::date`),
  ];
}
