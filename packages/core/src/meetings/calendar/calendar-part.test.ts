import { randomUUID } from 'node:crypto';
import {
  aStranger,
  failureOf,
  meetingWorld,
  tokenOfUrl,
  webinarWorld,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { readByIcal, readByPython, unfolded } from './testing/read-calendar.ts';

const far = '2029-01-01T00:00:00.000Z';
/** A series on Mondays at 09:00 in Berlin, across the change of the clocks on 2027-03-28. */
const weekly = {
  title: 'Weekly review',
  scheduledStartAt: '2027-03-15T08:00:00.000Z',
  recurrence: { rrule: 'FREQ=WEEKLY;COUNT=6' },
};
const instants = [
  '2027-03-15T08:00:00.000Z',
  '2027-03-22T08:00:00.000Z',
  '2027-03-29T07:00:00.000Z',
  '2027-04-05T07:00:00.000Z',
  '2027-04-12T07:00:00.000Z',
  '2027-04-19T07:00:00.000Z',
];
const startsOf = (file: string) => readByIcal(file, far).map(({ startsAt }) => startsAt);
const withoutStamp = (file: string) => unfolded(file).filter((line) => !line.startsWith('DTSTAMP'));
const events = (lines: readonly string[]) => lines.filter((line) => line === 'BEGIN:VEVENT').length;
const statusesOf = (file: string) => unfolded(file).filter((line) => line.startsWith('STATUS'));
const sequenceOf = (file: string) => [
  ...new Set(unfolded(file).filter((line) => line.startsWith('SEQUENCE'))),
];

async function aSeries() {
  // An address of its own, since mails of other tests may still be waiting.
  const domain = `${randomUUID()}.example`;
  const invitees = [{ email: `cleo@${domain}`, displayName: 'Cleo' }];
  const made = await meetingWorld({ ...weekly, invitees });
  const mails = async () => (await made.mails()).filter(({ to }) => to.address.endsWith(domain));
  const { chancery, owner, meetingId } = made;
  const [mail] = await mails();
  const token = tokenOfUrl(mail?.text ?? '');
  const occurrences = async () =>
    (await chancery.meetings.listOccurrences({ meetingId, limit: 50 }, owner.session)).occurrences;
  const version = async () =>
    (await chancery.meetings.getMeeting({ meetingId }, owner.session)).meeting.version;
  return {
    ...made,
    domain,
    mails,
    token,
    firstMail: mail,
    occurrences,
    file: async (invite = token) => {
      const { content, ...rest } = await chancery.meetings.getCalendarFile(
        { meetingId, invite },
        aStranger(),
      );
      return { ...rest, content: String(content) };
    },
    async change(index: number, changes: object) {
      const session = (await occurrences())[index];
      if (session?.id == null) throw new Error('No such session');
      await chancery.meetings.updateOccurrence(
        { meetingId, sessionId: session.id, expectedVersion: session.version, ...changes },
        owner.session,
      );
    },
    version,
  };
}

describe('calendar of a series, in the mail and behind the link', () => {
  it('MTG-76: mail and file show the new time of a meeting that was held and is scheduled again', async () => {
    const domain = `${randomUUID()}.example`;
    const { chancery, owner, meetingId, sql, mails } = await meetingWorld({
      title: 'Once more',
      scheduledStartAt: '2026-11-23T12:10:00.000Z',
      timeZone: 'Europe/Berlin',
      invitees: [{ email: `cleo@${domain}` }],
    });
    const received = async () => (await mails()).filter(({ to }) => to.address.endsWith(domain));
    const [invitation] = await received();
    await chancery.meetings.startMeeting({ meetingId }, owner.session);
    const [session] = await sql<{ id: string }>('select id from meeting_occurrences where meeting_id = $1', [
      meetingId,
    ]);
    await chancery.meetings.endSession({ sessionId: session?.id ?? '' }, owner.session);
    const { meeting } = await chancery.meetings.getMeeting({ meetingId }, owner.session);

    await chancery.meetings.updateMeeting(
      { meetingId, expectedVersion: meeting.version, scheduledStartAt: '2026-12-01T09:00:00.000Z' },
      owner.session,
    );

    const [mail] = await received();
    expect(startsOf(mail?.calendar?.content ?? '')).to.deep.equal(['2026-12-01T09:00:00.000Z']);
    const invite = tokenOfUrl(invitation?.text ?? '');
    const { content } = await chancery.meetings.getCalendarFile({ meetingId, invite }, aStranger());
    expect(startsOf(String(content))).to.deep.equal(['2026-12-01T09:00:00.000Z']);
    expect(statusesOf(String(content))).to.deep.equal(['STATUS:CONFIRMED']);
  });

  it('MTG-11, MTG-76: mail and file are the same except for DTSTAMP, and contain the instants of the API', async () => {
    const { firstMail, file, occurrences, clock } = await aSeries();
    clock.advance({ seconds: 5 });
    const behind = await file();
    const mailed = firstMail?.calendar?.content ?? '';

    expect(firstMail?.calendar?.method).to.equal('REQUEST');
    expect(behind.mediaType).to.equal('text/calendar; charset=utf-8; method=REQUEST');
    expect(behind.content).to.not.equal(mailed);
    expect(withoutStamp(behind.content)).to.deep.equal(withoutStamp(mailed));
    expect(startsOf(mailed)).to.deep.equal(instants);
    expect((await occurrences()).map(({ startsAt }) => startsAt)).to.deep.equal(instants);
    expect(readByPython([{ text: mailed, until: far }])[0]?.map(({ startsAt }) => startsAt)).to.deep.equal(
      instants,
    );
  });

  it('MTG-70, MTG-75: the mail about one moved session contains only that session, with SEQUENCE one higher', async () => {
    const { change, mails, file } = await aSeries();
    await change(3, { startsAt: '2027-04-05T13:00:00.000Z' });
    const [mail] = await mails();
    const mailed = mail?.calendar?.content ?? '';

    expect(mail?.calendar?.method).to.equal('REQUEST');
    expect(events(unfolded(mailed))).to.equal(1);
    expect(unfolded(mailed)).to.include.members([
      'RECURRENCE-ID;TZID=Europe/Berlin:20270405T090000',
      'DTSTART;TZID=Europe/Berlin:20270405T150000',
    ]);
    expect(sequenceOf(mailed)).to.deep.equal(['SEQUENCE:1']);
    const whole = (await file()).content;
    expect(events(unfolded(whole))).to.equal(2);
    expect([...statusesOf(mailed), ...statusesOf(whole)]).to.deep.equal(Array(3).fill('STATUS:CONFIRMED'));
    expect(sequenceOf(whole)).to.deep.equal(['SEQUENCE:1']);
    expect(startsOf(whole)).to.deep.equal(instants.with(3, '2027-04-05T13:00:00.000Z'));
  });

  it('MTG-28, MTG-71: one cancelled session is removed by itself, and is an EXDATE until it is restored', async () => {
    const { change, mails, file } = await aSeries();
    await change(4, { status: 'cancelled' });
    const [mail] = await mails();
    const mailed = unfolded(mail?.calendar?.content ?? '');

    expect(mail?.calendar?.method).to.equal('CANCEL');
    expect(mailed).to.include.members([
      'METHOD:CANCEL',
      'STATUS:CANCELLED',
      'RECURRENCE-ID;TZID=Europe/Berlin:20270412T090000',
    ]);
    expect(events(mailed)).to.equal(1);
    const cut = (await file()).content;
    expect(unfolded(cut)).to.include('EXDATE;TZID=Europe/Berlin:20270412T090000');
    expect(startsOf(cut)).to.deep.equal(instants.toSpliced(4, 1));

    await change(4, { status: 'scheduled' });
    expect(startsOf((await file()).content)).to.deep.equal(instants);
    expect((await file()).content).to.not.include('EXDATE');
  });

  it('MTG-75: a new invitee gets the series and all exceptions to come', async () => {
    const { change, mails, invite, domain } = await aSeries();
    await change(1, { title: 'Budget' });
    await change(2, { status: 'cancelled' });
    await mails();
    await invite({ email: `dan@${domain}` });
    const mail = (await mails()).find(({ to }) => to.address === `dan@${domain}`);
    const mailed = mail?.calendar?.content ?? '';

    expect(readByIcal(mailed, far).map(({ startsAt, summary }) => [startsAt, summary])).to.deep.equal(
      instants
        .toSpliced(2, 1)
        .map((startsAt) => [startsAt, startsAt.startsWith('2027-03-22') ? 'Budget' : 'Weekly review']),
    );
  });

  it('MTG-75: a file holds the exceptions of the last thirty days too, and none from before', async () => {
    const { change, file, clock } = await aSeries();
    await change(0, { title: 'Opening' });
    await change(1, { title: 'Budget' });
    await change(5, { title: 'Closing' });
    const titles = async () =>
      unfolded((await file()).content)
        .filter((line) => line.startsWith('SUMMARY:'))
        .map((line) => line.slice('SUMMARY:'.length));
    const until = (at: string) =>
      clock.advance({ seconds: (Date.parse(at) - Date.parse(clock.now())) / 1000 });

    until('2027-04-14T08:59:00.000Z');
    expect(await titles()).to.deep.equal(['Weekly review', 'Opening', 'Budget', 'Closing']);
    until('2027-04-14T09:00:00.000Z');
    expect(await titles()).to.deep.equal(['Weekly review', 'Budget', 'Closing']);
  });

  it('MTG-71: mail and file remove a cancelled meeting from the calendar', async () => {
    const { chancery, owner, meetingId, mails, file } = await aSeries();
    await chancery.meetings.cancelMeeting({ meetingId }, owner.session);
    const [mail] = await mails();
    const behind = await file();

    expect(mail?.calendar?.method).to.equal('CANCEL');
    expect(behind.mediaType).to.equal('text/calendar; charset=utf-8; method=CANCEL');
    expect(withoutStamp(behind.content)).to.deep.equal(withoutStamp(mail?.calendar?.content ?? ''));
    expect(unfolded(behind.content)).to.include.members(['METHOD:CANCEL', 'STATUS:CANCELLED', 'SEQUENCE:1']);
    expect(behind.content).to.not.include('RRULE:FREQ=WEEKLY');
  });

  it('MTG-69: after a split the head keeps its UID, and the tail has a new one', async () => {
    const { chancery, owner, meeting, meetingId, occurrences, version, mails } = await aSeries();
    const third = (await occurrences())[2];
    await chancery.meetings.updateMeeting(
      {
        meetingId,
        scope: 'this_and_following',
        sessionId: third?.id ?? '',
        title: 'New review',
        expectedVersion: await version(),
      },
      owner.session,
    );
    const files = (await mails()).map(({ calendar }) => calendar?.content ?? '');
    const uids = files.map((file) => [...new Set(unfolded(file).filter((line) => line.startsWith('UID')))]);

    expect(uids.map((ofFile) => ofFile.length)).to.deep.equal([1, 1]);
    expect(uids[0]).to.deep.equal([`UID:${meeting.icalUid}`]);
    expect(uids[1]).to.not.deep.equal(uids[0]);
    expect(files.flatMap(startsOf)).to.deep.equal(instants);
    expect(files.map(sequenceOf)).to.deep.equal([['SEQUENCE:1'], ['SEQUENCE:0']]);
  });
});

describe('who a calendar file names', () => {
  const attendeesIn = (file: string) => unfolded(file).filter((line) => line.startsWith('ATTENDEE'));

  it('MTG-109: asks a registrant for an answer only where declining gives the place back', async () => {
    const asked = async (inboundSecret: string | null) => {
      const { register, mails } = await webinarWorld({}, { settings: { inboundSecret } });
      await register('cleo');
      return attendeesIn((await mails())[0]?.calendar?.content ?? '')
        .join()
        .includes('RSVP=TRUE');
    };

    expect(await asked(null)).to.equal(false);
    expect(await asked('whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=')).to.equal(true);
  });

  it('MTG-49: writes to an address of another script, and shows it to nobody else', async () => {
    const { mails, invite } = await meetingWorld({ settings: { guestListVisibility: 'everyone' } });
    await invite({ email: 'jörg@büro.example', displayName: 'Jörg' });
    await invite({ email: 'Ada@Büro.example', displayName: 'Ada' });
    const told = await mails();
    const fileOf = (address: string) =>
      told.find(({ to, calendar }) => calendar && to.address === address)?.calendar?.content ?? '';

    expect(attendeesIn(fileOf('jörg@büro.example'))).to.deep.equal([
      'ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE;CN=Jörg;EMAIL=jörg@büro.example:mailto:j%C3%B6rg@xn--bro-hoa.example',
      'ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;CN=Ada:mailto:hidden@app.example.com',
    ]);
    expect(attendeesIn(fileOf('Ada@büro.example'))).to.deep.equal([
      'ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE;CN=Ada;EMAIL=Ada@büro.example:mailto:Ada@xn--bro-hoa.example',
      'ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;CN=Jörg:mailto:hidden@app.example.com',
    ]);
  });

  it('says nothing of how secret a meeting is, whoever may see it', async () => {
    for (const visibility of ['private', 'workspace'] as const) {
      const { mails } = await meetingWorld({ visibility, invitees: [{ email: 'cleo@client.example' }] });
      const written = (await mails()).map(({ calendar }) => calendar?.content ?? '').join('');

      expect(written).to.include('BEGIN:VEVENT').and.not.include('\r\nCLASS');
    }
  });
});

describe('getCalendarFile', () => {
  it('MTG-111: gives the organizer the file of their own meeting, and a member theirs, when they are signed in', async () => {
    const made = await meetingWorld();
    const { chancery, meetingId, owner, person } = made;
    const [bo, dan] = [await person('member', 'Bo'), await person('member', 'Dan')];
    await made.invite({ userId: bo.id });
    const fileOf = (who: { session: typeof owner.session }) =>
      chancery.meetings.getCalendarFile({ meetingId }, who.session);
    const own = await fileOf(owner);
    const text = unfolded(String(own.content));

    expect(own.mediaType).to.equal('text/calendar; charset=utf-8; method=REQUEST');
    expect(text).to.include(`UID:${made.meeting.icalUid}`);
    expect(text.some((line) => /^ATTENDEE.*PARTSTAT=ACCEPTED.*CN=Ada/.test(line))).to.equal(true);
    expect(unfolded(String((await fileOf(bo)).content)).join()).to.include('CN=Bo');
    expect(await failureOf(fileOf(dan))).to.equal('meeting.not_found');
    expect(await failureOf(chancery.meetings.getCalendarFile({ meetingId }, aStranger()))).to.equal(
      'request.invalid',
    );
  });

  for (const [response, partstat] of [
    [null, 'NEEDS-ACTION'],
    ['accepted', 'ACCEPTED'],
    ['tentative', 'TENTATIVE'],
    ['declined', 'DECLINED'],
  ] as const)
    it(`MTG-76: whose answer is ${response ?? 'open'} is ${partstat} in the file`, async () => {
      const made = await meetingWorld();
      const { chancery, meetingId, person, sql } = made;
      const bo = await person('member', 'Bo');
      const { invitation } = await made.invite({ userId: bo.id });
      await sql("update meeting_invitations set status = coalesce($2, 'pending') where id = $1", [
        invitation.id,
        response,
      ]);

      const { content } = await chancery.meetings.getCalendarFile({ meetingId }, bo.session);

      const [own] = unfolded(String(content)).filter((line) => /^ATTENDEE.*CN=Bo/.test(line));
      expect(own).to.include(`;PARTSTAT=${partstat};`);
    });

  it('has a tag that changes only with the meeting', async () => {
    const { file, change, clock } = await aSeries();
    const first = await file();
    clock.advance({ seconds: 60 });
    const again = await file();
    await change(0, { title: 'Other' });

    expect(again.etag).to.equal(first.etag);
    expect((await file()).etag).to.not.equal(first.etag);
    expect(first).to.include({ fileName: 'invite.ics', cacheControl: 'private, no-store' });
  });

  it('MTG-71: removes a meeting without a rule if its only session was cancelled', async () => {
    const made = await meetingWorld({ invitees: [{ email: 'cleo@client.example' }] });
    const { chancery, owner, meetingId, mails } = made;
    const invite = tokenOfUrl((await mails())[0]?.text ?? '');
    const { occurrences } = await chancery.meetings.listOccurrences({ meetingId }, owner.session);
    const [session] = occurrences;

    await chancery.meetings.updateOccurrence(
      {
        meetingId,
        sessionId: session?.id ?? '',
        expectedVersion: session?.version ?? 0,
        status: 'cancelled',
      },
      owner.session,
    );

    const file = await chancery.meetings.getCalendarFile({ meetingId, invite }, aStranger());
    expect(file.mediaType).to.equal('text/calendar; charset=utf-8; method=CANCEL');
    expect(String(file.content)).to.contain('STATUS:CANCELLED');
    expect((await mails()).map(({ calendar }) => calendar?.method)).to.deep.equal(['CANCEL']);
  });

  it('refuses unknown, replaced and revoked tokens, and tokens of another meeting', async () => {
    const { chancery, owner, meetingId, token, schedule, invitations, mails } = await aSeries();
    const other = await schedule();
    const read = (invite: string, id = meetingId) =>
      failureOf(chancery.meetings.getCalendarFile({ meetingId: id, invite }, aStranger()));
    const [, invited] = await invitations();

    expect(await read('A'.repeat(43))).to.equal('meeting.not_found');
    expect(await read('x')).to.equal('meeting.not_found');
    expect(await read(token, other.id)).to.equal('meeting.not_found');
    expect(await read('')).to.equal('request.invalid');
    expect(await read(token)).to.equal('none');
    await chancery.meetings.resendMeetingInvitation(
      { meetingId, invitationId: invited?.id ?? '' },
      owner.session,
    );
    expect(await read(token)).to.equal('link.gone');
    const fresh = tokenOfUrl((await mails()).at(-1)?.text ?? '');
    expect(await read(fresh)).to.equal('none');
    await chancery.meetings.revokeMeetingInvitation(
      { meetingId, invitationId: invited?.id ?? '' },
      owner.session,
    );
    expect(await read(fresh)).to.equal('link.gone');
  });
});
