import { filledPlace } from './harness/growth-of-lists.ts';
import { pageOf } from './harness/page-of.ts';
import { program } from './harness/program.ts';
import { printRatesBesideBare, type RatedCall } from './harness/rates-beside-bare.ts';
import { seedRecords } from './harness/records-seed.ts';
import type { Asked } from './harness/timed-request.ts';
import { note, writtenEntry } from './harness/written-entry.ts';

// What people do most with records, beside a bare server that sends the same statements under the same row-level security: in a
// workspace with very many subjects and cases, where reads are recorded as in a new workspace, and where each of them is.
const { subjects, workspaces, rounds, seconds, connections } = program({
  subjects: { usual: 100_000, short: 500 },
  workspaces: { usual: 20, short: 2 },
  rounds: { usual: 5, short: 1 },
  seconds: { usual: 8, short: 1 },
  connections: { usual: 16 },
});
const root = '/api/v1/records';
const post = (path: string, body: object) => ({ path: `${root}/${path}`, method: 'POST' as const, body });

const place = await filledPlace(
  {
    seed: (seeder, workspaceId, ownerId, entries) =>
      seedRecords(seeder, workspaceId, ownerId, entries, entries),
    others: { workspaces, each: 100 },
    tables: ['subjects', 'record_cases', 'case_subjects', 'case_members', 'record_entries', 'record_search'],
  },
  subjects,
  workspaces,
);
try {
  const { caseId, subjectId, entryId } = await writtenEntry(place);
  // A case has at most five thousand entries, so the load spreads over many.
  const cases: string[] = [];
  while (cases.length < 40) cases.push((await writtenEntry(place)).caseId);
  const intoCase = (id: string) => post(`cases/${id}/entries`, note);
  const lists = {
    'search-subjects': { path: `${root}/subjects?search=quittan` },
    'list-25-subjects': { path: `${root}/subjects` },
    'page-200-of-subjects': { path: await pageOf(place, `${root}/subjects?limit=25`, 200) },
    'list-25-cases': { path: `${root}/cases` },
  };
  await printRatesBesideBare(
    place,
    {
      // Reads come first, while no jobs of what was created are waiting.
      ...recorded('restricted', lists, ''),
      ...recorded('all', { 'read-entry': { path: `${root}/entries/${entryId}` }, ...lists }, '-recorded'),
      'create-subject': { asked: [post('subjects', { displayName: 'Ann Walker' })] },
      'create-case': { asked: [post('cases', { title: 'Walker', caseType: 'general', subjectId })] },
      'create-entry': { asked: [intoCase(caseId), ...cases.map(intoCase)] },
    },
    { rounds, seconds, connections },
  );
} finally {
  await place.drop();
}

/** Calls while the reads that this setting names are recorded (REC-8). */
function recorded(
  auditReads: 'restricted' | 'all',
  calls: Readonly<Record<string, Asked>>,
  suffix: string,
): Readonly<Record<string, RatedCall>> {
  const before = { method: 'PATCH' as const, path: `${root}/governance/settings`, body: { auditReads } };
  return Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [`${name}${suffix}`, { asked: [call], before }]),
  );
}
