import type { fileRequests as core } from '@chancery/core';
import { type Given, openTo, parameters } from '../records/reach.ts';

interface Where {
  readonly workspaceId: string;
  readonly selection: string;
}
interface Asked {
  readonly filter: core.FileRequestFilter;
  readonly beforeId: string | null;
  readonly limit: number;
}

/** One page of requests, the newest first, as a statement and its parameters. */
export const listing = (where: Where, asked: Asked): [string, unknown[]] =>
  asked.filter.words.length > 0 ? searching(where, asked) : browsing(where, asked);

const searching = (
  { selection }: Where,
  { filter: { words, statuses, ownerUserId, viewer }, beforeId, limit }: Asked,
): [string, unknown[]] => [
  `select ${selection} from chancery_search_file_requests(
    (select array_agg(chancery_search_pattern(word)) from unnest($1::text[]) word), $2, $3, $4, $5, $6, $7, $8, $9)
  order by id desc`,
  [
    ...[words, statuses, ownerUserId, viewer.userId, viewer.seesAll],
    ...[viewer.cases.caseIds, viewer.cases.openTo, beforeId, limit],
  ],
];

const newestFirst = 'r.id desc';
/** The same order where the case is null; written like this, no index can be read in it but one that begins with the case. */
const byCase = 'r.case_id, r.id desc';

/** In parts that do not meet, so that an index finds each in its order. */
function browsing(
  { workspaceId, selection }: Where,
  { filter: { statuses, ownerUserId, viewer }, beforeId, limit }: Asked,
): [string, unknown[]] {
  const { values, given } = parameters(workspaceId);
  const conditions = ['r.workspace_id = $1'];
  // Written out, so that the index of those that are open is found.
  if (statuses !== null)
    conditions.push(`r.status in (${statuses.map((status) => `'${status}'`).join(', ')})`);
  if (ownerUserId !== null) conditions.push(`r.owner_user_id = ${given(ownerUserId)}`);
  if (beforeId !== null) conditions.push(`r.id < ${given(beforeId)}::uuid`);
  // Written out too: a plan that is made for any limit is made for many rows.
  const most = Math.trunc(limit);
  const part = (condition: string, sorted = newestFirst) =>
    `(select r.* from file_requests r where ${[...conditions, condition].join(' and ')} order by ${sorted} limit ${most})`;
  // A parameter that a statement does not use must not be given.
  let mine: string | undefined;
  const me = () => {
    mine ??= given(viewer.userId);
    return mine;
  };
  const isMine = ownerUserId === viewer.userId;
  const parts = ownerUserId === null || isMine ? [part(`r.owner_user_id = ${me()}`)] : [];
  if (!isMine) {
    const ofOthers = ownerUserId === null ? `r.owner_user_id <> ${me()}` : 'true';
    parts.push(...partsOfOthers({ ...viewer, ofOthers, me, part, given }));
  }
  if (parts.length === 0) parts.push(part('false'));
  return [
    `select ${selection} from (${parts.join(' union all ')}) found order by id desc limit ${most}`,
    values,
  ];
}

interface Seeing extends core.FileRequestViewer {
  readonly ofOthers: string;
  readonly me: () => string;
  readonly part: (condition: string, sorted?: string) => string;
  readonly given: Given;
}

/** What other people own: of no case, of cases that are named, and of cases that are open to all of a kind. */
function partsOfOthers({ seesAll, cases, ofOthers, me, part, given }: Seeing): readonly string[] {
  const parts = seesAll ? [part(`${ofOthers} and r.case_id is null`, byCase)] : [];
  const { caseIds, openTo: audience } = cases;
  if (caseIds.length > 0) {
    const named = `unnest(${given(caseIds)}::uuid[]) n(id)`;
    parts.push(`(select r.* from ${named} cross join lateral ${part(`${ofOthers} and r.case_id = n.id`)} r)`);
  }
  if (audience !== null)
    parts.push(
      part(
        `${ofOthers} and r.case_id is not null and r.case_id <> all(${given(caseIds)}::uuid[]) and ${ofOpenCase(audience, me())}`,
      ),
    );
  return parts;
}

/** Whether the case of a request `r` is open to everybody of a kind that the viewer is of. */
export const ofOpenCase = (audience: core.CaseAudience, viewer: string): string =>
  `exists (select from record_cases c where c.workspace_id = $1 and c.id = r.case_id and ${openTo(audience, viewer)})`;
