import { world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { givenJob } from './testing/given-job.ts';

describe('notifyOfDeadLetters', () => {
  it('JOB-7: mails every owner one digest, and at most one an hour, however many more jobs die', async () => {
    const here = await world();
    const other = await here.person('owner', 'Grace');
    await here.person('admin');
    const digests = () =>
      here.ports.mail.sent.filter(
        ({ subject, to }) =>
          subject.includes('Background work failed') && [here.owner.email, other.email].includes(to.address),
      );
    await givenJob(here, { topic: 'meetings.mail' });
    await givenJob(here, { topic: 'meetings.mail' });
    await givenJob(here, { topic: 'documents.seal' });

    await here.worker.run('jobs.tell_of_dead_letters');
    expect(digests().map(({ to }) => to.address)).to.have.members([here.owner.email, other.email]);
    expect(digests()[0]?.text)
      .to.include('3 pieces')
      .and.match(/meetings\.mail:? *2/)
      .and.include('documents.seal');

    here.clock.advance({ minutes: 59 });
    await givenJob(here, { topic: 'webhook.deliver' });
    await here.worker.run('jobs.tell_of_dead_letters');
    expect(digests().length).to.equal(2);

    here.clock.advance({ minutes: 1 });
    await here.worker.run('jobs.tell_of_dead_letters');
    expect(digests().length).to.equal(4);
    expect(digests().at(-1)?.text)
      .to.include('One piece')
      .and.include('webhook.deliver')
      .and.not.include('meetings');

    here.clock.advance({ hours: 5 });
    await here.worker.run('jobs.tell_of_dead_letters');
    expect(digests().length).to.equal(4);
  });

  it('JOB-7: a digest that cannot be delivered is not part of a later digest', async () => {
    const here = await world();
    await givenJob(here, { topic: 'jobs.mail_dead_letters' });

    await here.worker.run('jobs.tell_of_dead_letters');

    const digests = here.ports.mail.sent.filter(
      ({ subject, to }) => to.address === here.owner.email && subject.includes('Background'),
    );
    expect(digests).to.deep.equal([]);
  });
});
