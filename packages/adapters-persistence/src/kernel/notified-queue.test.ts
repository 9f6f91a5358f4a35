import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { InProcessQueue } from '@chancery/adapters-services';
import { queueContract } from '@chancery/core/testing';
import { expect } from 'chai';
import { postgresDatabase } from '../testing/databases.ts';
import type { Database } from './data-source.ts';
import { NotifiedQueue } from './notified-queue.ts';

const server = process.env.CHANCERY_TEST_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres';

describe('NotifiedQueue', () => {
  let database: Database;
  let url: string;
  let opened: NotifiedQueue[];
  before(async () => {
    database = await postgresDatabase();
    const { rows } = await database.pool.query<{ name: string }>('select current_database() "name"');
    const target = new URL(server);
    target.pathname = rows[0]?.name ?? '';
    url = target.href;
  });
  after(() => database.close());
  beforeEach(() => {
    opened = [];
  });
  afterEach(async () => {
    for (const queue of opened) await queue.close();
  });

  const open = (onDead?: (jobId: string) => Promise<void>, at = url) => {
    const inner = new InProcessQueue({ redeliveryDelayMs: 0, ...(onDead && { onDead }) });
    const queue = new NotifiedQueue(inner, database.pool, at);
    opened.push(queue);
    return queue;
  };

  queueContract('PostgreSQL notices', async (onDead) => {
    const queue = open(onDead);
    return { queue, close: () => queue.close() };
  });

  /** Starts a consumer in another process, and waits until it listens. */
  async function listener(name: string) {
    const application = `listener ${randomUUID().slice(0, 8)}`;
    const at = new URL(url);
    at.searchParams.set('application_name', application);
    const heard = new EventEmitter();
    await open(undefined, at.href).consume(name, 5, async (jobId) => void heard.emit('job', jobId));
    return { heard, application, backend: await listening(application) };
  }
  /**
   * The backend on which this application listens. One that was ended, by its client or by force, is shown for a while as if it
   * still listened, so those of other tests and the one that is `lost` do not count.
   */
  async function listening(application: string, lost = 0): Promise<number> {
    for (;;) {
      const { rows } = await database.pool.query<{ pid: number }>(
        "select pid from pg_stat_activity where application_name = $1 and pid <> $2 and query = 'listen chancery_jobs' and state = 'idle'",
        [application, lost],
      );
      if (rows[0] !== undefined) return rows[0].pid;
    }
  }

  it('wakes the consumers of other processes, each of its own queue', async () => {
    const [{ heard: mail }, { heard: system }] = [await listener('mail'), await listener('system')];
    const others: string[] = [];
    system.on('job', (jobId) => others.push(jobId));

    const woken = once(mail, 'job');
    await open().publish('mail', ['a']);

    expect(await woken).to.deep.equal(['a']);
    expect(others).to.deep.equal([]);
  });

  it('listens again after its connection was lost', async () => {
    const { heard: mail, application, backend } = await listener('mail');
    await database.pool.query('select pg_terminate_backend($1)', [backend]);
    await listening(application, backend);

    const woken = once(mail, 'job');
    await open().publish('mail', ['b']);

    expect(await woken).to.deep.equal(['b']);
  });

  it('carries many ids in notices that PostgreSQL accepts, and ignores whatever is no notice', async () => {
    const { heard: mail } = await listener('mail');
    const jobIds = Array.from(
      { length: 450 },
      (_, index) => `0190a000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    );
    const seen = new Set<string>();
    const all = new Promise<void>((resolve) =>
      mail.on('job', (jobId) => seen.add(jobId).size === jobIds.length && resolve()),
    );

    for (const noise of ['', 'x', '{}', '[]', 'null', '{"from":1,"queue":"mail","jobIds":["z"]}'])
      await database.pool.query("select pg_notify('chancery_jobs', $1)", [noise]);
    await open().publish('mail', jobIds);
    await all;

    expect([...seen].sort()).to.deep.equal(jobIds);
  });
});
