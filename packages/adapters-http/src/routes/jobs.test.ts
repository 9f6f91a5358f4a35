import { postgresDatabase, type World, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { type Served, served } from '../testing/served.ts';

describe('the endpoints of jobs', () => {
  let here: Served;
  let close: () => Promise<void>;
  before(async () => {
    const database = await postgresDatabase();
    here = await served({ world: await world({ database }) });
    close = async () => {
      await here.close();
      await database.close();
    };
  });
  after(() => close());

  const token = () => here.owner.session.credential;
  async function givenDead(of: Pick<World, 'workspaceId'> | { workspaceId: null } = here): Promise<string> {
    const id = here.ports.ids.uuid7();
    await here.sql(
      `insert into jobs (id, workspace_id, queue, topic, payload, status, attempts, max_attempts, available_at, correlation_id, created_at,
         dead_at, last_error_code)
       values ($1, $2, 'mail', 'meetings.mail', '{"invitationId": "carried-only"}', 'dead', 12, 12, $3, $1, $3, $3, 'mail.refused')`,
      [id, of.workspaceId, here.clock.now()],
    );
    return id;
  }

  it('JOB-9: answers hold no payload', async () => {
    const jobId = await givenDead();

    const list = await here.call('GET /api/v1/workspace/jobs?topic=meetings.mail', { token: token() });
    const one = await here.call(`GET /api/v1/workspace/jobs/${jobId}`, { token: token() });

    expect([list.status, one.status]).to.deep.equal([200, 200]);
    expect(list.body.data.jobs[0]).to.include({ id: jobId, status: 'dead', lastErrorCode: 'mail.refused' });
    expect(list.text + one.text)
      .to.not.include('carried-only')
      .and.not.include('payload');
  });

  it('JOB-8: of two who replay one job at once, one gets 200 and one 409', async () => {
    const jobId = await givenDead();
    const replay = () =>
      here.call(`POST /api/v1/workspace/jobs/${jobId}/replay`, { token: token(), body: { reason: 'again' } });

    const answers = await Promise.all([replay(), replay()]);

    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
    const [won, lost] = [...answers].sort((a, b) => a.status - b.status);
    expect(won?.body.data.job).to.include({ status: 'pending', replayCount: 1 });
    expect(lost?.body.error.code).to.equal('job.invalid_state');
    const events = (await here.happened()).filter(({ target }) => target.id === jobId);
    expect(events.map(({ type }) => type)).to.deep.equal(['job.replayed']);
  });

  it('JOB-8: of two who replay in bulk at once, each job is replayed by one', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => givenDead()));
    const replay = () =>
      here.call('POST /api/v1/workspace/jobs/replay', {
        token: token(),
        body: { errorCode: 'mail.refused', dryRun: false, limit: 12 },
      });

    const answers = await Promise.all([replay(), replay()]);

    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200]);
    const replayed = answers.flatMap(({ body }) => body.data.jobIds);
    expect(new Set(replayed).size).to.equal(replayed.length);
    const replays = await here.sql<{ most: number }>(
      'select max(replay_count)::int most from jobs where id = any($1)',
      [ids],
    );
    expect(replays).to.deep.equal([{ most: 1 }]);
  });

  it('JOB-10: a job without a workspace is not found, and neither is one of another workspace', async () => {
    for (const jobId of [await givenDead({ workspaceId: null }), await givenDead(await here.stranger())]) {
      const answers = [
        await here.call(`GET /api/v1/workspace/jobs/${jobId}`, { token: token() }),
        await here.call(`POST /api/v1/workspace/jobs/${jobId}/replay`, { token: token(), body: {} }),
        await here.call(`POST /api/v1/workspace/jobs/${jobId}/acknowledge`, {
          token: token(),
          body: { reason: 'x' },
        }),
      ];
      expect(answers.map(({ status, body }) => [status, body.error.code])).to.deep.equal(
        Array(3).fill([404, 'job.not_found']),
      );
      expect((await here.call('GET /api/v1/workspace/jobs', { token: token() })).text).to.not.include(jobId);
    }
  });

  it('counts the waiting jobs, and discards a dead one', async () => {
    const jobId = await givenDead();
    const before = await here.call('GET /api/v1/workspace/jobs/summary', { token: token() });
    const dead = (answer: typeof before) =>
      answer.body.data.queues.find(({ queue }: { queue: string }) => queue === 'mail').dead;

    const missing = await here.call(`POST /api/v1/workspace/jobs/${jobId}/acknowledge`, {
      token: token(),
      body: {},
    });
    const done = await here.call(`POST /api/v1/workspace/jobs/${jobId}/acknowledge`, {
      token: token(),
      body: { reason: 'Told by telephone' },
    });
    const after = await here.call('GET /api/v1/workspace/jobs/summary', { token: token() });

    expect([missing.status, done.status]).to.deep.equal([400, 200]);
    expect(done.body.data.job.status).to.equal('acknowledged');
    expect(dead(before) - dead(after)).to.equal(1);
  });
});
