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

describe('notifyRegistrants', () => {
  it('MTG-78: mails those with a place once about fifty changes', async () => {
    const { update, news, worker } = await told();

    for (let minute = 0; minute < 50; minute += 1) {
      await update({ scheduledStartAt: `2026-11-30T10:${String(minute).padStart(2, '0')}:00Z` });
      await worker.drain();
    }

    expect(await news()).to.deep.equal([['cleo', 'Changed: Spring release', 'REQUEST']]);
  });

  it('MTG-78: fifty changes that come faster than they are processed are one mail, and count as one', async () => {
    const { update, news } = await told();

    for (let minute = 0; minute < 50; minute += 1)
      await update({ scheduledStartAt: `2026-11-30T10:${String(minute).padStart(2, '0')}:00Z` });

    expect(await news()).to.deep.equal([['cleo', 'Changed: Spring release', 'REQUEST']]);
  });

  it('mails everybody registered that the webinar is cancelled, and cancels the calendar entry of those who have one', async () => {
    const { chancery, meeting, owner, news } = await told();

    await chancery.meetings.cancelMeeting({ meetingId: meeting.id }, owner.session);

    expect(await news()).to.have.deep.members([
      ['cleo', 'Called off: Spring release', 'CANCEL'],
      ['dan', 'Called off: Spring release', null],
    ]);
  });

  it('mails a place and a change that came at once together, as a place', async () => {
    const { register, update, news, cancel } = await told();
    await cancel('cleo');
    await cancel('dan');
    await register('eve');
    await update({ title: 'Summer release' });

    expect(await news()).to.deep.include(['eve', 'You are registered: Summer release', 'REQUEST']);
  });

  it('MTG-37: mails nobody about a change with notify: false', async () => {
    const { update, news } = await told();

    await update({ scheduledStartAt: '2026-11-30T11:00:00Z', notify: false });

    expect(await news()).to.deep.equal([]);
  });
});

/** A webinar on four Mondays, with somebody who has a place and has had the mail of it. */
async function onMondays() {
  const here = await webinarWorld({}, {}, { recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4' } });
  const { chancery, meeting, owner, worker, mails, register } = here;
  await register('cleo');
  const [first] = await mails();
  const sessions = async (meetingId = meeting.id) =>
    (await chancery.meetings.listOccurrences({ meetingId }, owner.session)).occurrences;
  const changeDate = async (index: number, what: object) => {
    const session = (await sessions())[index];
    await chancery.meetings.updateOccurrence(
      {
        meetingId: meeting.id,
        sessionId: session?.id ?? '',
        expectedVersion: session?.version ?? 0,
        ...what,
      },
      owner.session,
    );
  };
  const split = async (index: number, what: object) => {
    const { version } = (await chancery.meetings.getMeeting({ meetingId: meeting.id }, owner.session))
      .meeting;
    const sessionId = (await sessions())[index]?.id ?? undefined;
    return chancery.meetings.updateMeeting(
      { meetingId: meeting.id, expectedVersion: version, scope: 'this_and_following', sessionId, ...what },
      owner.session,
    );
  };
  /** What reached the registrant: subject, method, and of each component which it is and when it starts. */
  const news = async () => {
    await worker.drain();
    return (await mails())
      .filter(({ to }) => to.address === 'cleo@client.example')
      .map(({ subject, calendar }) => [
        subject,
        calendar?.method ?? null,
        ...partsOf(calendar?.content ?? ''),
      ]);
  };
  return { ...here, first, sessions, changeDate, split, news };
}

const partsOf = (content: string): string[] =>
  content
    .split('BEGIN:VEVENT')
    .slice(1)
    .map((event) => {
      const value = (name: string) => new RegExp(`^${name}[^:\r]*:([^\r]*)`, 'm').exec(event)?.[1] ?? 'none';
      return `${value('RECURRENCE-ID')} at ${value('DTSTART')}`;
    });
const uidOf = (content: string | undefined) => /^UID:(.*)\r$/m.exec(content ?? '')?.[1];

describe('notifyRegistrants, of a webinar on several dates', () => {
  it('MTG-75: mails about a date that is moved, and about no other', async () => {
    const { changeDate, news } = await onMondays();

    await changeDate(2, { startsAt: '2026-12-14T14:00:00Z' });

    expect(await news()).to.deep.equal([
      ['One date changed: Spring release', 'REQUEST', '20261214T100000 at 20261214T150000'],
    ]);
  });

  it('MTG-75: cancels the calendar entry of one cancelled date alone, and mails about one restored date alone', async () => {
    const { changeDate, news } = await onMondays();

    await changeDate(1, { status: 'cancelled' });
    expect(await news()).to.deep.equal([
      ['One date cancelled: Spring release', 'CANCEL', '20261207T100000 at 20261207T100000'],
    ]);

    await changeDate(1, { status: 'scheduled' });
    expect(await news()).to.deep.equal([
      ['One date changed: Spring release', 'REQUEST', '20261207T100000 at 20261207T100000'],
    ]);
  });

  it('MTG-78: fifty changes of one date are one mail, a change of another is its own, and a cancellation is never merged', async () => {
    const { changeDate, news, worker } = await onMondays();
    for (let minute = 0; minute < 50; minute += 5) {
      await changeDate(2, { startsAt: `2026-12-14T14:${String(minute).padStart(2, '0')}:00Z` });
      await worker.drain();
    }
    await changeDate(3, { title: 'Finale' });
    await changeDate(1, { status: 'cancelled' });
    await worker.drain();
    await changeDate(1, { status: 'scheduled' });

    expect(await news()).to.deep.equal([
      ['One date changed: Spring release', 'REQUEST', '20261214T100000 at 20261214T154500'],
      ['One date changed: Finale', 'REQUEST', '20261221T100000 at 20261221T100000'],
      ['One date cancelled: Spring release', 'CANCEL', '20261207T100000 at 20261207T100000'],
      ['One date changed: Spring release', 'REQUEST', '20261207T100000 at 20261207T100000'],
    ]);
  });

  it('mails only the place, with what changed, to somebody who has not had the mail of their place', async () => {
    const { register, changeDate, mails, worker } = await onMondays();
    await register('dan');
    await changeDate(2, { startsAt: '2026-12-14T14:00:00Z' });
    await worker.drain();

    const toDan = (await mails()).filter(({ to }) => to.address === 'dan@client.example');

    expect(toDan.map(({ subject }) => subject)).to.deep.equal(['You are registered: Spring release']);
    expect(partsOf(toDan[0]?.calendar?.content ?? '')).to.deep.equal([
      'none at 20261130T100000',
      '20261214T100000 at 20261214T150000',
    ]);
  });

  it('MTG-24: mails both parts of a split, each with its own UID', async () => {
    const { split, mails, worker, first, meeting } = await onMondays();

    const { meeting: tail } = await split(2, { scheduledStartAt: '2026-12-14T11:00:00Z' });
    await worker.drain();

    const told = (await mails()).filter(({ to }) => to.address === 'cleo@client.example');
    expect(told.map(({ subject, calendar }) => [subject, uidOf(calendar?.content)])).to.deep.equal([
      ['Changed: Spring release', uidOf(first?.calendar?.content)],
      ['Changed: Spring release', tail.icalUid],
    ]);
    expect(uidOf(first?.calendar?.content)).to.equal(meeting.icalUid);
    expect(partsOf(told[1]?.calendar?.content ?? '')).to.deep.equal(['none at 20261214T120000']);
  });

  it('MTG-71: cancels the calendar entry of a cancelled part under its own UID, and the other part stays', async () => {
    const { split, mails, worker, chancery, owner, news } = await onMondays();
    const { meeting: tail } = await split(2, { title: 'Spring release, more' });
    await worker.drain();
    await mails();

    await chancery.meetings.cancelMeeting({ meetingId: tail.id }, owner.session);
    await worker.drain();

    const [told, ...others] = (await mails()).filter(({ to }) => to.address === 'cleo@client.example');
    expect([told?.subject, told?.calendar?.method, uidOf(told?.calendar?.content)]).to.deep.equal([
      'Changed: Spring release, more',
      'CANCEL',
      tail.icalUid,
    ]);
    expect([others, await news()]).to.deep.equal([[], []]);
  });

  it('MTG-71: cancels the calendar entries of both parts for whoever cancels after a split', async () => {
    const { split, mails, worker, cancel, meeting } = await onMondays();
    const { meeting: tail } = await split(2, { title: 'Spring release, more' });
    await worker.drain();
    await mails();

    await cancel('cleo');

    const told = (await mails()).map(({ calendar }) => [calendar?.method, uidOf(calendar?.content)]);
    expect(told).to.deep.equal([
      ['CANCEL', meeting.icalUid],
      ['CANCEL', tail.icalUid],
    ]);
  });

  it('MTG-71: whoever never had a place in a split webinar is mailed once that they are declined, and has nothing to cancel', async () => {
    const { split, mails, worker, register, change, decide } = await onMondays();
    await change({ capacity: 1, waitlistEnabled: true });
    await register('dan');
    await split(2, { title: 'Spring release, more' });
    await worker.drain();
    await mails();

    await decide('dan', 'decline');

    const told = (await mails()).map(({ to, calendar }) => [to.name, calendar?.method]);
    expect(told).to.deep.equal([['dan', undefined]]);
  });

  it('MTG-71: cancels the calendar entries of both parts for whoever was let in from the line', async () => {
    const { split, mails, worker, register, change, decide, cancel, meeting } = await onMondays();
    await change({ capacity: 1, waitlistEnabled: true });
    await register('dan');
    await change({ capacity: 2 });
    await decide('dan', 'approve');
    const { meeting: tail } = await split(2, { title: 'Spring release, more' });
    await worker.drain();
    await mails();

    await cancel('dan');

    const told = (await mails()).map(({ calendar }) => [calendar?.method, uidOf(calendar?.content)]);
    expect(told).to.deep.equal([
      ['CANCEL', meeting.icalUid],
      ['CANCEL', tail.icalUid],
    ]);
  });
});
