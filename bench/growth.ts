import { Agent } from 'node:http';
import { benchDatabase } from './harness/bench-database.ts';
import { dataFolder, startChancery } from './harness/chancery-server.ts';
import { measured } from './harness/load.ts';
import { mediansInTurns } from './harness/medians-in-turns.ts';
import { printTable } from './harness/printed-table.ts';
import { seedWorkspace } from './harness/seed.ts';
import { timedRequest } from './harness/timed-request.ts';

// Measures the same four reads, one after the other on one connection: alone with 100 meetings, and with 100,000 among 1,000 other workspaces.
const people = { members: 1000, projects: 500 };
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

const folder = dataFolder();
const [small, large] = [await benchDatabase(), await benchDatabase()];
try {
  const hundred = await seedWorkspace(small.client, { ...people, meetings: 100 });
  const full = await seedWorkspace(small.client, { ...people, meetings: 250 });
  const crowded = await seedWorkspace(large.client, { ...people, meetings: 100_000 });
  for (let number = 0; number < 1000; number += 1)
    await seedWorkspace(large.client, { members: 10, meetings: 20, projects: 5 });
  for (const { client } of [small, large]) await client.query('vacuum analyze');

  const start = (url: string) =>
    startChancery({ folder, environment: { CHANCERY_DATABASE_URL: url, CHANCERY_WORKERS: 'none' } });
  const servers = [await start(small.url), await start(large.url)] as const;
  const places = [
    { baseUrl: servers[0].baseUrl, secret: hundred.secret },
    { baseUrl: servers[0].baseUrl, secret: full.secret },
    { baseUrl: servers[1].baseUrl, secret: crowded.secret },
  ];
  const rows: (string | number)[][] = [];
  for (const name of ['workspace', 'members', 'meetings', 'projects'] as const) {
    const [a = 0, b = 0, c = 0] = await mediansInTurns(places, async ({ baseUrl, secret }) => {
      const { milliseconds } = await timedRequest(baseUrl, measured[name], { agent, token: secret });
      return milliseconds;
    });
    rows.push([name, a.toFixed(2), b.toFixed(2), c.toFixed(2), (c / a).toFixed(2), (c / b).toFixed(2)]);
  }
  printTable(
    ['p50 in ms', '100 meetings', '250 meetings', '100,000 among 1,000', 'ratio to 100', 'ratio to 250'],
    rows,
  );
  for (const server of servers) await server.stop();
} finally {
  agent.destroy();
  for (const database of [small, large]) await database.drop().catch(console.error);
  folder.remove();
}
