import { expect } from 'chai';
import { openRetentionStory, type RetentionStory } from './testing/retention-story.ts';

describe('lifecycle 13, walk-through 8: clock change and far zones', () => {
  let story: RetentionStory;
  before(async () => {
    story = await openRetentionStory({ startsAt: '2027-03-08T12:00:00.000Z' });
  });
  after(() => story?.close());

  /** A folder whose documents live in a zone, with a document that is valid until this day. */
  async function documentIn(timeZone: string, expiresOn: string, over: { noticeLocalTime?: string } = {}) {
    const { ada } = await story.signedIn();
    const { folder } = await ada.documents.createDocumentFolder({ name: timeZone.replace('/', ' ') });
    const { policy } = await ada.lifecycle.createExpirationPolicy({
      name: timeZone,
      basis: 'document_date',
      requireConfirmation: false,
      notices: [{ daysBefore: 0, recipients: ['document_owner'] }],
      timeZone,
      ...over,
    });
    await ada.lifecycle.assignExpirationPolicy({
      policyId: policy.id,
      scope: 'folder',
      targetId: folder.id,
    });
    const file = new Blob([`What is valid in ${timeZone}.`], { type: 'text/plain' });
    const name = `${timeZone.split('/')[1]}.txt`;
    const { document } = await ada.documents.uploadDocument({ file, name, folderId: folder.id });
    await ada.lifecycle.configureDocumentLifecycle({ documentId: document.id, statedExpiresOn: expiresOn });
    return document.id;
  }

  it('the same date ends at three instants, each at midnight where the document lives', async () => {
    const { installation, signedIn } = story;
    const ends = [
      ['Pacific/Auckland', '2027-03-10T11:00:00.000Z'],
      ['Europe/Berlin', '2027-03-10T23:00:00.000Z'],
      ['America/Los_Angeles', '2027-03-11T08:00:00.000Z'],
    ] as const;
    const ids: string[] = [];
    for (const [timeZone] of ends) ids.push(await documentIn(timeZone, '2027-03-10'));
    await installation.mails();
    const expired = async () => {
      const { ada } = await signedIn();
      const statuses = ids.map(
        async (documentId) =>
          (await ada.lifecycle.getDocumentLifecycle({ documentId })).lifecycle.status === 'expired',
      );
      return Promise.all(statuses);
    };

    for (const [at, [, instant]] of ends.entries()) {
      // The clock of the story runs, so the last minute before is long enough.
      installation.advanceTo(new Date(Date.parse(instant) - 60_000).toISOString());
      expect(await expired()).to.deep.equal(ids.map((_, index) => index < at));
      installation.advanceTo(instant);
      expect(await expired()).to.deep.equal(ids.map((_, index) => index <= at));
    }
    for (const topic of ['lifecycle.plan', 'lifecycle.start_actions']) await installation.run(topic);
    const { actions } = await installation.ledger(story.workspaceId);
    expect(actions.filter((action) => action === 'lifecycle.expired')).to.have.length(3);
  });

  it('a notice at a time that the clock skips goes when the gap is over', async () => {
    const { installation, signedIn } = story;
    const documentId = await documentIn('America/New_York', '2027-03-14', { noticeLocalTime: '02:30' });
    const { ada } = await signedIn();
    const { lifecycle } = await ada.lifecycle.getDocumentLifecycle({ documentId });
    // Half past two does not exist on that day: half past three in summer time.
    expect(lifecycle.nextNoticeAt).to.equal('2027-03-14T07:30:00.000Z');
    const told = async () =>
      (await installation.mails()).filter(({ subject }) => subject.includes('New_York'));
    const work = async () => {
      for (const topic of ['lifecycle.plan', 'lifecycle.notices']) await installation.run(topic);
    };

    installation.advanceTo('2027-03-14T07:28:00.000Z');
    await work();
    expect(await told()).to.deep.equal([]);
    installation.advanceTo('2027-03-14T07:30:00.000Z');
    await work();
    const [mail, ...more] = await told();
    expect(more).to.deep.equal([]);
    expect(mail?.to).to.include('ada@example.com');
  });
});
