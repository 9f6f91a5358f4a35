import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type StartedPgbouncer, startedPgbouncer } from '@chancery/adapters-persistence/testing';
import { Chancery, memorySession } from '@chancery/sdk';
import { expect } from 'chai';
import pg from 'pg';
import { endProcesses, type ServerProcess, startServer, until } from '../testing/server-process.ts';
import { storyPassword } from './testing/installation.ts';
import { ownPostgres } from './testing/own-postgres.ts';

const poolerConnections = 3;
const invited = 40;
/** To each guest one, and one that asks Ada to verify her address. */
const mailed = invited + 1;

describe('story: two servers and a worker behind a PgBouncer that pools by transaction', () => {
  let folder: string;
  let database: Awaited<ReturnType<typeof ownPostgres>>;
  let bouncer: StartedPgbouncer;
  let servers: readonly ServerProcess[];
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chancery-pooled-'));
    database = await ownPostgres();
    bouncer = await startedPgbouncer(database.url, { connections: poolerConnections });
    const environment = {
      CHANCERY_DATABASE_URL: database.url,
      CHANCERY_DATABASE_POOLER_URL: bouncer.url,
      CHANCERY_DATA_DIR: folder,
      CHANCERY_REGISTRATION: 'open',
      CHANCERY_RATE_LIMIT_SCALE: '0',
    };
    const first = await startServer(['serve', '--migrate'], { ...environment, CHANCERY_WORKERS: 'none' });
    await first.ready();
    const second = await startServer(['serve'], { ...environment, CHANCERY_WORKERS: 'none' });
    await second.ready();
    await startServer(['worker'], environment);
    servers = [first, second];
  });
  after(async () => {
    await endProcesses();
    await bouncer?.end();
    await database?.close();
    await rm(folder, { recursive: true });
  });

  it('answers many people at once, does each job once, and lends no more connections than the pooler has', async () => {
    const session = memorySession();
    const [one, other] = servers.map(({ baseUrl }) => new Chancery({ baseUrl, session, maxRetries: 0 }));
    if (one === undefined || other === undefined) throw new Error('Two servers were started.');
    await session.save(
      await one.identity.registerAccount({
        email: 'ada@example.com',
        displayName: 'Ada Lovelace',
        password: storyPassword,
      }),
    );

    const addresses = Array.from({ length: invited }, (_, n) => `guest.${n}@example.org`);
    const busiest = highestUse(database.url);
    await Promise.all(
      addresses.flatMap((email, n) => [
        (n % 2 === 0 ? one : other).workspace.createInvitation({ email, role: 'guest' }),
        (n % 2 === 0 ? other : one).workspace.createProject({ name: `Project ${n}` }),
      ]),
    );
    await until(
      async () => (await mailsIn(folder)) >= mailed,
      () => 'not every mail was sent',
    );

    const { projects } = await other.workspace.listProjects({ limit: 100 });
    expect(projects.map(({ name }) => name).sort()).to.deep.equal(
      addresses.map((_, n) => `Project ${n}`).sort(),
    );
    const { invitations } = await one.workspace.listInvitations({ limit: 100 });
    expect(invitations.map(({ email }) => email).sort()).to.deep.equal(addresses.sort());
    expect(await mailsIn(folder)).to.equal(mailed);
    expect(await busiest()).to.be.within(1, poolerConnections);
  });
});

const mailsIn = async (folder: string): Promise<number> =>
  (await readdir(join(folder, 'mail')).catch(() => [])).filter((name) => name.endsWith('.eml')).length;

/** Looks now and then how many connections the pooler has to the database; ends with the most that it saw. */
function highestUse(url: string): () => Promise<number> {
  let isOver = false;
  const watching = (async () => {
    const client = new pg.Client(url);
    await client.connect();
    let most = 0;
    while (!isOver) {
      const { rows } = await client.query<{ used: number }>(`
        select count(*)::integer used from pg_stat_activity
        where datname = current_database() and application_name like '%pgbouncer%'`);
      most = Math.max(most, rows[0]?.used ?? 0);
    }
    await client.end();
    return most;
  })();
  return () => {
    isOver = true;
    return watching;
  };
}
