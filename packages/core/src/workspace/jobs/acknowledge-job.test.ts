import { failureOf, faultsOf, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { jobStates } from './job.ts';
import { givenJob } from './testing/given-job.ts';

describe('acknowledgeJob', () => {
  it('JOB-7: puts a dead letter aside with a reason, so that it no longer counts', async () => {
    const here = await world();
    const jobId = await givenJob(here);
    const admin = await here.person('admin');

    const { job } = await here.chancery.workspace.acknowledgeJob(
      { jobId, reason: ' Told by telephone ' },
      admin.session,
    );

    expect(job).to.deep.include({
      status: 'acknowledged',
      acknowledgedByUserId: admin.id,
      acknowledgedAt: here.clock.now(),
      acknowledgementReason: 'Told by telephone',
    });
    expect((await here.happened()).at(-1)).to.deep.equal({
      type: 'job.acknowledged',
      target: { kind: 'job', id: jobId },
      facts: { topic: 'test.topic' },
    });
    const { queues } = await here.chancery.workspace.getJobSummary({}, here.owner.session);
    expect(queues).to.deep.equal([]);
  });

  it('asks for a reason', async () => {
    const here = await world();
    const jobId = await givenJob(here);

    const faults = await faultsOf(
      here.chancery.workspace.acknowledgeJob({ jobId, reason: ' ' }, here.owner.session),
    );

    expect(faults).to.deep.equal(['/reason field.length']);
  });

  for (const status of jobStates.states.filter((name) => !jobStates.can(name, 'acknowledge'))) {
    it(`refuses a job that is ${status}`, async () => {
      const here = await world();
      const jobId = await givenJob(here, { status });

      const refusal = await failureOf(
        here.chancery.workspace.acknowledgeJob({ jobId, reason: 'x' }, here.owner.session),
      );

      expect(refusal).to.equal('job.invalid_state');
    });
  }
});
