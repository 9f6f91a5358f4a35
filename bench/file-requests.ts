import { seedFileRequests } from './harness/file-requests-seed.ts';
import { type GrowingCall, printGrowth } from './harness/growth-of-lists.ts';
import type { MeetingPlace } from './harness/meeting-place.ts';
import { program } from './harness/program.ts';

// Requests for files of a workspace with few of them, alone in its database, and of one with very many among a hundred others: p50
// and p95 of lists, searches and single reads, and the pages of the database that each call touches.
const { small, requests, workspaces, rounds, repeat, plans } = program({
  small: { usual: 100 },
  requests: { usual: 100_000, short: 2000 },
  workspaces: { usual: 100, short: 2 },
  rounds: { usual: 7, short: 1 },
  repeat: { usual: 40, short: 5 },
  plans: { usual: '' },
});
const root = '/api/v1/document-requests';

interface Page {
  readonly requests: readonly { readonly id: string; readonly ownerUserId: string }[];
  readonly nextCursor: string | null;
}
const page = (place: MeetingPlace, query: string) => place.data<Page>({ path: `${root}?${query}` });
const calls: readonly GrowingCall[] = [
  { name: 'list all', path: async () => `${root}?limit=50` },
  {
    name: 'the second page',
    path: async (place) => `${root}?limit=50&cursor=${(await page(place, 'limit=50')).nextCursor}`,
  },
  { name: 'list what is open', path: async () => `${root}?limit=50&status=open` },
  { name: 'list what was submitted', path: async () => `${root}?limit=50&status=submitted` },
  { name: 'list what is cancelled: none', path: async () => `${root}?limit=50&status=cancelled` },
  {
    name: 'list what is open and mine',
    async path(place) {
      const { requests: sent } = await page(place, 'limit=1&status=sent');
      return `${root}?limit=50&status=open&ownerUserId=${sent[0]?.ownerUserId}`;
    },
  },
  { name: 'search a rare word', path: async () => `${root}?limit=50&search=quittance` },
  { name: 'search a common word', path: async () => `${root}?limit=50&search=return` },
  { name: 'search a word that is nowhere', path: async () => `${root}?limit=50&search=zebra` },
  {
    name: 'read one',
    path: async (place) => `${root}/${(await page(place, 'limit=1')).requests[0]?.id}`,
  },
];

await printGrowth({
  things: 'requests for files',
  few: small,
  many: requests,
  seed: seedFileRequests,
  others: { workspaces, each: 200 },
  tables: ['file_requests', 'client_uploads'],
  calls,
  rounds,
  repeat,
  plans,
});
