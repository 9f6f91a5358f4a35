import { faultsOf, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { plusSeconds } from '../../kernel/time.ts';
import { givenJob } from './testing/given-job.ts';

describe('replayJobs', () => {
  it('JOB-8: is a dry run by default and never exceeds its limit; the oldest jobs go first', async () => {
    const here = await world();
    const ids: string[] = [];
    for (const seconds of [40, 30, 20, 10])
      ids.push(await givenJob(here, { createdAt: plusSeconds(here.clock.now(), -seconds) }));
    await givenJob(here, { topic: 'test.other' });
    const replay = (input: object) =>
      here.chancery.workspace.replayJobs({ topic: 'test.topic', ...input }, here.owner.session);

    const rehearsal = await replay({ limit: 3 });
    expect(await here.happened()).to.deep.equal([]);
    const done = await replay({ limit: 3, dryRun: false });

    expect(rehearsal).to.deep.equal({ matched: 4, replayed: 0, jobIds: ids.slice(0, 3) });
    expect(done).to.deep.equal({ matched: 4, replayed: 3, jobIds: ids.slice(0, 3) });
    const { queues } = await here.chancery.workspace.getJobSummary({}, here.owner.session);
    expect(queues[0]).to.deep.include({ pending: 3, dead: 2 });
    expect((await here.happened()).map(({ type, target }) => [type, target.id])).to.deep.equal(
      ids.slice(0, 3).map((id) => ['job.replayed', id]),
    );
  });

  it('finds jobs by queue, topic, error and time of creation, and requires one of these', async () => {
    const here = await world();
    const wanted = await givenJob(here, { queue: 'mail', lastErrorCode: 'mail.refused' });
    await givenJob(here, { lastErrorCode: 'other' });
    await givenJob(here, { queue: 'mail', lastErrorCode: 'mail.refused', status: 'acknowledged' });
    const matching = async (input: object) =>
      (await here.chancery.workspace.replayJobs(input, here.owner.session)).jobIds;

    expect(await matching({ errorCode: 'mail.refused' })).to.deep.equal([wanted]);
    expect(await matching({ queue: 'mail' })).to.deep.equal([wanted]);
    expect(await matching({ to: here.clock.now() })).to.deep.equal([]);
    expect((await matching({ from: here.clock.now() })).length).to.equal(2);
    expect(await faultsOf(matching({}))).to.deep.equal(['/queue job.filter_required']);
  });
});
