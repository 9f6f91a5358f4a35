import { failureOf, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { jobStates } from './job.ts';
import { givenJob } from './testing/given-job.ts';

describe('replayJob', () => {
  it('JOB-8: keeps id and policy, and starts the attempts anew', async () => {
    const here = await world();
    const jobId = await givenJob(here);

    const { job } = await here.chancery.workspace.replayJob(
      { jobId, reason: 'The mailbox is back' },
      here.owner.session,
    );

    expect(job).to.deep.include({
      id: jobId,
      status: 'pending',
      attempts: 0,
      maxAttempts: 3,
      replayCount: 1,
      deadAt: null,
      availableAt: here.clock.now(),
    });
    expect(await here.happened()).to.deep.equal([
      {
        type: 'job.replayed',
        target: { kind: 'job', id: jobId },
        facts: { topic: 'test.topic', replayCount: 1 },
      },
    ]);
    expect(await here.chancery.workspace.getJob({ jobId }, here.owner.session)).to.deep.equal({ job });
  });

  it('JOB-8: a job that uses up its attempts again is dead again, and can be replayed again', async () => {
    const here = await world();
    const jobId = await givenJob(here, { queue: `replay-${here.workspaceId}` });
    const { jobs } = here.ports;
    for (const replay of [1, 2]) {
      await here.chancery.workspace.replayJob({ jobId }, here.owner.session);
      const [claimed] = await jobs.claim(`replay-${here.workspaceId}`, 1, 60, here.clock.now());
      expect([claimed?.id, claimed?.attempts, claimed?.maxAttempts]).to.deep.equal([jobId, 1, 3]);
      await jobs.bury(jobId, 1, { code: 'job.failed', message: 'again' }, here.clock.now());

      const { job } = await here.chancery.workspace.getJob({ jobId }, here.owner.session);
      expect([job.status, job.replayCount]).to.deep.equal(['dead', replay]);
    }
  });

  for (const status of jobStates.states) {
    const can = jobStates.can(status, 'replay');
    it(`JOB-8: ${can ? 'takes' : 'refuses'} a job that is ${status}`, async () => {
      const here = await world();
      const jobId = await givenJob(here, { status });

      const refusal = await failureOf(here.chancery.workspace.replayJob({ jobId }, here.owner.session));

      expect(refusal).to.equal(can ? 'none' : 'job.invalid_state');
    });
  }
});
