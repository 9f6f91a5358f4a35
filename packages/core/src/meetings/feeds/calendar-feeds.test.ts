import { aStranger, failureOf, meetingWorld, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import ICAL from 'ical.js';
import { parsed, readByPython, unfolded } from '../calendar/testing/read-calendar.ts';

const far = '2029-01-01T00:00:00.000Z';
const tokenOf = (url: string) => url.split('/').at(-1) ?? '';

async function aFeed(scope: 'mine' | 'workspace' = 'mine') {
  const made = await meetingWorld({ title: 'Mine', visibility: 'workspace' });
  const { chancery, owner } = made;
  const { feed, url } = await chancery.meetings.createCalendarFeed({ name: 'Phone', scope }, owner.session);
  const read = async (token = tokenOf(url)) => {
    const { content, ...rest } = await chancery.meetings.readCalendarFeed({ token }, aStranger());
    return { ...rest, content: String(content) };
  };
  const titles = async () =>
    parsed((await read()).content)
      .getAllSubcomponents('vevent')
      .map((component) => new ICAL.Event(component).summary)
      .sort();
  return { ...made, feed, url, read, titles };
}

describe('calendar feeds', () => {
  it('MTG-80: show their owner’s meetings as they are now, in publish form', async () => {
    const { chancery, owner, person, schedule, meeting, titles, read } = await aFeed();
    const member = await person('member', 'Bo');
    await schedule({ title: 'Invited', invitees: [{ userId: owner.id }] }, member);
    await schedule({ title: 'Not mine', visibility: 'workspace' }, member);
    await schedule({ title: 'Series', recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' } });
    const gone = await schedule({ title: 'Gone' });
    expect(await titles()).to.deep.equal(['Gone', 'Invited', 'Mine', 'Series']);

    await chancery.meetings.cancelMeeting({ meetingId: gone.id }, owner.session);
    await chancery.meetings.updateMeeting(
      { meetingId: meeting.id, title: 'Renamed', expectedVersion: meeting.version },
      owner.session,
    );

    expect(await titles()).to.deep.equal(['Invited', 'Renamed', 'Series']);
    const { content } = await read();
    const lines = unfolded(content);
    expect(lines).to.include.members([
      'NAME:Phone',
      'X-WR-CALNAME:Phone',
      'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    ]);
    expect(lines.filter((line) => /^(METHOD|ATTENDEE)/.test(line))).to.deep.equal([]);
    expect(lines.filter((line) => line === 'BEGIN:VTIMEZONE')).to.have.length(1);
    expect(readByPython([{ text: content, until: far }])[0]).to.have.length(5);
  });

  it('MTG-80: contain the personal links of their owner, and the plain link of meetings that the owner may only see', async () => {
    const { person, schedule, read } = await aFeed('workspace');
    const member = await person('member', 'Bo');
    await schedule({ title: 'For all', visibility: 'workspace' }, member);
    await schedule({ title: 'Private' }, member);

    const events = parsed((await read()).content)
      .getAllSubcomponents('vevent')
      .map((component) => [
        new ICAL.Event(component).summary,
        /&invite=[\w-]{43}$/.test(String(component.getFirstPropertyValue('location'))),
      ]);
    expect(events.sort()).to.deep.equal([
      ['For all', false],
      ['Mine', true],
    ]);
  });

  it('MTG-80: contain meetings that ended in the last 90 days', async () => {
    const { titles, clock } = await aFeed();
    const ended = Date.parse('2027-06-07T08:00:00.000Z');
    const after = (days: number) => (ended + days * 86_400_000 - Date.parse(clock.now())) / 1000;

    clock.advance({ seconds: after(89) });
    expect(await titles()).to.deep.equal(['Mine']);
    clock.advance({ seconds: after(91) });
    expect(await titles()).to.deep.equal([]);
  });

  it('MTG-80: have a tag that stays the same while nothing changes', async () => {
    const { read, clock, schedule } = await aFeed();
    const first = await read();
    clock.advance({ seconds: 3600 });
    const again = await read();
    await schedule({ title: 'Another' });

    expect(again).to.deep.equal(first);
    expect((await read()).etag).to.not.equal(first.etag);
  });

  it('MTG-80: are gone once they are revoked or their owner has left, and unknown if they never existed', async () => {
    const { chancery, owner, feed, url, read, person, sql } = await aFeed();
    const member = await person('member', 'Bo');
    const other = await chancery.meetings.createCalendarFeed({ name: 'Bo’s' }, member.session);

    expect(await failureOf(read('x'.repeat(43)))).to.equal('link.not_found');
    expect(await failureOf(read(tokenOf(url).replace('.ics', '')))).to.equal('none');
    expect(
      await failureOf(chancery.meetings.deleteCalendarFeed({ feedId: feed.id }, member.session)),
    ).to.equal('calendar_feed.not_found');
    const { feed: revoked } = await chancery.meetings.deleteCalendarFeed({ feedId: feed.id }, owner.session);
    expect(revoked.status).to.equal('revoked');
    expect(await failureOf(read())).to.equal('link.gone');
    expect(
      await failureOf(chancery.meetings.deleteCalendarFeed({ feedId: feed.id }, owner.session)),
    ).to.equal('calendar_feed.not_found');
    expect(await failureOf(read(tokenOf(other.url)))).to.equal('none');
    await sql("update memberships set status = 'removed' where id = $1", [member.membershipId]);
    expect(await failureOf(read(tokenOf(other.url)))).to.equal('link.gone');
  });

  it('are at most ten for each member, listed without their address', async () => {
    const { chancery, owner, person } = await world();
    const create = (name: string) => chancery.meetings.createCalendarFeed({ name }, owner.session);
    const created = [];
    for (let index = 0; index < 10; index += 1) created.push(await create(`Feed ${index}`));

    expect(await failureOf(create('One more'))).to.equal('calendar_feed.limit_reached');
    const { feeds, count } = await chancery.meetings.listCalendarFeeds({}, owner.session);
    expect(count).to.equal(10);
    expect(feeds).to.deep.equal(created.map(({ feed }) => feed));
    for (const { url } of created) expect(JSON.stringify(feeds)).to.not.include(tokenOf(url));
    const member = await person('member');
    expect((await chancery.meetings.listCalendarFeeds({}, member.session)).count).to.equal(0);
  });

  it('note when they were read, and write their creation and end to the ledger', async () => {
    const { chancery, owner, feed, read, clock, happened } = await aFeed();
    const lastRead = async () =>
      (await chancery.meetings.listCalendarFeeds({}, owner.session)).feeds[0]?.lastReadAt;

    expect(await lastRead()).to.equal(null);
    const at = clock.now();
    await read();
    clock.advance({ seconds: 60 });
    await read();
    expect(await lastRead()).to.equal(at);
    await chancery.meetings.deleteCalendarFeed({ feedId: feed.id }, owner.session);
    const told = (await happened()).filter(({ target }) => target.kind === 'calendar_feed');
    expect(told.map(({ type, facts }) => [type, facts])).to.deep.equal([
      ['calendar_feed.created', { scope: 'mine' }],
      ['calendar_feed.revoked', { scope: 'mine' }],
    ]);
  });
});
