import { world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { plusDays, plusSeconds } from '../../kernel/time.ts';
import { pruneJobs, reapJobs } from './housekeeping.ts';
import { givenJob } from './testing/given-job.ts';

describe('housekeeping of the outbox', () => {
  it('JOB-7: prunes what is over after its time, and never a dead letter that nobody acknowledged', async () => {
    const here = await world();
    const now = here.clock.now();
    const ended = async (status: string, column: string, daysAgo: number) => {
      const id = await givenJob(here, { status });
      await here.sql(`update jobs set ${column} = $2 where id = $1`, [id, plusDays(now, -daysAgo)]);
      return id;
    };
    const gone = [
      await ended('succeeded', 'finished_at', 7),
      await ended('cancelled', 'finished_at', 8),
      await ended('acknowledged', 'acknowledged_at', 90),
    ];
    const kept = [
      await ended('succeeded', 'finished_at', 6),
      await ended('acknowledged', 'acknowledged_at', 89),
      await ended('dead', 'dead_at', 4000),
      await ended('pending', 'created_at', 4000),
    ];

    await here.worker.run('jobs.prune');

    const left = await here.sql<{ id: string }>('select id from jobs where workspace_id = $1', [
      here.workspaceId,
    ]);
    const ids = left.map(({ id }) => id);
    expect(ids).to.include.members(kept).and.not.include.members(gone);
  });

  it('JOB-4, JOB-7: a run that fails is tried five times in the queue of the system; the next tick comes anyway', () => {
    for (const topic of [reapJobs, pruneJobs])
      expect(topic.policy).to.include({ ...defaultJobPolicy, queue: 'system', maxAttempts: 5 });
  });

  it('JOB-4: a job whose worker ended goes to another, and is dead when that was its last attempt', async () => {
    const here = await world();
    const [again, spent, held] = [
      await givenJob(here, { status: 'running' }),
      await givenJob(here, { status: 'running' }),
      await givenJob(here, { status: 'running' }),
    ];
    await here.sql('update jobs set attempts = 2, lease_expires_at = $2 where id = $1', [
      again,
      here.clock.now(),
    ]);
    await here.sql('update jobs set lease_expires_at = $2 where id = $1', [spent, here.clock.now()]);
    await here.sql('update jobs set lease_expires_at = $2 where id = $1', [
      held,
      plusSeconds(here.clock.now(), 1),
    ]);

    await here.worker.run('jobs.reap');

    const read = async (jobId: string) =>
      (await here.chancery.workspace.getJob({ jobId }, here.owner.session)).job;
    expect(await read(again)).to.deep.include({
      status: 'retrying',
      lastErrorCode: 'lease_lost',
      leaseExpiresAt: null,
    });
    expect(await read(spent)).to.deep.include({
      status: 'dead',
      deadAt: here.clock.now(),
      lastErrorCode: 'lease_lost',
    });
    expect((await read(held)).status).to.equal('running');
  });

  it('deletes outcomes of idempotent requests after a day, and records of which job ran what after 30 days', async () => {
    const { sql, worker, clock, ports } = await world();
    const ids = [ports.ids.uuid7(), ports.ids.uuid7()];
    for (const [n, id] of ids.entries()) {
      await sql("insert into idempotency values ($1, 'f', false, 'b', false, $2)", [
        id,
        plusSeconds(clock.now(), n),
      ]);
      await sql("insert into inbox values ('test', $1, $2)", [id, plusDays(clock.now(), n - 30)]);
    }

    await worker.run('idempotency.prune');
    await worker.run('jobs.prune');

    expect(await sql('select key_hash id from idempotency where key_hash = any($1)', [ids])).to.deep.equal([
      { id: ids[1] },
    ]);
    expect(await sql('select job_id id from inbox where job_id = any($1)', [ids])).to.deep.equal([
      { id: ids[1] },
    ]);
  });
});
