import { world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { givenJob } from './testing/given-job.ts';

describe('getJob', () => {
  it('JOB-9: shows the state of the job and what went wrong, and nothing of what it carries', async () => {
    const here = await world();
    const jobId = await givenJob(here);

    const { job } = await here.chancery.workspace.getJob({ jobId }, here.owner.session);

    expect(job).to.deep.equal({
      id: jobId,
      workspaceId: here.workspaceId,
      queue: 'test',
      topic: 'test.topic',
      context: 'test',
      aggregateType: null,
      aggregateId: null,
      status: 'dead',
      attempts: 3,
      maxAttempts: 3,
      availableAt: here.clock.now(),
      leaseExpiresAt: null,
      orderingKey: null,
      lastErrorCode: 'job.failed',
      lastErrorMessage: 'No luck',
      startedAt: null,
      finishedAt: null,
      deadAt: here.clock.now(),
      replayCount: 0,
      acknowledgedByUserId: null,
      acknowledgedAt: null,
      acknowledgementReason: null,
      correlationId: jobId,
      createdAt: here.clock.now(),
    });
  });
});
