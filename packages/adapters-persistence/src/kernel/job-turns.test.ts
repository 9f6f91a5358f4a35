import { systemIds } from '@chancery/core';
import { expect } from 'chai';
import { onBothDatabases } from '../testing/both-databases.ts';
import { postgresDatabase } from '../testing/databases.ts';
import { noon } from '../testing/world.ts';
import type { Database } from './data-source.ts';
import { jobStore } from './jobs.ts';

/** A queue with so many due jobs of each workspace, those of the first the oldest. */
async function queueOf(database: Database, counts: Readonly<Record<string, number>>) {
  const queue = `queue-${systemIds.uuid7()}`;
  for (const [index, [workspace, count]] of Object.entries(counts).entries())
    await database.pool.query(
      `insert into jobs (id, workspace_id, queue, topic, context, payload, status, attempts, max_attempts, available_at, correlation_id, created_at)
       select gen_random_uuid(), nullif($2, 'none'), $1, 'test.topic', 'kernel', '{}', 'pending', 0, 3,
         $3::timestamptz - make_interval(secs => $4 - n * 0.001), gen_random_uuid(), $3
       from generate_series(1, $5::integer) n`,
      [queue, workspace, noon, 100 - index, count],
    );
  const store = jobStore(database);
  const claim = async (limit: number, ahead = 0) =>
    (await store.claim(queue, limit, 120, noon, ahead))
      .map(({ workspaceId }) => workspaceId ?? 'none')
      .sort();
  return { queue, claim };
}

onBothDatabases('jobs of several workspaces', (database) => {
  it('PLT-30: nine thousand jobs of one workspace hold back no other; workspaces are served in turn', async () => {
    const { claim } = await queueOf(database(), { ws_a: 9000, ws_b: 3, ws_c: 1, none: 1 });

    expect(await claim(5)).to.deep.equal(['none', 'ws_a', 'ws_a', 'ws_b', 'ws_c']);
    const singly: string[] = [];
    for (let next = 0; next < 5; next += 1) singly.push(...(await claim(1)));
    expect(singly.filter((workspace) => workspace === 'ws_b')).to.have.lengthOf(2);
    expect(singly.slice(0, 2).sort()).to.deep.equal(['ws_a', 'ws_b']);
    expect(await claim(3)).to.deep.equal(['ws_a', 'ws_a', 'ws_a']);
  });

  it('PLT-30: what is claimed ahead is shared by the workspaces too, and of none more is locked than its share', async () => {
    const { claim } = await queueOf(database(), { ws_a: 200, ws_b: 200, ws_c: 3 });

    const claimed = await claim(2, 58);

    const of = (name: string) => claimed.filter((workspace) => workspace === name).length;
    expect([of('ws_a'), of('ws_b'), of('ws_c')]).to.deep.equal([20, 20, 3]);
  });

  it('PLT-30: a workspace that waits for its time takes no turn from those with work', async () => {
    const { claim } = await queueOf(database(), { ws_b: 4 });
    expect(await claim(2)).to.deep.equal(['ws_b', 'ws_b']);
    expect(await claim(9)).to.deep.equal(['ws_b', 'ws_b']);
    expect(await claim(9)).to.deep.equal([]);
  });
});

describe('jobs that another worker is claiming, on PostgreSQL', () => {
  let database: Database;
  before(async () => {
    database = await postgresDatabase();
  });
  after(() => database?.close());

  it('JOB-4: are passed over and not waited for', async () => {
    const { queue, claim } = await queueOf(database, { ws_a: 2, ws_b: 1 });
    const other = await database.pool.connect();
    try {
      await other.query('begin');
      await other.query(
        "select from jobs where queue = $1 and workspace_id = 'ws_a' order by available_at limit 1 for update",
        [queue],
      );

      expect(await claim(3)).to.deep.equal(['ws_a', 'ws_b']);

      await other.query('rollback');
      expect(await claim(3)).to.deep.equal(['ws_a']);
    } finally {
      other.release();
    }
  });
});
