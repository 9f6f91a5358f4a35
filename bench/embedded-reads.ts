import { Agent } from 'node:http';
import { join } from 'node:path';
import { openPglite } from '@chancery/adapters-persistence';
import { dataFolder, startChancery } from './harness/chancery-server.ts';
import { integration } from './harness/load.ts';
import { printTable } from './harness/printed-table.ts';
import { processorTime } from './harness/processor-time.ts';
import { program } from './harness/program.ts';
import { seedWorkspace } from './harness/seed.ts';
import { timedRequest } from './harness/timed-request.ts';

// A list of a thousand members from the embedded database, which has one connection: how long the calls of many clients
// take, and by how many calls of the same clients each of them is overtaken while it waits.
const { members, clients, seconds } = program({
  members: { usual: 1000 },
  clients: { usual: 16 },
  seconds: { usual: 10, short: 1 },
});

const folder = dataFolder();
try {
  const database = await openPglite(join(folder.path, 'database'));
  await database.migrate();
  const seeder = await database.pool.connect();
  const { secret } = await seedWorkspace(seeder, { members, meetings: 25, projects: 5 });
  seeder.release();
  await database.close();
  const server = await startChancery({ folder, environment: { CHANCERY_BASE_URL: 'http://127.0.0.1:8080' } });

  let [begun, ended] = [0, 0];
  const calls: { milliseconds: number; overtaken: number }[] = [];
  const run = async (until: number, take: (call: (typeof calls)[number]) => void) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (performance.now() < until) {
      const [mine, endedBefore] = [begun, ended];
      begun += 1;
      const { milliseconds } = await timedRequest(
        server.baseUrl,
        { path: `${integration}/members` },
        { agent, token: secret },
      );
      // Those that were under way when it began may end before it; whoever began later has overtaken it.
      const ahead = mine - endedBefore;
      take({ milliseconds, overtaken: Math.max(0, ended - endedBefore - ahead) });
      ended += 1;
    }
    agent.destroy();
  };
  const load = (length: number, take: (call: (typeof calls)[number]) => void) => {
    const until = performance.now() + length * 1000;
    return Promise.all(Array.from({ length: clients }, () => run(until, take)));
  };
  await load(2, () => undefined);
  const before = processorTime(server.pid);
  await load(seconds, (call) => calls.push(call));
  const processorMilliseconds = (processorTime(server.pid) - before) / calls.length;
  await server.stop();

  const at = (share: number, values: readonly number[]) =>
    (values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN).toFixed(0);
  const row = (values: readonly number[]) => [0.5, 0.95, 0.99, 1].map((share) => at(share, values));
  printTable(
    [`${members} members, ${clients} clients, ${calls.length} calls`, 'p50', 'p95', 'p99', 'most'],
    [
      ['milliseconds', ...row(calls.map(({ milliseconds }) => milliseconds))],
      ['overtaken by', ...row(calls.map(({ overtaken }) => overtaken))],
    ],
  );
  console.log(`${processorMilliseconds.toFixed(1)} ms of processor time a call`);
} finally {
  folder.remove();
}
