import { join } from 'node:path';
import { openPglite } from '@chancery/adapters-persistence';
import { openSmtpReceiver } from '../packages/adapters-services/src/mail/testing/smtp-receiver.ts';
import { benchDatabase } from './harness/bench-database.ts';
import { type DataFolder, dataFolder, startChancery } from './harness/chancery-server.ts';
import type { ChildServer } from './harness/child-server.ts';
import { raceForAdmission } from './harness/meetings/admission-race.ts';
import { registerHost } from './harness/meetings/host.ts';
import { raceForPeople } from './harness/meetings/people-race.ts';
import { raceForPlaces } from './harness/meetings/places-race.ts';
import { racingCalls } from './harness/meetings/racing-calls.ts';
import { raceForReminders } from './harness/meetings/reminders-race.ts';
import { raceForSessions } from './harness/meetings/sessions-race.ts';
import { printTable } from './harness/printed-table.ts';
import { program } from './harness/program.ts';

// Many simultaneous requests ask for what only one may have: a start, an end, a split, the last place, a decision, a mail, somebody's time.
program({});
const which = process.argv[2] ?? 'both';
let faults = 0;
if (which !== 'postgres') faults += await onPglite();
if (which !== 'pglite') faults += await onPostgres();
process.exitCode = faults === 0 ? 0 : 1;

/** The embedded database serves one process. */
async function onPglite(): Promise<number> {
  const folder = dataFolder();
  try {
    const database = await openPglite(join(folder.path, 'database'));
    await database.migrate();
    await database.close();
    return await race('PGlite, one server', folder, {}, 1);
  } finally {
    folder.remove();
  }
}

/** Two servers on one database, so that nothing in a process can keep those who race apart. */
async function onPostgres(): Promise<number> {
  const folder = dataFolder();
  const database = await benchDatabase();
  const environment = {
    CHANCERY_DATABASE_URL: database.url,
    CHANCERY_AMQP_URL: process.env.CHANCERY_BENCH_AMQP_URL ?? 'amqp://guest:guest@127.0.0.1:5672',
  };
  try {
    return await race('PostgreSQL and RabbitMQ, two servers', folder, environment, 2);
  } finally {
    await database.drop();
    folder.remove();
  }
}

async function race(
  name: string,
  folder: DataFolder,
  database: Readonly<Record<string, string>>,
  count: number,
): Promise<number> {
  const post = await openSmtpReceiver();
  const environment = {
    ...database,
    CHANCERY_SMTP_URL: `smtp://127.0.0.1:${post.port}`,
    CHANCERY_EMAIL_VERIFICATION: 'optional',
    CHANCERY_ACCESS_TOKEN_SECONDS: '3600',
    // The issuer of the tokens, which both servers must accept.
    CHANCERY_BASE_URL: 'http://127.0.0.1:8080',
  };
  const servers: ChildServer[] = [];
  try {
    while (servers.length < count) servers.push(await startChancery({ folder, environment }));
    const urls = servers.map(({ baseUrl }) => baseUrl);
    const calls = racingCalls(urls, await registerHost(urls[0] ?? ''));
    const lines = [
      ...(await raceForSessions(calls)),
      ...(await raceForPlaces(calls)),
      ...(await raceForAdmission(calls)),
      ...(await raceForPeople(calls)),
      ...(await raceForReminders(calls, post.received)),
    ];
    printTable([name, 'found', 'expected'], lines);
    return lines.filter(([, found, expected]) => found !== expected).length;
  } finally {
    for (const server of servers) await server.stop();
    await post.close();
  }
}
