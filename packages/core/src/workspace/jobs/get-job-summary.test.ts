import { world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { plusSeconds } from '../../kernel/time.ts';
import { givenJob } from './testing/given-job.ts';

describe('getJobSummary', () => {
  it('JOB-7: counts dead letters and waiting jobs by queue', async () => {
    const here = await world();
    const at = (seconds: number) => plusSeconds(here.clock.now(), seconds);
    await givenJob(here, { queue: 'mail', status: 'pending', availableAt: at(-90) });
    await givenJob(here, {
      queue: 'mail',
      status: 'retrying',
      availableAt: at(600),
      topic: 'meetings.remind',
    });
    await givenJob(here, { queue: 'mail' });
    await givenJob(here, { queue: 'webhook', status: 'running' });
    await givenJob(here, { queue: 'webhook', status: 'pending', availableAt: at(300) });
    await givenJob(here, { queue: 'sms', status: 'succeeded' });
    const other = await here.stranger();
    await givenJob(here, { queue: 'sms', workspaceId: other.workspaceId });

    const summary = await here.chancery.workspace.getJobSummary({}, here.owner.session);

    expect(summary).to.deep.equal({
      queues: [
        { queue: 'mail', pending: 1, running: 0, retrying: 1, dead: 1, oldestPendingSeconds: 90 },
        { queue: 'webhook', pending: 1, running: 1, retrying: 0, dead: 0, oldestPendingSeconds: 0 },
      ],
      mailQueued: 2,
      webhooksQueued: 2,
      remindersQueued: 1,
      nextScheduledAt: at(300),
    });
  });
});
