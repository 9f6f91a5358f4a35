import { records as core } from '@chancery/core';
import { plannedOnce } from '../kernel/planned.ts';
import type { Sql } from '../kernel/sql.ts';
import { patternOfBeginning } from '../kernel/words.ts';
import { byId, byKey } from './by-key.ts';
import { type Given, parameters, type SubjectPlace, subjectFor, subjectPlaces, usedOf } from './reach.ts';
import { type ListSource, searchedWords } from './searched-words.ts';

interface Asked {
  readonly filter: core.SubjectFilter;
  readonly reach: core.RecordReach;
  readonly after: readonly [string, string] | null;
  readonly limit: number;
}

type Listed = core.Subject & { readonly withheld: number | null };

/** One page, and what is withheld of the whole list, in one statement: nobody learns more by asking twice. */
export async function listSubjects(
  sql: Sql,
  { workspaceId, selection }: { readonly workspaceId: string; readonly selection: string },
  asked: Asked,
): Promise<core.SubjectPage> {
  const { values, given } = parameters(workspaceId);
  const { steps, filtered, places } = placesOf(asked, given);
  const withheld =
    asked.after === null
      ? `least(${core.mostWithheld}, ${places.flatMap((place) => withheldIn(place, filtered)).join(' + ')})::integer`
      : 'null::integer';
  const further =
    asked.after === null
      ? ''
      : ` and (s.updated_at, s.id) < (${given(asked.after[0])}::timestamptz, ${given(asked.after[1])}::uuid)`;
  const most = given(asked.limit + 1);
  const columns = selection.replaceAll(/(^|, )/g, '$1s.');
  const pages = places
    .filter(({ opened }) => opened !== null)
    .map(
      ({ from, when, seen, opened }) =>
        `(select ${columns} from ${from} where ${when} and ${filtered} and ${opened} and ${seen}${further} order by s.updated_at desc, s.id desc limit ${most})`,
    );
  const statement = usedOf(
    `with ${steps.join(', ')} select w.withheld, p.* from (select ${withheld} withheld) w left join
     (select * from (${pages.join(' union all ')}) p order by p."updatedAt" desc, p.id desc limit ${most}) p on true
     order by p."updatedAt" desc, p.id desc`,
    values,
  );
  const rows = await plannedOnce<Listed>(sql, ...statement);
  return {
    withheld: rows[0]?.withheld ?? null,
    // Without any subject there is still the line that says what is withheld.
    subjects: rows.filter(({ id }) => id !== null).map(({ withheld: _, ...subject }) => subject),
  };
}

type Place = Pick<SubjectPlace, 'seen' | 'opened' | 'mayBeWithheld'> & ListSource;

/** What a list is read from, after its steps, and what it asks of each subject. */
function placesOf({ filter, reach }: Asked, given: Given) {
  const filtered = ['s.workspace_id = $1', ...conditionsOf(filter, given)].join(' and ');
  const { steps, sources } = searchOf(filter, given);
  const { found, places } = subjectPlaces(reach, given);
  return {
    steps: [...steps, found],
    filtered,
    places: places.flatMap(({ ids, ...each }): readonly Place[] =>
      ids === null
        ? sources.map((source) => ({ ...each, ...source }))
        : [{ ...each, from: byId('subjects', 's', ids), when: 'true' }],
    ),
  };
}

/** How many of a place are withheld. What is no more than confidential is open without a purpose, but for access for a time. */
const withheldIn = ({ from, when, seen, opened, mayBeWithheld }: Place, filtered: string): string[] =>
  mayBeWithheld === null
    ? []
    : [
        `(select count(*) from (select from ${from} where ${when} and ${filtered} and ${mayBeWithheld} and ${seen}${opened === null ? '' : ` and not ${opened}`} limit ${core.mostWithheld}) w)`,
      ];

interface Alike {
  readonly keys: readonly string[];
  readonly reach: core.RecordReach;
  readonly most: number;
}

/** What shares a key and is seen, that which shares most first. */
export function subjectsAlike(
  sql: Sql,
  { workspaceId, selection }: { readonly workspaceId: string; readonly selection: string },
  { keys, reach, most }: Alike,
): Promise<core.Subject[]> {
  const values: unknown[] = [workspaceId, keys, most];
  const { seen, opened } = subjectFor(reach, (value) => `$${values.push(value)}`);
  return sql<core.Subject>(
    `select ${selection} from subjects s
     join (select m.canonical_subject_id end_id, count(distinct k.key) shared from subject_match_keys k
       join subjects m on m.workspace_id = k.workspace_id and m.id = k.subject_id
       where k.workspace_id = $1 and k.key = any($2) group by m.canonical_subject_id) k on k.end_id = s.id
     where s.workspace_id = $1 and s.disposed_at is null and ${seen} and ${opened}
     order by k.shared desc, s.id limit $3`,
    values,
  );
}

/** How many active subjects the caller sees for the purpose. */
export async function countActiveSubjects(
  sql: Sql,
  workspaceId: string,
  reach: core.RecordReach,
): Promise<number> {
  const { values, given } = parameters(workspaceId);
  const { seen, opened } = subjectFor(reach, given);
  const [count] = await sql.column<number>(
    `select count(*)::integer from subjects s where s.workspace_id = $1 and s.status = 'active' and ${seen} and ${opened}`,
    values,
  );
  return count ?? 0;
}

/** Two at most of those who have the key, and where a name is given bear it, and whose labels are all among these. */
export const identifiedSubjects = (
  sql: Sql,
  workspaceId: string,
  { key, displayName }: core.IdentifiedBy,
  mask: core.LabelMask,
): Promise<readonly string[]> =>
  sql.column(
    `select distinct s.id from subject_match_keys k
     join subjects m on m.workspace_id = $1 and m.id = k.subject_id
     join subjects s on s.workspace_id = $1 and s.id = m.canonical_subject_id
     where k.workspace_id = $1 and k.key = $2 and s.disposed_at is null and (s.effective_mask & ~$3::integer) = 0
       and ($4::text is null or chancery_search_text(m.display_name) = chancery_search_text($4)) limit 2`,
    [workspaceId, key, mask, displayName],
  );

function conditionsOf(
  { status, ownMasks, tag, words, keys, identifierKey }: core.SubjectFilter,
  given: Given,
): readonly string[] {
  const conditions: string[] = [];
  // What was merged into another subject is found and shown as that one.
  conditions.push(status === null ? "s.status <> 'merged'" : `s.status = ${given(status)}`);
  if (ownMasks !== null) conditions.push(`s.own_mask = any(${given(ownMasks)}::integer[])`);
  if (tag !== null)
    conditions.push(`exists (select from unnest(s.tags) tag where lower(tag) = lower(${given(tag)}))`);
  if (identifierKey !== null) conditions.push(hasKey([identifierKey], given));
  if (keys.length > 0) {
    const begins = words.map(
      (word) => `(s.search_text || s.merged_search_text) like ${patternOfBeginning(given(word))}`,
    );
    const named = begins.length === 0 ? 'false' : begins.join(' and ');
    conditions.push(`((${named}) or ${hasKey(keys, given)})`);
  }
  return conditions;
}

/** What a list is read from: the few whom a search names, where it names few. */
function searchOf(
  { words, keys }: core.SubjectFilter,
  given: Given,
): { readonly steps: readonly string[]; readonly sources: readonly ListSource[] } {
  if (words.length === 0) return { steps: [], sources: [{ from: 'subjects s', when: 'true' }] };
  const places = ['select workspace_id, word, subject_id id from subject_words'];
  const others = `select u.id from subjects u where u.workspace_id = $1 and u.canonical_subject_id in ${linesWith(keys, given)}`;
  return searchedWords({ words, places, others }, { table: 'subjects', alias: 's' }, given);
}

/** By itself or by what was merged into it. */
const hasKey = (keys: readonly string[], given: Given): string =>
  `s.canonical_subject_id in ${linesWith(keys, given)}`;

const linesWith = (keys: readonly string[], given: Given): string =>
  `(select m.canonical_subject_id from subject_match_keys k
     ${byKey('subjects', 'm', 'k.subject_id')}
     where k.workspace_id = $1 and k.key = any(${given(keys)}))`;
