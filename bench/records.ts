import { type GrowingCall, printGrowth } from './harness/growth-of-lists.ts';
import type { MeetingPlace } from './harness/meeting-place.ts';
import { pageOf } from './harness/page-of.ts';
import { program } from './harness/program.ts';
import { seedRecords } from './harness/records-seed.ts';
import { note, writtenEntry } from './harness/written-entry.ts';

// Records of a workspace with a thousand entries, alone in its database, and of one with very many among a thousand others: p50
// and p95 of each read, list and creation, and the pages of the database that it touches (REC-93).
const { small, entries, workspaces, rounds, repeat, plans, only } = program({
  small: { usual: 1000 },
  entries: { usual: 1_000_000, short: 2000 },
  workspaces: { usual: 1000, short: 2 },
  rounds: { usual: 7, short: 1 },
  repeat: { usual: 30, short: 5 },
  plans: { usual: '' },
  only: { usual: '' },
});
const root = '/api/v1/records';

const newestCase = async (place: MeetingPlace) => {
  const { cases } = await place.data<{ cases: { id: string }[] }>({ path: `${root}/cases?search=matter 1` });
  return cases[0]?.id ?? '';
};
/** A name that sounds like few others, with as many syllables for each number. */
const nameOf = (number: number): string => {
  const syllables = ['Ba', 'ke', 'mi', 'lo', 'fu', 'da', 'pe', 'ri', 'no', 'gu'];
  return [...String(number).padStart(5, '0')].map((digit) => syllables[Number(digit)]).join('');
};

const calls: readonly GrowingCall[] = [
  { name: 'read an entry', path: async (place) => `${root}/entries/${(await writtenEntry(place)).entryId}` },
  { name: 'read a case', path: async (place) => `${root}/cases/${(await writtenEntry(place)).caseId}` },
  { name: 'the dashboard', path: async () => root },
  { name: 'list subjects', path: async () => `${root}/subjects` },
  { name: 'its 200th page', path: (place) => pageOf(place, `${root}/subjects?limit=25`, 200) },
  { name: 'search a rare name', path: async () => `${root}/subjects?search=quittan` },
  { name: 'search a name of few', path: async () => `${root}/subjects?search=rarer` },
  { name: 'search a name of many', path: async () => `${root}/subjects?search=colleag` },
  { name: 'search a name of nobody', path: async () => `${root}/subjects?search=nobody` },
  {
    name: 'search a name of some in a hundred thousand',
    path: async () => `${root}/subjects?search=miller57`,
  },
  { name: 'search two words', path: async () => `${root}/subjects?search=colleague57+miller57` },
  { name: 'search two words of few', path: async () => `${root}/subjects?search=rarer+family` },
  {
    name: 'search a word of few and one of all',
    path: async () => `${root}/subjects?search=rarer+colleague`,
  },
  { name: 'list cases', path: async () => `${root}/cases` },
  { name: 'the 200th page of cases', path: (place) => pageOf(place, `${root}/cases?limit=25`, 200) },
  { name: 'my cases', path: async () => `${root}/cases?memberUserId=me` },
  { name: 'search a rare case', path: async () => `${root}/cases?search=quittan` },
  { name: 'search two words of many cases', path: async () => `${root}/cases?search=matter+1&limit=10` },
  {
    name: 'list the entries of a case',
    path: async (place) => `${root}/cases/${await newestCase(place)}/entries`,
  },
  {
    name: 'create a subject',
    path: async () => `${root}/subjects`,
    creates: async () => (number) => ({ displayName: `${nameOf(number)} ${nameOf(number * 7)}` }),
  },
  {
    name: 'create a case',
    path: async () => `${root}/cases`,
    async creates(place) {
      const { subjectId } = await writtenEntry(place);
      return () => ({ title: 'Walker', caseType: 'general', subjectId });
    },
  },
  {
    name: 'create an entry',
    path: async (place) => `${root}/cases/${(await writtenEntry(place)).caseId}/entries`,
    creates: async () => () => note,
  },
];

await printGrowth({
  things: 'entries',
  few: small,
  many: entries,
  seed: seedRecords,
  others: { workspaces, each: 100 },
  tables: [
    'subjects',
    'record_cases',
    'case_subjects',
    'case_members',
    'record_entries',
    'record_entry_versions',
    'record_search',
  ],
  calls: calls.filter(({ name }) => new RegExp(only).test(name)),
  rounds,
  repeat,
  plans,
});
