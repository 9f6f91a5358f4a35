import {
  calendarMail,
  cleo,
  eventLines,
  gatewayWorld,
  mailGateway,
  webinarWorld,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const applied = { outcome: 'applied', reason: null };
const ignored = (reason: string) => ({ outcome: 'ignored', reason });
/** What Outlook sends with a time: a zone of its own name, which no database has. */
const eastern = (tzid = 'Eastern Standard Time') => [
  'BEGIN:VTIMEZONE',
  `TZID:${tzid}`,
  'BEGIN:STANDARD',
  'DTSTART:16010101T020000',
  'TZOFFSETFROM:-0400',
  'TZOFFSETTO:-0500',
  'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=1SU;BYMONTH=11',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:16010101T020000',
  'TZOFFSETFROM:-0500',
  'TZOFFSETTO:-0400',
  'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=2SU;BYMONTH=3',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
];
const until = (clock: { now(): string; advance(by: { seconds: number }): void }, at: string) =>
  clock.advance({ seconds: (Date.parse(at) - Date.parse(clock.now())) / 1000 });
const proposedOf = (proposed: string | null | undefined) =>
  proposed == null ? null : new Date(proposed).toISOString();

describe('answers from calendars', () => {
  it('MTG-109: reads a time by the zone that the file defines, in a proposal and in a RECURRENCE-ID', async () => {
    const { reply, standing, answers } = await gatewayWorld();
    const zones = [eastern()];

    const proposal = await reply({
      method: 'COUNTER',
      zones,
      more: ['DTSTART;TZID=Eastern Standard Time:20270608T110000'],
    });
    const inWinter = await reply({
      method: 'COUNTER',
      zones,
      dtstamp: '20261123T130001Z',
      more: ['DTSTART;TZID="Eastern Standard Time":20270108T110000'],
    });
    const one = await reply({
      zones,
      more: ['RECURRENCE-ID;TZID=Eastern Standard Time:20270614T030000'],
      partstat: 'DECLINED',
    });

    expect([proposal, inWinter, one]).to.deep.equal([applied, applied, applied]);
    expect(proposedOf((await standing())?.proposed)).to.equal('2027-01-08T16:00:00.000Z');
    expect(await answers()).to.deep.equal(['2027-06-14 declined']);
  });

  const unread = [
    ['a zone that nobody defines', [], ';TZID=Eastern Standard Time:20270614T030000'],
    [
      'a zone whose definition cannot be read',
      [eastern().toSpliced(5, 1)],
      ';TZID=Eastern Standard Time:20270614T030000',
    ],
    [
      'two definitions that differ',
      [eastern(), eastern().map((line) => line.replace('-0400', '-0700'))],
      ';TZID=Eastern Standard Time:20270614T030000',
    ],
    ['no zone at all', [], ':20270614T090000'],
    ['a day that does not exist', [], ';TZID=Europe/Berlin:20270631T090000'],
    ['an hour that does not exist', [], ';TZID=Europe/Berlin:20270614T250000'],
    ['a date that is written as a time', [], ';VALUE=DATE:20270614T090000'],
    ['nothing', [], ':'],
    ['no value', [], ''],
    ['another kind of range', [], ';TZID=Europe/Berlin;RANGE=THISANDPRIOR:20270614T090000'],
    ['a period', [], ';VALUE=PERIOD:20270614T070000Z/PT1H'],
    ['the same name twice', [], ';TZID=Europe/Berlin:20270614T090000\r\nRECURRENCE-ID:20270621T070000Z'],
  ] as const;
  it('MTG-109: ignores what cannot be read, and takes it neither for the series nor for another session', async () => {
    const { reply, standing, answers, activity } = await gatewayWorld();

    for (const [name, zones, recurrenceId] of unread)
      expect(
        await reply({ zones, more: [`RECURRENCE-ID${recurrenceId}`], partstat: 'DECLINED' }),
        name,
      ).to.deep.equal(ignored('not_answerable'));

    expect(await standing()).to.include({ status: 'pending' });
    expect(await answers()).to.deep.equal([]);
    expect((await activity()).filter((type) => type === 'itip.ignored')).to.have.length(unread.length);
  });

  it('MTG-109: takes a date for the session of that date, in the zone of the meeting', async () => {
    const { reply, standing, answers } = await gatewayWorld({
      scheduledStartAt: '2027-06-06T22:30:00.000Z',
      durationMinutes: 30,
    });
    const on = (recurrenceId: string, dtstamp: string) =>
      reply({ partstat: 'DECLINED', dtstamp, more: [`RECURRENCE-ID${recurrenceId}`] });

    expect(await on(';VALUE=DATE:20270614', '20261123T130000Z')).to.deep.equal(applied);
    expect(await on(':20270621', '20261123T130000Z')).to.deep.equal(applied);
    expect(await on(';VALUE=DATE:20270613', '20261123T130000Z')).to.deep.equal(ignored('not_answerable'));

    expect(await answers()).to.deep.equal(['2027-06-14 declined', '2027-06-21 declined']);
    expect(await standing()).to.include({ status: 'pending' });
  });

  it('MTG-109: takes no date that two sessions begin on', async () => {
    const { reply, answers } = await gatewayWorld({
      recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4', rdates: ['2027-06-14T15:00:00'] },
    });

    expect(await reply({ more: ['RECURRENCE-ID;VALUE=DATE:20270614'] })).to.deep.equal(
      ignored('not_answerable'),
    );
    expect(await answers()).to.deep.equal([]);
  });

  it('MTG-109: records every VEVENT of a message, and leaves out those of another meeting', async () => {
    const { deliver, meeting, schedule, standing, answers } = await gatewayWorld();
    const other = await schedule({ invitees: [cleo] });
    const event = (more: string[], partstat: string, uid = meeting.icalUid) =>
      eventLines({ uid, partstat, more });

    const outcome = await deliver(
      calendarMail('REPLY', [
        event([], 'ACCEPTED'),
        event(['RECURRENCE-ID;TZID=Europe/Berlin:20270614T090000'], 'DECLINED'),
        event(['RECURRENCE-ID;TZID=Nowhere:20270621T090000'], 'DECLINED'),
        event(['RECURRENCE-ID:20270628T070000Z'], 'TENTATIVE'),
        event([], 'DECLINED', other.icalUid),
      ]),
    );

    expect(outcome).to.deep.equal(applied);
    expect(await standing()).to.include({ status: 'accepted', response_via: 'itip' });
    expect(await answers()).to.deep.equal(['2027-06-14 declined', '2027-06-28 tentative']);
  });

  it('MTG-109: answers every later session by RANGE=THISANDFUTURE, except for those answered since', async () => {
    const { reply, standing, answers } = await gatewayWorld();
    const third = 'TZID=Europe/Berlin:20270621T090000';
    await reply({ dtstamp: '20261123T120000Z', partstat: 'TENTATIVE', more: [`RECURRENCE-ID;${third}`] });
    const last = ['RECURRENCE-ID;TZID=Europe/Berlin:20270628T090000'];
    await reply({ dtstamp: '20261123T125900Z', partstat: 'ACCEPTED', more: last });

    const range = ['RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20270614T090000'];
    const outcome = await reply({ dtstamp: '20261123T123000Z', partstat: 'DECLINED', more: range });

    expect(outcome).to.deep.equal(applied);
    expect(await answers()).to.deep.equal([
      '2027-06-14 declined',
      '2027-06-21 declined',
      '2027-06-28 accepted',
    ]);
    expect(await standing()).to.include({ status: 'pending' });
  });

  it('MTG-109: sessions that are written later have the answer of RANGE=THISANDFUTURE, of the newest one and after a split too', async () => {
    const made = await gatewayWorld({ recurrence: { rrule: 'FREQ=WEEKLY' } });
    const { reply, sql, clock, worker, chancery, owner, meetingId } = made;
    const range = (date: string) => [`RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:${date}T090000`];
    const newest = async (id: string) =>
      (
        await sql<{ date: string; status: string | null }>(
          `select left(o.recurrence_id, 10) date, r.status from meeting_occurrences o
           left join occurrence_responses r on r.occurrence_id = o.id
           where o.meeting_id = $1 order by o.recurrence_id desc limit 2`,
          [id],
        )
      ).map(({ date, status }) => [date, status]);
    await reply({ dtstamp: '20261123T123000Z', partstat: 'ACCEPTED', more: range('20270621') });
    await reply({ dtstamp: '20261123T125000Z', partstat: 'DECLINED', more: range('20270628') });
    // One that was written before the other but came after it.
    await reply({ dtstamp: '20261123T124000Z', partstat: 'ACCEPTED', more: range('20270614') });
    const [written] = await newest(meetingId);

    clock.advance({ days: 14 });
    await worker.run('meetings.horizon');
    const [later] = await newest(meetingId);
    expect(String(later?.[0]) > String(written?.[0])).to.equal(true);
    expect(later?.[1]).to.equal('declined');

    const { meeting } = await chancery.meetings.getMeeting({ meetingId }, owner.session);
    const { occurrences } = await chancery.meetings.listOccurrences({ meetingId }, owner.session);
    const { meeting: tail } = await chancery.meetings.updateMeeting(
      {
        meetingId,
        expectedVersion: meeting.version,
        scope: 'this_and_following',
        sessionId: occurrences[8]?.id ?? undefined,
        title: 'Review anew',
      },
      owner.session,
    );
    clock.advance({ days: 14 });
    await worker.run('meetings.horizon');
    const [ofTail] = await newest(tail.id);
    expect(String(ofTail?.[0]) > String(later?.[0])).to.equal(true);
    expect(ofTail?.[1]).to.equal('declined');
  });

  it('MTG-33: after a change of time, sessions that are written later have no acceptance of RANGE=THISANDFUTURE, and keep a refusal', async () => {
    for (const [partstat, inherited] of [
      ['ACCEPTED', null],
      ['DECLINED', 'declined'],
    ] as const) {
      const { reply, sql, clock, worker, chancery, owner, meetingId, meeting } = await gatewayWorld({
        recurrence: { rrule: 'FREQ=WEEKLY' },
      });
      const more = ['RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20270614T090000'];
      await reply({ partstat, more });
      await chancery.meetings.updateMeeting(
        { meetingId, expectedVersion: meeting.version, scheduledStartAt: '2027-06-07T08:00:00Z' },
        owner.session,
      );

      clock.advance({ days: 14 });
      await worker.run('meetings.horizon');

      const [last] = await sql<{ status: string | null }>(
        `select r.status from meeting_occurrences o left join occurrence_responses r on r.occurrence_id = o.id
         where o.meeting_id = $1 order by o.recurrence_id desc limit 1`,
        [meetingId],
      );
      expect(last?.status).to.equal(inherited);
    }
  });

  it('MTG-109: keeps the order of answers by person and session, whichever comes first', async () => {
    const { reply, standing, answers } = await gatewayWorld();
    const one = ['RECURRENCE-ID;TZID=Europe/Berlin:20270614T090000'];
    const another = ['RECURRENCE-ID;TZID=Europe/London:20270621T080000'];

    expect(await reply({ dtstamp: '20261123T130300Z', partstat: 'ACCEPTED' })).to.deep.equal(applied);
    expect(await reply({ dtstamp: '20261123T130200Z', partstat: 'DECLINED', more: one })).to.deep.equal(
      applied,
    );
    expect(await reply({ dtstamp: '20261123T130100Z', partstat: 'TENTATIVE', more: another })).to.deep.equal(
      applied,
    );
    expect(await reply({ dtstamp: '20261123T130100Z', partstat: 'ACCEPTED', more: one })).to.deep.equal(
      ignored('stale'),
    );
    expect(await reply({ dtstamp: '20261123T130200Z', partstat: 'DECLINED' })).to.deep.equal(
      ignored('stale'),
    );
    expect(await reply({ dtstamp: '20261123T130300Z', partstat: 'DECLINED' })).to.deep.equal(
      ignored('stale'),
    );

    expect(await standing()).to.include({ status: 'accepted' });
    expect(await answers()).to.deep.equal(['2027-06-14 declined', '2027-06-21 tentative']);
  });

  it('MTG-109: counts a stamp in the future as now, once', async () => {
    const { reply, standing, clock } = await gatewayWorld();
    const digits = () => clock.now().slice(0, 19).replaceAll(/[-:]/g, '').concat('Z');

    expect(await reply({ dtstamp: '20990101T000000Z', partstat: 'ACCEPTED' })).to.deep.equal(applied);
    clock.advance({ seconds: 60 });
    expect(await reply({ dtstamp: digits(), partstat: 'DECLINED' })).to.deep.equal(applied);
    clock.advance({ seconds: 60 });
    expect(await reply({ dtstamp: '20990101T000000Z', partstat: 'ACCEPTED' })).to.deep.equal(
      ignored('stale'),
    );
    expect(await standing()).to.include({ status: 'declined' });
    expect(await reply({ dtstamp: '20990101T000001Z', partstat: 'TENTATIVE' })).to.deep.equal(applied);
    expect(await standing()).to.include({ status: 'tentative' });
  });

  it('MTG-109: takes a stamp that was in the future once, also when its time has come', async () => {
    const { reply, standing, clock } = await gatewayWorld();
    const tomorrow = '20261124T130000Z';

    expect(await reply({ dtstamp: tomorrow, partstat: 'ACCEPTED' })).to.deep.equal(applied);
    clock.advance({ seconds: 3600 });
    expect(await reply({ dtstamp: '20261123T133000Z', partstat: 'DECLINED' })).to.deep.equal(applied);
    clock.advance({ seconds: 3 * 86_400 });

    expect(await reply({ dtstamp: tomorrow, partstat: 'ACCEPTED' })).to.deep.equal(ignored('stale'));
    expect(await standing()).to.include({ status: 'declined' });
  });

  it('MTG-109: keeps the order of one person, from whichever address and invitation they answer', async () => {
    const { chancery, owner, meetingId, person, invite, deliver, message, reply, invitations, sql } =
      await gatewayWorld();
    const bo = await person('member', 'Bo');
    await invite({ userId: bo.id });
    const from = (address: string, dtstamp: string) =>
      deliver(message({ attendee: address, dtstamp }), { sender: address });
    expect(await from(bo.email, '20261123T130002Z')).to.deep.equal(applied);
    await sql(`update memberships set email = 'bo@new.example' where user_id = $1`, [bo.id]);
    expect(await from('bo@new.example', '20261123T130001Z')).to.deep.equal(ignored('stale'));
    expect(await from('bo@new.example', '20261123T130003Z')).to.deep.equal(applied);

    expect(await reply()).to.deep.equal(applied);
    const cleos = (await invitations()).find(({ display_name }) => display_name === 'Cleo');
    await chancery.meetings.revokeMeetingInvitation(
      { meetingId, invitationId: cleos?.id ?? '' },
      owner.session,
    );
    expect(await reply({ dtstamp: '20261123T130009Z' })).to.deep.equal(ignored('unknown'));
    await invite();
    expect(await reply()).to.deep.equal(ignored('stale'));
    expect(await reply({ dtstamp: '20261123T130009Z' })).to.deep.equal(applied);
  });

  it('MTG-109: leaves a session alone that is over or cancelled, also among later ones', async () => {
    const { chancery, owner, meetingId, reply, answers, clock } = await gatewayWorld();
    const { occurrences } = await chancery.meetings.listOccurrences({ meetingId }, owner.session);
    const third = occurrences[2];
    await chancery.meetings.updateOccurrence(
      {
        meetingId,
        sessionId: third?.id ?? '',
        expectedVersion: third?.version ?? 0,
        status: 'cancelled',
      },
      owner.session,
    );
    until(clock, '2027-06-14T08:00:00.000Z');
    const more = (day: string, range = '') => [`RECURRENCE-ID${range};TZID=Europe/Berlin:${day}T090000`];
    const of = { sequence: 1, dtstamp: '20270614T075900Z', partstat: 'DECLINED' };

    expect(await reply({ ...of, more: more('20270614') })).to.deep.equal(ignored('not_answerable'));
    expect(await reply({ ...of, more: more('20270621') })).to.deep.equal(ignored('not_answerable'));
    expect(await reply({ ...of, more: more('20270607', ';RANGE=THISANDFUTURE') })).to.deep.equal(applied);
    expect(await answers()).to.deep.equal(['2027-06-28 declined']);
  });

  it('MTG-109: does not let a message that is ignored hold back an earlier one', async () => {
    const { reply } = await gatewayWorld();

    expect(await reply({ dtstamp: '20261123T130300Z', partstat: 'DELEGATED' })).to.deep.equal(
      ignored('not_answerable'),
    );
    expect(await reply({ dtstamp: '20261123T130200Z' })).to.deep.equal(applied);
  });

  it('MTG-109: takes a counter-proposal with several attendees for that of its sender', async () => {
    const { deliver, meeting, standing, invite } = await gatewayWorld();
    await invite({ email: 'dan@client.example' });
    const counter = (attendees: string[], method = 'COUNTER') =>
      calendarMail(method, [
        eventLines({
          uid: meeting.icalUid,
          attendees,
          partstat: 'TENTATIVE',
          more: ['DTSTART;TZID=Europe/Berlin:20270608T110000'],
        }),
      ]);

    expect(await deliver(counter(['dan@client.example', 'eve@client.example']))).to.deep.equal(
      ignored('not_the_attendee'),
    );
    expect(await deliver(counter(['dan@client.example', 'CLEO@client.example']))).to.deep.equal(applied);
    expect(await deliver(counter(['dan@client.example', cleo.email], 'REPLY'))).to.deep.equal(
      ignored('not_answerable'),
    );

    expect((await standing())?.status).to.equal('pending');
    expect(proposedOf((await standing())?.proposed)).to.equal('2027-06-08T09:00:00.000Z');
    expect((await standing('dan@client.example'))?.proposed).to.equal(null);
  });

  const proposals = [
    ['five minutes ago', ':20261123T125500Z', true],
    ['six minutes ago', ':20261123T125400Z', false],
    ['in five years', ':20311123T130000Z', true],
    ['a minute later than that', ':20311123T130100Z', false],
    ['with seconds', ':20270608T090030Z', false],
    ['a whole day', ';VALUE=DATE:20270608', false],
    ['without a zone', ':20270608T110000', false],
  ] as const;
  for (const [name, start, isTaken] of proposals)
    it(`MTG-109: ${isTaken ? 'takes' : 'ignores'} a proposal of a start ${name}, as of any start`, async () => {
      const { reply, standing, clock } = await gatewayWorld();
      until(clock, '2026-11-23T13:00:00.000Z');

      const outcome = await reply({
        method: 'COUNTER',
        dtstamp: '20261123T125900Z',
        more: [`DTSTART${start}`],
      });

      expect(outcome).to.deep.equal(isTaken ? applied : ignored('not_answerable'));
      expect((await standing())?.proposed === null).to.equal(!isTaken);
    });

  it('MTG-44: takes no answer once the last session has ended', async () => {
    const { reply, clock, standing } = await gatewayWorld();
    until(clock, '2027-06-28T07:59:00.000Z');
    expect(await reply({ dtstamp: '20270628T075900Z' })).to.deep.equal(applied);
    until(clock, '2027-06-28T08:00:00.000Z');

    expect(await reply({ dtstamp: '20270628T080000Z', partstat: 'DECLINED' })).to.deep.equal(
      ignored('not_answerable'),
    );
    expect(await standing()).to.include({ status: 'accepted' });
  });

  it('MTG-44: takes an answer while the last session goes on beyond its end, and none once it is over', async () => {
    const longer = await gatewayWorld({ scheduledStartAt: '2026-11-23T13:00:00.000Z', recurrence: null });
    until(longer.clock, '2026-11-23T13:00:00.000Z');
    await longer.chancery.meetings.startMeeting({ meetingId: longer.meetingId }, longer.owner.session);
    until(longer.clock, '2026-11-23T14:30:00.000Z');
    expect(await longer.reply({ dtstamp: '20261123T143000Z' })).to.deep.equal(applied);

    const shorter = await gatewayWorld({ recurrence: { rrule: 'FREQ=WEEKLY;COUNT=2' } });
    const { chancery, owner, meetingId, clock, reply } = shorter;
    const { occurrences } = await chancery.meetings.listOccurrences({ meetingId }, owner.session);
    expect(occurrences).to.have.length(2);
    until(clock, '2027-06-14T08:00:00.000Z');
    expect(await reply({ dtstamp: '20270614T080000Z' })).to.deep.equal(ignored('not_answerable'));
  });

  it('MTG-109: cleans a comment as the API demands it, and takes the answer that it came with', async () => {
    const { reply, standing } = await gatewayWorld();
    const comments: [string, string | null][] = [
      ['late\u0000r', 'later'],
      ['a\\nb\\, c\\; d\\\\e', 'a\nb, c; d\\e'],
      [` x\u202e\u2066\u0007y\ud83d `, 'xy'],
      [`e${'\u0301'.repeat(500)}`, `\u00e9${'\u0301'.repeat(29)}`],
      ['x'.repeat(3000), 'x'.repeat(500)],
      ['\u{1f600}'.repeat(600), '\u{1f600}'.repeat(500)],
      ['\u0001\u0002', null],
      ['', null],
    ];

    for (const [index, [comment, kept]] of comments.entries()) {
      const dtstamp = `20261123T1300${String(index).padStart(2, '0')}Z`;
      expect(await reply({ dtstamp, more: [`COMMENT;LANGUAGE=en:${comment}`] })).to.deep.equal(applied);
      expect((await standing())?.response_comment).to.equal(kept);
    }
  });

  it('MTG-79: judges the sender before anything else of a message', async () => {
    const { deliver, message, activity, meeting } = await gatewayWorld();
    const unsure = (text: string) => deliver(text, { authenticated: false });

    expect(await unsure('Subject: Hello')).to.deep.equal(ignored('not_authenticated'));
    expect(await unsure(message({ uid: 'x' }))).to.deep.equal(ignored('not_authenticated'));
    expect(await unsure(message({ attendee: 'nobody@client.example' }))).to.deep.equal(
      ignored('not_authenticated'),
    );
    expect(await activity()).to.not.include('itip.ignored');
    expect(await unsure(message({ sequence: meeting.icalSequence }))).to.deep.equal(
      ignored('not_authenticated'),
    );
    expect((await activity()).filter((type) => type === 'itip.ignored')).to.have.length(1);
  });

  it('MTG-79: takes the answer of a member from the address that they have today, as from the invited one', async () => {
    const { person, invite, deliver, message, sql, meetingId } = await gatewayWorld();
    const bo = await person('member', 'Bo');
    await invite({ userId: bo.id });

    const outcome = await deliver(message({ attendee: bo.email.toUpperCase() }), { sender: bo.email });

    expect(outcome).to.deep.equal(applied);
    expect(
      await sql('select status from meeting_invitations where meeting_id = $1 and user_id = $2', [
        meetingId,
        bo.id,
      ]),
    ).to.deep.equal([{ status: 'accepted' }]);
  });

  it('MTG-79: takes an answer from an address of another script, however a calendar writes it', async () => {
    const { invite, deliver, message, standing } = await gatewayWorld();
    await invite({ email: 'jörg@büro.example' });
    const from = (attendee: string, sender: string, dtstamp: string) =>
      deliver(message({ attendee, dtstamp }), { sender });

    expect(
      await from('j%C3%B6rg@xn--bro-hoa.example', 'jörg@büro.example', '20261123T130000Z'),
    ).to.deep.equal(applied);
    expect(
      await from('jo\u0308rg@Büro.example', 'jörg@xn--bro-hoa.example', '20261123T130001Z'),
    ).to.deep.equal(applied);
    expect(await standing('jörg@büro.example')).to.include({ status: 'accepted' });
  });
});

describe('answers of registrants from calendars', () => {
  async function aWebinar() {
    const here = await webinarWorld(
      { capacity: 1, waitlistEnabled: true },
      { settings: { inboundSecret: `whsec_${Buffer.alloc(32, 7).toString('base64')}` } },
      { recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' } },
    );
    await here.register('cleo');
    await here.register('dan');
    await here.mails();
    const send = mailGateway(here);
    const answer = (partstat: string, more: string[] = [], dtstamp = '20261123T130000Z') =>
      send({
        message: calendarMail('REPLY', [eventLines({ uid: here.meeting.icalUid, partstat, more, dtstamp })]),
        authenticated: true,
        sender: cleo.email,
      });
    return { ...here, answer };
  }

  it('MTG-109: cancels the registration of whoever declines, and gives the place to the next in line', async () => {
    const { answer, statuses, mails, register, registrations } = await aWebinar();

    expect(await answer('DECLINED', ['COMMENT:Ill\\nagain'])).to.deep.equal(applied);

    expect(await statuses()).to.deep.equal({ cleo: 'cancelled', dan: 'approved' });
    expect(
      (await registrations()).find(({ displayName }) => displayName === 'cleo')?.decisionReason,
    ).to.equal('Ill again');
    const told = (await mails()).map(({ to, calendar }) => [to.address, calendar?.method ?? null]);
    expect(told).to.have.deep.members([
      ['cleo@client.example', 'CANCEL'],
      ['dan@client.example', 'REQUEST'],
    ]);

    await register('cleo');
    expect(await answer('DECLINED')).to.deep.equal(ignored('stale'));
    expect(await statuses()).to.deep.equal({ cleo: 'waitlisted', dan: 'approved' });
  });

  it('MTG-109: keeps the place of whoever accepts, or declines one session of several', async () => {
    const { answer, statuses } = await aWebinar();

    expect(await answer('ACCEPTED')).to.deep.equal(ignored('not_answerable'));
    expect(await answer('DECLINED', ['RECURRENCE-ID;VALUE=DATE:20261207'])).to.deep.equal(
      ignored('not_answerable'),
    );
    expect(await statuses()).to.deep.equal({ cleo: 'approved', dan: 'waitlisted' });
  });
});
