import { filledPlace } from './harness/growth-of-lists.ts';
import type { MeetingPlace } from './harness/meeting-place.ts';
import { pageOf } from './harness/page-of.ts';
import { program } from './harness/program.ts';
import { printRatesBesideBare } from './harness/rates-beside-bare.ts';
import { seedRecords } from './harness/records-seed.ts';

// What people do most with records, beside a bare server that sends the same statements under the same row-level security: in a
// workspace with very many subjects and cases, where each read of an entry is recorded.
const { subjects, workspaces, rounds, seconds, connections } = program({
  subjects: { usual: 100_000, short: 500 },
  workspaces: { usual: 20, short: 2 },
  rounds: { usual: 5, short: 1 },
  seconds: { usual: 8, short: 1 },
  connections: { usual: 16 },
});
const root = '/api/v1/records';
const note = { entryType: 'note', title: 'Call', body: 'She called this morning.' };
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
  await place.data({
    ...{ path: `${root}/governance/settings`, method: 'PATCH' as const },
    body: { auditReads: 'all' },
  });
  const { caseId, subjectId, entryId } = await written(place);
  // A case has at most five thousand entries, so the load spreads over many.
  const cases: string[] = [];
  while (cases.length < 40) cases.push((await written(place)).caseId);
  const intoCase = (id: string) => post(`cases/${id}/entries`, note);
  await printRatesBesideBare(
    place,
    {
      // Reads come first, while no jobs of what was created are waiting.
      'read-entry': [{ path: `${root}/entries/${entryId}` }],
      'search-subjects': [{ path: `${root}/subjects?search=quittan` }],
      'list-25-subjects': [{ path: `${root}/subjects` }],
      'page-200-of-subjects': [{ path: await pageOf(place, `${root}/subjects?limit=25`, 200) }],
      'list-25-cases': [{ path: `${root}/cases` }],
      'create-subject': [post('subjects', { displayName: 'Ann Walker' })],
      'create-case': [post('cases', { title: 'Walker', caseType: 'general', subjectId })],
      'create-entry': [intoCase(caseId), ...cases.map(intoCase)],
    },
    { rounds, seconds, connections },
  );
} finally {
  await place.drop();
}

/** An entry in a case of its own, about a subject of its own. */
async function written(at: MeetingPlace): Promise<Record<'subjectId' | 'caseId' | 'entryId', string>> {
  const { subject } = await at.data<{ subject: { id: string } }>(
    post('subjects', { displayName: 'Ann Walker' }),
  );
  const { case: aCase } = await at.data<{ case: { id: string } }>(
    post('cases', { title: 'Walker', caseType: 'general', subjectId: subject.id, status: 'active' }),
  );
  const { entry } = await at.data<{ entry: { id: string } }>(post(`cases/${aCase.id}/entries`, note));
  return { subjectId: subject.id, caseId: aCase.id, entryId: entry.id };
}
