import { rename, rm, writeFile } from 'node:fs/promises';
import { expect } from 'chai';
import { openRetentionStory, type RetentionStory } from './testing/retention-story.ts';

const day = 86_400;

describe('lifecycle 13, walk-through 7: the worker was off for a month', () => {
  let story: RetentionStory;
  before(async () => {
    story = await openRetentionStory({ startsAt: '2026-11-23T08:00:00.000Z' });
  });
  after(() => story?.close());

  it('of four notices one is sent, a plan that is made twice makes nothing new, and what failed is run again or put aside', async () => {
    const { installation, signedIn, upload, policyOf } = story;
    await policyOf({
      requireConfirmation: false,
      notices: [38, 20, 10, 5].map((daysBefore) => ({ daysBefore, recipients: ['document_owner'] })),
    });
    const dated = async (name: string, statedExpiresOn: string) => {
      const { ada } = await signedIn();
      const { id: documentId } = await upload(name);
      await ada.lifecycle.configureDocumentLifecycle({ documentId, statedExpiresOn });
      return documentId;
    };
    const told = async () =>
      (await installation.mails()).filter(({ subject }) => subject.startsWith('Look at the date'));
    const tick = async () => {
      for (const topic of ['lifecycle.plan', 'lifecycle.start_actions', 'lifecycle.notices'])
        await installation.run(topic);
    };
    await dated('lease.txt', '2027-01-01');
    await dated('permit.txt', '2027-01-01');
    await installation.mails();

    // In the afternoon, so that all notices of this day are due.
    installation.advance(40 * day + day / 4);
    let { ada } = await signedIn();
    const { plan } = await ada.lifecycle.planLifecycleActions({ kinds: ['send_notice'] });
    expect(plan).to.include({ created: 2, skipped: 6 });
    const { plan: second } = await ada.lifecycle.planLifecycleActions({ kinds: ['send_notice'] });
    expect(second).to.include({ created: 0, kept: 2, cancelled: 0, skipped: 0 });
    await tick();
    await tick();
    const sent = await told();
    expect(sent).to.have.length(1);
    expect(sent[0]?.text).to.include('lease.txt').and.to.include('permit.txt');

    // Mails are files in a folder; a file in its place keeps them from being written.
    const [one, other] = [await dated('visa.txt', '2027-01-12'), await dated('licence.txt', '2027-01-12')];
    await installation.mails();
    await rename(installation.spool, `${installation.spool}-away`);
    await writeFile(installation.spool, '');
    await tick();
    for (let attempt = 0; attempt < 10; attempt += 1) {
      installation.advance(day / 3);
      await tick();
    }
    ({ ada } = await signedIn());
    const { status, actions } = await ada.lifecycle.getLifecycleWorkerHealth();
    expect([status, actions.dead]).to.deep.equal(['degraded', 2]);
    await rm(installation.spool);
    await rename(`${installation.spool}-away`, installation.spool);

    const { jobs } = await ada.workspace.listJobs({ topic: 'lifecycle.action.send_notice', status: 'dead' });
    const [actionId = '', putAside = ''] = jobs.map(({ aggregateId }) => aggregateId ?? '');
    const before = (await told()).length;
    await ada.lifecycle.replayLifecycleAction({ actionId, reason: 'The mailer is back' });
    const later = await told();
    expect(later).to.have.length(before + 1);
    const { action } = await ada.lifecycle.acknowledgeLifecycleAction({
      actionId: putAside,
      resolution: 'resolved',
      note: 'The mail of both was sent',
    });
    expect([one, other]).to.include(action.documentId);
    expect(action.status).to.equal('acknowledged');
    expect((await ada.lifecycle.getLifecycleWorkerHealth()).actions.dead).to.equal(0);
    expect(await told()).to.have.length(before + 1);
  });
});
