import { Agent } from 'node:http';
import { benchDatabase } from './harness/bench-database.ts';
import { dataFolder, startChancery } from './harness/chancery-server.ts';
import { mediansInTurns } from './harness/medians-in-turns.ts';
import { printTable } from './harness/printed-table.ts';
import { program } from './harness/program.ts';
import { seedWorkspace } from './harness/seed.ts';
import { timedRequest } from './harness/timed-request.ts';

// What a signed-in request costs with one live session and with a hundred thousand: the look-up of PLT-12 at each of them.
const { batches, people } = program({
  batches: { usual: 15, short: 3 },
  people: { usual: 2000 },
});
const sessionsOfEach = 50;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

const sessionsSql = `
  insert into sessions (id, user_id, auth_method, authenticated_at, created_at, last_seen_at, expires_at, absolute_ends_at,
    active_workspace_id, generation, current_secret_hash)
  select gen_random_uuid(), m.user_id, 'password', now(), now(), now(), now() + interval '30 days', now() + interval '90 days',
    $1, 1, md5(m.user_id || n)
  from memberships m, generate_series(1, ${sessionsOfEach}) n
  where m.workspace_id = $1`;

const folder = dataFolder();
const [few, many] = [await benchDatabase(), await benchDatabase()];
try {
  const { workspaceId } = await seedWorkspace(many.client, { members: people, meetings: 0, projects: 0 });
  await many.client.query(sessionsSql, [workspaceId]);
  for (const { client } of [few, many]) await client.query('vacuum analyze');

  const servers = [];
  const places: { baseUrl: string; token: string }[] = [];
  for (const { url } of [few, many]) {
    const server = await startChancery({
      folder,
      environment: { CHANCERY_DATABASE_URL: url, CHANCERY_WORKERS: 'none' },
    });
    servers.push(server);
    const { text } = await timedRequest(
      server.baseUrl,
      {
        path: '/api/v1/auth/register',
        method: 'POST',
        body: { email: 'ada@example.com', password: 'a long walk by the river', displayName: 'Ada Lovelace' },
      },
      { agent, token: null },
    );
    places.push({ baseUrl: server.baseUrl, token: JSON.parse(text).data.accessToken });
  }

  const rows: (string | number)[][] = [];
  for (const [name, path] of [
    ['me', '/api/v1/auth/me'],
    ['sessions', '/api/v1/auth/sessions'],
    ['projects', '/api/v1/projects'],
  ] as const) {
    const [a = 0, b = 0] = await mediansInTurns(places, batches, async ({ baseUrl, token }) => {
      const { milliseconds } = await timedRequest(baseUrl, { path }, { agent, token });
      return milliseconds;
    });
    rows.push([name, a.toFixed(2), b.toFixed(2), (b / a).toFixed(2)]);
  }
  printTable(['p50 in ms', '1 session', `${people * sessionsOfEach + 1} sessions`, 'ratio'], rows);
  for (const server of servers) await server.stop();
} finally {
  agent.destroy();
  for (const database of [few, many]) await database.drop().catch(console.error);
  folder.remove();
}
