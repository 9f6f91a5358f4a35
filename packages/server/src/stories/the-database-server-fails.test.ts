import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Chancery, memorySession } from '@chancery/sdk';
import { expect } from 'chai';
import { endProcesses, type ServerProcess, startServer } from '../testing/server-process.ts';
import { type TemporaryCluster, temporaryCluster } from '../testing/temporary-cluster.ts';
import { storyPassword } from './testing/installation.ts';

const writers = 4;

describe('story: the database server fails, and its replica takes over', () => {
  let primary: TemporaryCluster;
  let replica: TemporaryCluster;
  let server: ServerProcess;
  before(async () => {
    // A commit waits until the replica has it, so that nothing acknowledged is on one server alone.
    primary = await temporaryCluster({ settings: '-c synchronous_standby_names=*' });
    replica = await primary.replica();
    const [first, second] = [primary, replica].map(
      (cluster) => new URL(cluster.url('postgres', 'postgres')).host,
    );
    server = await startServer(['serve', '--migrate'], {
      CHANCERY_DATABASE_URL: `postgresql://postgres@${first},${second}/postgres`,
      CHANCERY_DATABASE_POOL_SIZE: '4',
      CHANCERY_REGISTRATION: 'open',
      CHANCERY_RATE_LIMIT_SCALE: '0',
      CHANCERY_DATA_DIR: primary.folder,
    });
    await server.ready();
  });
  after(async () => {
    await endProcesses();
    await replica?.end();
    await primary?.end();
  });

  it('keeps every project that was acknowledged and goes on without a restart', async () => {
    const session = memorySession();
    const client = new Chancery({ baseUrl: server.baseUrl, session, maxRetries: 0 });
    await session.save(
      await client.identity.registerAccount({
        email: 'ada@example.com',
        displayName: 'Ada Lovelace',
        password: storyPassword,
      }),
    );
    const acknowledged = new Set<string>();
    const refused = new Set<string>();
    let isOver = false;
    const write = async (writer: number) => {
      for (let turn = 0; !isOver; turn += 1) {
        const name = `Project ${writer} ${turn}`;
        const idempotencyKey = randomUUID();
        // The same call again until it is answered, as the SDK's users do.
        for (let answered = false; !answered; ) {
          answered = await client.workspace.createProject({ name }, { idempotencyKey }).then(
            () => acknowledged.add(name) !== undefined,
            (error: { code?: string }) => {
              refused.add(error.code ?? String(error));
              return false;
            },
          );
          if (!answered) await wait(50);
        }
      }
    };
    const writing = Array.from({ length: writers }, (_, writer) => write(writer));
    await more(20);

    await primary.crash();
    const failedAt = Date.now();
    await replica.promote();
    await more(20);
    const seconds = (Date.now() - failedAt) / 1000;
    isOver = true;
    await Promise.all(writing);

    const names = await namesOf(client);
    expect(names).to.deep.equal([...acknowledged].sort());
    expect([...refused].filter((code) => code !== 'dependency.unavailable')).to.deep.equal([]);
    expect(seconds).to.be.below(30);

    async function more(count: number) {
      const wanted = acknowledged.size + count;
      for (let tries = 0; acknowledged.size < wanted; tries += 1) {
        if (tries > 600) throw new Error(`Nothing more is acknowledged: ${[...refused].join(', ')}`);
        await wait(50);
      }
    }
  });
});

/** The names of all projects, once each time that they are there. */
async function namesOf(client: Chancery): Promise<readonly string[]> {
  const names: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await client.workspace.listProjects({ limit: 100, ...(cursor === null ? {} : { cursor }) });
    names.push(...page.projects.map(({ name }) => name));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return names.sort();
}
