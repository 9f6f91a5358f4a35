import { failureOf, faultsOf, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { plusSeconds } from '../../kernel/time.ts';
import { givenJob } from './testing/given-job.ts';

describe('listJobs', () => {
  it('lists the dead jobs, newest first, page by page, with filters', async () => {
    const here = await world();
    const at = (seconds: number) => plusSeconds(here.clock.now(), -seconds);
    const [oldest, middle, newest] = [
      await givenJob(here, { createdAt: at(30), topic: 'test.other' }),
      await givenJob(here, { createdAt: at(20), queue: 'mail' }),
      await givenJob(here, { createdAt: at(10) }),
    ];
    await givenJob(here, { status: 'succeeded' });
    const list = async (input: object) => {
      const answer = await here.chancery.workspace.listJobs(input, here.owner.session);
      return { ids: answer.jobs.map(({ id }) => id), count: answer.count, nextCursor: answer.nextCursor };
    };

    const first = await list({ limit: 2 });
    const second = await list({ limit: 2, cursor: first.nextCursor });

    expect([first.ids, first.count]).to.deep.equal([[newest, middle], 2]);
    expect(second).to.deep.equal({ ids: [oldest], count: 1, nextCursor: null });
    expect((await list({ topic: 'test.other' })).ids).to.deep.equal([oldest]);
    expect((await list({ queue: 'mail' })).ids).to.deep.equal([middle]);
    expect((await list({ from: at(20), to: at(10) })).ids).to.deep.equal([middle]);
    expect((await list({ status: 'succeeded' })).count).to.equal(1);
    expect(await faultsOf(list({ queue: 'No Queue' }))).to.deep.equal(['/queue field.invalid']);
  });

  it('JOB-10: shows neither the jobs of the installation nor those of another workspace', async () => {
    const here = await world();
    const other = await here.stranger();
    const hidden = [
      await givenJob(here, { workspaceId: null }),
      await givenJob(here, { workspaceId: other.workspaceId }),
    ];

    const { jobs } = await here.chancery.workspace.listJobs({}, here.owner.session);

    expect(jobs).to.deep.equal([]);
    for (const jobId of hidden) {
      for (const act of [
        here.chancery.workspace.getJob({ jobId }, here.owner.session),
        here.chancery.workspace.replayJob({ jobId }, here.owner.session),
        here.chancery.workspace.acknowledgeJob({ jobId, reason: 'x' }, here.owner.session),
      ])
        expect(await failureOf(act)).to.equal('job.not_found');
    }
    const bulk = await here.chancery.workspace.replayJobs(
      { topic: 'test.topic', dryRun: false },
      here.owner.session,
    );
    expect(bulk).to.deep.equal({ matched: 0, replayed: 0, jobIds: [] });
  });
});
