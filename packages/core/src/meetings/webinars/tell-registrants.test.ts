import { webinarWorld } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

/** A webinar with somebody who has a place, somebody in the line, and their first mails sent. */
async function told() {
  const here = await webinarWorld({ capacity: 1, waitlistEnabled: true });
  const { register, mails, chancery, meeting, owner } = here;
  await register('cleo');
  await register('dan');
  await mails();
  let { version } = meeting;
  const update = async (changes: object) => {
    const { meeting: after } = await chancery.meetings.updateMeeting(
      { meetingId: meeting.id, expectedVersion: version, ...changes },
      owner.session,
    );
    version = after.version;
  };
  /** What reached whom. */
  const news = async () => {
    await here.worker.drain();
    return (await mails())
      .filter(({ to }) => to.address.endsWith('@client.example'))
      .map(({ to, subject, calendar }) => [to.name, subject, calendar?.method ?? null]);
  };
  return { ...here, update, news };
}

describe('tellRegistrants', () => {
  it('MTG-78: tells those with a place of fifty changes in one mail', async () => {
    const { update, news, worker } = await told();

    for (let minute = 0; minute < 50; minute += 1) {
      await update({ scheduledStartAt: `2026-11-30T10:${String(minute).padStart(2, '0')}:00Z` });
      await worker.drain();
    }

    expect(await news()).to.deep.equal([['cleo', 'Changed: Spring release', 'REQUEST']]);
  }).timeout(30_000);

  it('tells everybody registered that it is called off, and takes the entry back from those who have one', async () => {
    const { chancery, meeting, owner, news } = await told();

    await chancery.meetings.cancelMeeting({ meetingId: meeting.id }, owner.session);

    expect(await news()).to.have.deep.members([
      ['cleo', 'Called off: Spring release', 'CANCEL'],
      ['dan', 'Called off: Spring release', null],
    ]);
  });

  it('tells of a place and of a change that came at once in one mail, as of a place', async () => {
    const { register, update, news, cancel } = await told();
    await cancel('cleo');
    await cancel('dan');
    await register('eve');
    await update({ title: 'Summer release' });

    expect(await news()).to.deep.include(['eve', 'You are registered: Summer release', 'REQUEST']);
  });

  it('MTG-37: tells nobody of a change by notify: false', async () => {
    const { update, news } = await told();

    await update({ scheduledStartAt: '2026-11-30T11:00:00Z', notify: false });

    expect(await news()).to.deep.equal([]);
  });
});
