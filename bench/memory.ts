import { setTimeout as wait } from 'node:timers/promises';
import { load } from './harness/load.ts';
import { heapAfterCollection, mebibyte, residentOf } from './harness/memory.ts';
import { printTable } from './harness/printed-table.ts';
import { program } from './harness/program.ts';
import { type DatabaseKind, seededServer } from './harness/seeded-server.ts';

// Memory of a server on the embedded database and on PostgreSQL: a while after its start, and under lists of 250 to 1000 rows.
const { idleSeconds, seconds, connections } = program({
  idleSeconds: { usual: 30, short: 2 },
  seconds: { usual: 30, short: 2 },
  connections: { usual: 16 },
});
const lists = ['members', 'meetings', 'projects'] as const;
const amounts = { members: 1000, meetings: 250, projects: 500 };
const inMebibytes = (bytes: number): string => (bytes / mebibyte).toFixed(0);

const rows: string[][] = [];
for (const [kind, name] of [
  ['pglite', 'embedded database'],
  ['postgres', 'PostgreSQL'],
] as const)
  rows.push([name, ...(await measured(kind))]);
printTable(
  [
    'server process, MiB',
    'idle RSS',
    'idle heap in use',
    'idle outside of the heap',
    'peak until idle',
    'peak under lists',
    'RSS after them',
    'heap in use after them',
  ],
  rows,
);

async function measured(kind: DatabaseKind): Promise<string[]> {
  const place = await seededServer(kind, amounts);
  const { server, folder, secret } = place;
  try {
    await wait(idleSeconds * 1000);
    const idleResident = residentOf(server, 'VmRSS');
    const peakOfStart = residentOf(server, 'VmHWM');
    const idle = await heapAfterCollection(server, folder);
    let peak = 0;
    for (const name of lists) {
      const loading = load({ ...server, name, secret, connections, seconds });
      const isOver = loading.then(() => true);
      do peak = Math.max(peak, residentOf(server, 'VmRSS'));
      while (!(await Promise.race([isOver, wait(100).then(() => false)])));
    }
    const afterwards = residentOf(server, 'VmRSS');
    const after = await heapAfterCollection(server, folder);
    return [idleResident, idle.heapUsed, idle.external, peakOfStart, peak, afterwards, after.heapUsed].map(
      inMebibytes,
    );
  } finally {
    await place.drop();
  }
}
