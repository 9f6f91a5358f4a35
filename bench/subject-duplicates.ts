import { recordOffice } from '@chancery/adapters-persistence/testing';
import {
  dropPostgresDatabases,
  postgresDatabase,
} from '../packages/adapters-persistence/src/testing/databases.ts';
import { matchKeysOf } from '../packages/core/src/records/subjects/match-keys.ts';
import { newSubject, newSubjectInput } from '../packages/core/src/records/subjects/new-subject.ts';
import { wordsOfSubject } from '../packages/core/src/records/subjects/searched-words.ts';
import { printTable, quantile } from './harness/printed-table.ts';
import { program } from './harness/program.ts';

// How long the check takes whether a new subject is there already, among very many of them (REC-98): by the whole use case on
// PostgreSQL, for names that many people have and for names that few have, with and without a date of birth.
const { subjects, checks, boundMilliseconds } = program({
  subjects: { usual: 100_000, short: 1000 },
  checks: { usual: 200, short: 40 },
  boundMilliseconds: { usual: 60 },
});

const given =
  'Ann Bea Cleo Dora Emil Finn Gus Hanna Ida Jan Karl Lea Mia Nils Olga Paul Rosa Sam Tom Uwe'.split(' ');
const sounds =
  'ba be bi bo bu da de di do du ka ke ki ko ku la le li lo lu ma me mi mo mu ra re ri ro ru'.split(' ');
const pick = <T>(all: readonly T[], number: number): T => all[number % all.length] as T;
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
/** Some family names are those of hundreds of people, most of few. */
const familyOf = (number: number) => {
  const rank = Math.floor(2500 * ((number * 0.618_033_988_7) % 1) ** 3);
  return capital(pick(sounds, rank) + pick(sounds, Math.floor(rank / 30)) + pick(sounds, rank + 7));
};
const dateOf = (number: number) => {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${1930 + ((number * 7) % 90)}-${two(1 + ((number * 5) % 12))}-${two(1 + ((number * 11) % 28))}`;
};
const subjectInput = (number: number) => ({
  displayName: `${pick(given, number)} ${familyOf(number)}`,
  birthDate: dateOf(number),
  contacts: [{ system: 'email' as const, value: `person-${number}@example.org` }],
});

const database = await postgresDatabase({ isDurable: true });
const office = await recordOffice({ database, settings: { rateLimitScale: 0, checkAnswers: false } });
const { workspaceId, bo, ports, sql, records } = office;

/** A subject and its keys as the use case would store them. */
async function stored(number: number) {
  const context = {
    ...{ now: ports.clock.now(), newId: () => ports.ids.uuid7(), keyRing: ports.keyRing, workspaceId },
    ...{ phoneNumbers: ports.phoneNumbers, timeZones: ports.timeZones },
    user: { userId: bo.id, membership: { role: 'member' }, workspace: null },
    recordStandings: { reader: async () => ({ clearance: 0, duties: [] }) },
  };
  // What a new subject needs of the context of a call.
  const { subject } = await newSubject(newSubjectInput.parse(subjectInput(number)), context as never);
  return {
    row: { ...subject, subjectNumber: `S-${number}`, searchable: wordsOfSubject(subject).join(' ') },
    keys: matchKeysOf(subject, [], { workspaceId, keyRing: ports.keyRing }),
  };
}

const atOnce = 2000;
for (let first = 0; first < subjects; first += atOnce) {
  const rows = await Promise.all(
    Array.from({ length: Math.min(atOnce, subjects - first) }, (_, at) => stored(first + at)),
  );
  await sql(
    `insert into subjects (id, workspace_id, subject_number, kind, name, display_name, aliases, birth_date, birth_date_estimated,
       interpreter_needed, contacts, addresses, tags, custom_fields, status, own_mask, effective_mask, canonical_subject_id,
       searchable, created_by_user_id, created_at, updated_by_user_id, updated_at, version)
     select (r->>'id')::uuid, $1, r->>'subjectNumber', r->>'kind', null, r->>'displayName', '[]', r->>'birthDate', false,
       false, r->'contacts', '[]', '{}', '{}', 'active', 0, 0, (r->>'id')::uuid,
       r->>'searchable', $3, (r->>'createdAt')::timestamptz, $3, (r->>'createdAt')::timestamptz, 1
     from jsonb_array_elements($2::jsonb) r`,
    [workspaceId, JSON.stringify(rows.map(({ row }) => row)), bo.id],
  );
  await sql(
    `insert into subject_match_keys (workspace_id, key, subject_id) select $1, * from unnest($2::text[], $3::uuid[])`,
    [workspaceId, rows.flatMap(({ keys }) => keys), rows.flatMap(({ row, keys }) => keys.map(() => row.id))],
  );
}
await sql('analyze subjects');
await sql('analyze subject_match_keys');

const kinds: Readonly<Record<string, (number: number) => object>> = {
  'somebody who is there': (number) => subjectInput(number * 97),
  'a name that many have, and no date': (number) => ({
    displayName: `${pick(given, number)} ${familyOf(0)}`,
  }),
  'a name that few have': (number) => ({ ...subjectInput(number * 97 + 1), birthDate: '1971-03-03' }),
  'nobody like anybody': (number) => ({
    displayName: `Xaver Quux${number}`,
    birthDate: `2020-01-0${1 + (number % 9)}`,
  }),
};
const all: number[] = [];
const lines: (readonly (string | number)[])[] = [];
for (const [name, inputOf] of Object.entries(kinds)) {
  const taken: number[] = [];
  let found = 0;
  for (let number = -10; number < checks; number += 1) {
    const begin = performance.now();
    const { count } = await records.checkSubjectDuplicates(inputOf(Math.abs(number)) as never, bo.session);
    if (number < 0) continue;
    taken.push(performance.now() - begin);
    found += count;
  }
  all.push(...taken);
  lines.push([
    name,
    (found / checks).toFixed(1),
    ...[0.5, 0.95].map((share) => quantile(taken, share).toFixed(1)),
  ]);
}
lines.push(['all', '', ...[0.5, 0.95].map((share) => quantile(all, share).toFixed(1))]);
printTable(['who is looked for', 'found', 'p50 ms', 'p95 ms'], lines);
await database.close();
await dropPostgresDatabases();
if (quantile(all, 0.95) > boundMilliseconds) {
  console.log(`The p95 of all is above ${boundMilliseconds} ms.`);
  process.exitCode = 1;
}
