import { Agent } from 'node:http';
import { benchDatabase } from './harness/bench-database.ts';
import { dataFolder, startChancery } from './harness/chancery-server.ts';
import { median, printTable } from './harness/printed-table.ts';
import { program } from './harness/program.ts';
import { timedRequest } from './harness/timed-request.ts';

// How long a refused sign-in takes for an address that has an owner and for one that nobody knows (AUT-4). The suite counts the
// hashings instead, because a clock tells the truth on an idle machine only.
const { tries, rounds } = program({ tries: { usual: 50, short: 5 }, rounds: { usual: 3, short: 1 } });
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

const folder = dataFolder();
const database = await benchDatabase();
try {
  const rows: (string | number)[][] = [];
  for (let round = 1; round <= rounds; round += 1) {
    // Each round has a server of its own, and ten times the limits: a hundred tries at one address are examined in a row.
    const server = await startChancery({
      folder,
      environment: {
        CHANCERY_DATABASE_URL: database.url,
        CHANCERY_WORKERS: 'none',
        CHANCERY_RATE_LIMIT_SCALE: '10',
      },
    });
    const post = async (path: string, body: object) => {
      const begun = performance.now();
      await timedRequest(server.baseUrl, { path, method: 'POST', body }, { agent, token: null }).catch(
        // A refusal is what is measured.
        () => undefined,
      );
      return performance.now() - begun;
    };
    const known = `known.${round}@example.com`;
    await post('/api/v1/auth/register', {
      email: known,
      password: 'a long walk by the river',
      displayName: 'Known',
    });
    await database.client.query('update accounts set email_verified_at = created_at');
    await database.client.query('delete from password_attempts');
    const addresses = [known, `unknown.${round}@example.com`];
    const times: number[][] = [[], []];
    // The addresses take turns, so that other load on the machine affects both alike; the first turn warms up.
    for (let turn = -1; turn < tries; turn += 1)
      for (const side of turn % 2 === 0 ? [0, 1] : [1, 0]) {
        const email = addresses[side] ?? '';
        const taken = await post('/api/v1/auth/login', { email, password: 'a wrong walk by the river' });
        if (turn >= 0) times[side]?.push(taken);
      }
    const [ofKnown = 0, ofUnknown = 0] = times.map(median);
    rows.push([round, ofKnown.toFixed(2), ofUnknown.toFixed(2), (ofKnown / ofUnknown).toFixed(3)]);
    await server.stop();
  }
  printTable([`p50 of ${tries} in ms, round`, 'known', 'unknown', 'ratio'], rows);
} finally {
  agent.destroy();
  await database.drop().catch(console.error);
  folder.remove();
}
