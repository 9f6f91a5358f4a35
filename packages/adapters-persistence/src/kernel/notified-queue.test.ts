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
  before(async function () {
    this.timeout(60_000);
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

  const open = (onDead?: (jobId: string) => Promise<void>) => {
    const inner = new InProcessQueue({ redeliveryDelayMs: 0, ...(onDead && { onDead }) });
    const queue = new NotifiedQueue(inner, database.pool, url);
    opened.push(queue);
    return queue;
  };

  queueContract('PostgreSQL notices', async (onDead) => {
    const queue = open(onDead);
    return { queue, close: () => queue.close() };
  });

  /** A consumer of another process; resolves once it listens. */
  async function listener(name: string) {
    const heard = new EventEmitter();
    const queue = open();
    await queue.consume(name, 5, async (jobId) => void heard.emit('job', jobId));
    await listening();
    return heard;
  }
  async function listening(): Promise<void> {
    for (;;) {
      const { rows } = await database.pool.query(
        "select 1 from pg_stat_activity where datname = current_database() and query = 'listen chancery_jobs' and state = 'idle'",
      );
      if (rows.length > 0) return;
    }
  }

  it('wakes the consumers of other processes, each of its own queue', async () => {
    const [mail, system] = [await listener('mail'), await listener('system')];
    const others: string[] = [];
    system.on('job', (jobId) => others.push(jobId));

    const woken = once(mail, 'job');
    await open().publish('mail', ['a']);

    expect(await woken).to.deep.equal(['a']);
    expect(others).to.deep.equal([]);
  });

  it('listens again after its connection was lost', async () => {
    const mail = await listener('mail');
    await database.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query = 'listen chancery_jobs'",
    );
    await listening();

    const woken = once(mail, 'job');
    await open().publish('mail', ['b']);

    expect(await woken).to.deep.equal(['b']);
  });

  it('carries many ids in notices that PostgreSQL takes, and hears nothing that is no notice', async () => {
    const mail = await listener('mail');
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
