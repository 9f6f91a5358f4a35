import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresDatabase, type World, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { jobsCommand } from './jobs-command.ts';

const server = process.env.CHANCERY_TEST_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres';

describe('jobsCommand', () => {
  let here: World;
  let folder: string;
  let environment: Record<string, string>;
  before(async () => {
    const database = await postgresDatabase();
    here = await world({ database });
    const { rows } = await database.pool.query<{ name: string }>('select current_database() "name"');
    const url = new URL(server);
    url.pathname = rows[0]?.name ?? '';
    folder = await mkdtemp(join(tmpdir(), 'chancery-'));
    environment = {
      CHANCERY_DATA_DIR: folder,
      CHANCERY_DATABASE_URL: url.href,
      CHANCERY_LOG_LEVEL: 'silent',
    };
  });
  after(async () => {
    await here.database.close();
    await rm(folder, { recursive: true });
  });

  /** The exit code, the output as JSON, and the complaint. */
  async function run(name: string, options: object = {}) {
    const written = { out: [] as string[], err: [] as string[] };
    const { stdout, stderr } = process;
    const own = [stdout.write, stderr.write] as const;
    stdout.write = ((text: string) => written.out.push(text) > 0) as typeof stdout.write;
    stderr.write = ((text: string) => written.err.push(text) > 0) as typeof stderr.write;
    let code: number;
    try {
      code = await jobsCommand(environment, name, options);
    } finally {
      [stdout.write, stderr.write] = own;
    }
    const out = written.out.join('');
    return { code, said: written.err.join(''), answer: out === '' ? null : JSON.parse(out) };
  }

  async function givenDead(workspaceId: string | null): Promise<string> {
    const id = here.ports.ids.uuid7();
    await here.sql(
      `insert into jobs (id, workspace_id, queue, topic, payload, status, attempts, max_attempts, available_at, correlation_id, created_at, dead_at)
       values ($1, $2, 'identity', 'identity.test', '{"n": 1}', 'dead', 3, 3, now(), $1, now(), now())`,
      [id, workspaceId],
    );
    return id;
  }

  it('JOB-10: shows jobs of no workspace and steers them; the ledger of the installation names an operator', async () => {
    const jobId = await givenDead(null);

    const list = await run('jobs list', { topic: 'identity.test' });
    const shown = await run('jobs show', { jobId });
    const replayed = await run('jobs replay', { jobId, reason: 'The provider is back' });
    const again = await run('jobs replay', { jobId });

    expect(list.answer.jobs.map(({ id }: { id: string }) => id)).to.include(jobId);
    expect(shown.answer.job).to.deep.include({ id: jobId, workspaceId: null, status: 'dead' });
    expect(JSON.stringify([list, shown])).to.not.include('payload');
    expect([replayed.code, replayed.answer.job.status, replayed.answer.job.replayCount]).to.deep.equal([
      0,
      'pending',
      1,
    ]);
    expect([again.code, again.answer]).to.deep.equal([5, null]);
    const [line] = await here.sql<{ payload: Uint8Array }>(
      "select payload from audit_event where ledger_id = 'installation' order by seq desc limit 1",
    );
    const { action, actor, target } = JSON.parse(Buffer.from(line?.payload ?? []).toString('utf8'));
    expect([action, actor.kind, target.id]).to.deep.equal(['job.replayed', 'operator', jobId]);
  });

  it('acknowledges a dead job of a workspace in the name of an operator', async () => {
    const jobId = await givenDead(here.workspaceId);

    const refused = await run('jobs ack', { jobId });
    const done = await run('jobs ack', { jobId, reason: 'Told by telephone' });

    expect([refused.code, done.code]).to.deep.equal([2, 0]);
    expect(refused.said).to.include('--reason');
    expect(done.answer.job).to.deep.include({
      status: 'acknowledged',
      acknowledgementReason: 'Told by telephone',
    });
    expect((await here.happened()).at(-1)).to.deep.include({
      type: 'job.acknowledged',
      target: { kind: 'job', id: jobId },
    });
  });

  it('counts the outbox and prunes it', async () => {
    await givenDead(here.workspaceId);
    const over = await givenDead(null);
    await here.sql(
      "update jobs set status = 'succeeded', finished_at = now() - interval '8 days' where id = $1",
      [over],
    );

    const status = await run('outbox status');
    const pruned = await run('jobs prune');

    const identity = status.answer.queues.find(({ queue }: { queue: string }) => queue === 'identity');
    expect(identity.dead).to.be.at.least(1);
    expect(pruned.answer.pruned).to.be.at.least(1);
    expect((await run('jobs show', { jobId: over })).code).to.equal(4);
  });

  it('explains what is wrong with a command that makes no sense', async () => {
    for (const [name, options] of [
      ['jobs show', { jobId: 'x' }],
      ['jobs list', { status: 'lost' }],
      ['jobs list', { limit: '0' }],
      ['jobs replay', { jobId: here.ports.ids.uuid7(), reason: 'x'.repeat(501) }],
    ] as const)
      expect((await run(name, options)).code, name).to.equal(2);
  });
});
