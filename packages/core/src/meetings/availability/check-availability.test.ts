import {
  aStranger,
  faultsOf,
  type Person,
  statementsOf,
  type World,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

/** The clock stands at Monday, 23 November 2026, 12:00Z. */
const tuesday = (clock: string) => `2026-11-24T${clock}:00.000Z`;

type Question = Parameters<World['chancery']['meetings']['checkAvailability']>[0];

/** Ada and Bo share a workspace; `ask` checks availability as Ada. */
async function office() {
  const here = await world();
  const bo = await here.person('member', 'Bo');
  const ask = (question: Partial<Question>, as: Person = here.owner) =>
    here.chancery.meetings.checkAvailability(
      {
        startsAt: tuesday('09:00'),
        durationMinutes: 60,
        timeZone: 'Europe/Berlin',
        includeMe: false,
        attendees: [{ userId: bo.id }],
        ...question,
      },
      as.session,
    );
  const meet = (
    startsAt: string,
    { by = bo, ...more }: Record<string, unknown> & { by?: Person; invitees?: { userId: string }[] } = {},
  ) =>
    here.chancery.meetings.createMeeting(
      {
        title: 'Secret plan',
        scheduledStartAt: startsAt,
        timeZone: 'Europe/Berlin',
        durationMinutes: 60,
        ...more,
      },
      by.session,
    );
  const block = (of: Person, input: Record<string, unknown>) =>
    here.chancery.meetings.createAvailabilityBlock(
      { timeZone: 'Europe/Berlin', ...input } as never,
      of.session,
    );
  return { ...here, bo, ask, meet, block };
}

const workdays = ['MO', 'TU', 'WE', 'TH', 'FR'].map((day) => ({ day, start: '09:00', end: '17:00' }));

describe('checkAvailability', () => {
  it('MTG-2: refuses a zone that the tz data does not have, of one time and of a series', async () => {
    const { ask } = await office();

    for (const timeZone of ['EST', '+02:00', 'Europe/Atlantis'])
      for (const recurrence of [undefined, { rrule: 'FREQ=WEEKLY;COUNT=2' }])
        expect(await faultsOf(ask({ timeZone, ...(recurrence && { recurrence }) })), timeZone).to.deep.equal([
          '/timeZone time_zone.unknown',
        ]);
  });

  it('MTG-88: people are busy with meetings that they organize or have not declined, with busy time and time off', async () => {
    const { ask, meet, block, bo, person, chancery, ports, sql } = await office();
    const cleo = await person('member', 'Cleo');
    await meet(tuesday('09:00'));
    await meet(tuesday('11:00'), { by: cleo, invitees: [{ userId: bo.id }] });
    const { meeting: declined } = await meet(tuesday('13:00'), { by: cleo, invitees: [{ userId: bo.id }] });
    const [own] = await sql<{ id: string }>(
      'select id from meeting_invitations where meeting_id = $1 and user_id = $2',
      [declined.id, bo.id],
    );
    const { token } = ports.linkTokens.derive('meeting_invitation', own?.id ?? '', 1);
    await chancery.meetings.respondToMeetingInvitation({ token, response: 'declined' }, aStranger());
    await block(bo, { kind: 'busy', startsAt: tuesday('14:00'), endsAt: tuesday('15:00') });
    await block(bo, { kind: 'time_off', startsAt: tuesday('16:00'), endsAt: tuesday('17:00') });

    const kinds: Record<string, string[]> = {};
    for (const clock of ['08:00', '09:00', '11:00', '13:00', '14:00', '16:00'])
      kinds[clock] = (await ask({ startsAt: tuesday(clock) })).conflicts.map(({ kind }) => kind);

    expect(kinds).to.deep.equal({
      '08:00': [],
      '09:00': ['meeting'],
      '11:00': ['meeting'],
      '13:00': [],
      '14:00': ['busy'],
      '16:00': ['time_off'],
    });
  });

  it('MTG-88: time outside working hours only counts on dates on which the person has working hours', async () => {
    const { ask, block, bo } = await office();
    const weekly = workdays;
    await block(bo, {
      kind: 'working_hours',
      weekly,
      effectiveFrom: '2026-11-25',
      effectiveUntil: '2026-11-25',
    });

    const [before, on, after] = await Promise.all(
      ['24', '25', '26'].map((day) => ask({ startsAt: `2026-11-${day}T18:00:00Z` })),
    );

    expect([before?.available, on?.available, after?.available]).to.deep.equal([true, false, true]);
    expect(on?.conflicts.map(({ kind, startsAt, endsAt }) => [kind, startsAt, endsAt])).to.deep.equal([
      ['outside_working_hours', '2026-11-25T18:00:00.000Z', '2026-11-25T19:00:00.000Z'],
    ]);
  });

  it('MTG-89: a meeting from 10:00 only conflicts with one that ends at 10:00 if a buffer is asked for', async () => {
    const { ask, meet } = await office();
    await meet(tuesday('10:00'));
    const before = { startsAt: tuesday('09:00') };
    const after = { startsAt: tuesday('11:00') };

    expect([(await ask(before)).available, (await ask(after)).available]).to.deep.equal([true, true]);
    const buffered = [
      await ask({ ...before, bufferMinutes: 15 }),
      await ask({ ...after, bufferMinutes: 15 }),
    ];
    expect(buffered.map(({ available }) => available)).to.deep.equal([false, false]);
    expect((await ask({ startsAt: tuesday('08:45'), bufferMinutes: 15 })).available).to.equal(true);
  });

  it('MTG-89: of two times of a series that adjoin, a meeting conflicts only with the one that it overlaps', async () => {
    const { ask, meet } = await office();
    const [first, second] = [tuesday('09:00'), '2026-11-25T09:00:00.000Z'];
    await meet('2026-11-25T08:00:00Z');
    await meet(second);

    const { conflicts } = await ask({ durationMinutes: 1440, recurrence: { rrule: 'FREQ=DAILY;COUNT=2' } });

    expect(conflicts.map(({ occurrenceStartsAt, startsAt }) => [occurrenceStartsAt, startsAt])).to.deep.equal(
      [
        [first, '2026-11-25T08:00:00.000Z'],
        [second, second],
      ],
    );
  });

  for (const { season, date, opens, closes } of [
    { season: 'winter', date: '2026-12-01', opens: '14:00', closes: '22:00' },
    { season: 'summer', date: '2027-06-01', opens: '13:00', closes: '21:00' },
  ])
    it(`MTG-90: 09:00 to 17:00 in New York is ${opens}Z to ${closes}Z in ${season}`, async () => {
      const { ask, block, bo } = await office();
      await block(bo, { kind: 'working_hours', timeZone: 'America/New_York', weekly: workdays });
      const at = (clock: string, minutes: number) =>
        new Date(Date.parse(`${date}T${clock}:00Z`) + minutes * 60_000).toISOString();
      const free = async (startsAt: string) => (await ask({ startsAt, durationMinutes: 30 })).available;

      expect([await free(at(opens, -1)), await free(at(opens, 0))]).to.deep.equal([false, true]);
      expect([await free(at(closes, -30)), await free(at(closes, -29))]).to.deep.equal([true, false]);
    });

  it('MTG-90: the hours of one weekday say nothing about another', async () => {
    const { ask, block, bo } = await office();
    await block(bo, {
      kind: 'working_hours',
      timeZone: 'UTC',
      weekly: [
        { day: 'TU', start: '09:00', end: '12:00' },
        { day: 'WE', start: '13:00', end: '17:00' },
      ],
    });
    const free = async (startsAt: string) => (await ask({ startsAt })).available;

    expect([await free(tuesday('09:00')), await free(tuesday('13:00'))]).to.deep.equal([true, false]);
    expect([
      await free('2026-11-25T09:00:00Z'),
      await free('2026-11-25T13:00:00Z'),
      await free('2026-11-26T09:00:00Z'),
    ]).to.deep.equal([false, true, false]);
  });

  it('MTG-91: checks the first 100 times of a series within a year, and returns their number', async () => {
    const { ask } = await office();
    const counted = async (rrule: string) => (await ask({ recurrence: { rrule } })).checkedOccurrences;

    expect(await counted('FREQ=DAILY')).to.equal(100);
    expect(await counted('FREQ=WEEKLY;COUNT=6')).to.equal(6);
    expect(await counted('FREQ=MONTHLY;COUNT=30')).to.equal(13);
    expect((await ask({})).checkedOccurrences).to.equal(1);
  });

  it('MTG-91: a conflict of a series names the start of the occurrence that it overlaps', async () => {
    const { ask, meet } = await office();
    await meet('2026-12-08T09:30:00Z');

    const { available, conflicts } = await ask({ recurrence: { rrule: 'FREQ=WEEKLY;COUNT=6' } });

    expect(available).to.equal(false);
    expect(conflicts.map(({ occurrenceStartsAt, startsAt }) => [occurrenceStartsAt, startsAt])).to.deep.equal(
      [['2026-12-08T09:00:00.000Z', '2026-12-08T09:30:00.000Z']],
    );
  });

  it('MTG-91: a session that overlaps two times of a series is listed once for each', async () => {
    const { ask, meet } = await office();
    await meet(tuesday('09:59'), { durationMinutes: 1440 });

    const { conflicts } = await ask({ recurrence: { rrule: 'FREQ=DAILY;COUNT=3' } });

    expect(conflicts.map(({ occurrenceStartsAt, startsAt }) => [occurrenceStartsAt, startsAt])).to.deep.equal(
      [
        [tuesday('09:00'), tuesday('09:59')],
        ['2026-11-25T09:00:00.000Z', tuesday('09:59')],
      ],
    );
  });

  it('MTG-91: the conflicts of one time of a series are sorted by their start', async () => {
    const { ask, meet, block, bo } = await office();
    await block(bo, { kind: 'working_hours', weekly: workdays });
    await meet('2026-11-28T09:30:00Z');
    await block(bo, { kind: 'busy', startsAt: '2026-11-28T08:30:00Z', endsAt: '2026-11-28T09:15:00Z' });

    const { conflicts } = await ask({
      startsAt: '2026-11-27T09:00:00Z',
      recurrence: { rrule: 'FREQ=DAILY;COUNT=2' },
    });

    expect(conflicts.map(({ kind, startsAt, endsAt }) => [kind, startsAt, endsAt])).to.deep.equal([
      ['busy', '2026-11-28T08:30:00.000Z', '2026-11-28T09:15:00.000Z'],
      ['outside_working_hours', '2026-11-28T09:00:00.000Z', '2026-11-28T10:00:00.000Z'],
      ['meeting', '2026-11-28T09:30:00.000Z', '2026-11-28T10:30:00.000Z'],
    ]);
  });

  it('MTG-92: returns time and kind of a conflict, and its title only to those who may see the meeting', async () => {
    const { ask, meet, block, bo, owner, person } = await office();
    const cleo = await person('member', 'Cleo');
    const { meeting } = await meet(tuesday('09:30'), {
      durationMinutes: 30,
      invitees: [{ userId: cleo.id }],
    });
    await block(bo, {
      kind: 'time_off',
      title: 'Dentist',
      startsAt: tuesday('09:00'),
      endsAt: tuesday('09:15'),
    });

    const [forAda, forCleo] = [await ask({}, owner), await ask({}, cleo)];

    const meetings = [forAda, forCleo].map(({ conflicts }) =>
      conflicts.find(({ kind }) => kind === 'meeting'),
    );
    expect(meetings.map((conflict) => [conflict?.meetingId, conflict?.title])).to.deep.equal([
      [null, null],
      [meeting.id, 'Secret plan'],
    ]);
    expect(forAda.conflicts.map(({ message }) => message)).to.deep.equal([
      'Bo has time off from 10:00 to 10:15 (Europe/Berlin).',
      'Bo is in another meeting from 10:30 to 11:00 (Europe/Berlin).',
    ]);
    expect(JSON.stringify(forAda)).to.not.match(/Secret|Dentist/);
    expect(JSON.stringify(forCleo)).to.not.include('Dentist');
  });

  it('MTG-92: returns the conflicts of one time in the order in which the people were named, then by start', async () => {
    const { ask, meet, bo, person } = await office();
    const cleo = await person('member', 'Cleo');
    const dan = await person('member', 'Dan');
    await meet(tuesday('09:40'));
    await meet(tuesday('09:20'));
    await meet(tuesday('09:30'), { by: cleo });
    await meet(tuesday('09:10'), { by: dan });
    const named = async (...people: readonly Person[]) =>
      (await ask({ attendees: people.map(({ id }) => ({ userId: id })) })).conflicts.map(
        ({ person: { displayName }, startsAt }) => `${displayName} ${startsAt.slice(11, 16)}`,
      );

    expect(await named(bo, cleo, dan)).to.deep.equal(['Bo 09:20', 'Bo 09:40', 'Cleo 09:30', 'Dan 09:10']);
    expect(await named(dan, bo, cleo)).to.deep.equal(['Dan 09:10', 'Bo 09:20', 'Bo 09:40', 'Cleo 09:30']);
  });

  it('MTG-92: people who are not active members are returned as unknown and count as free', async () => {
    const { ask, stranger, person, sql } = await office();
    const mallory = await stranger();
    const gone = await person('member', 'Gone');
    await sql("update memberships set status = 'suspended' where id = $1", [gone.membershipId]);
    const attendees = [
      { userId: mallory.id },
      { email: mallory.email },
      { userId: gone.id },
      { email: 'x@y.example' },
    ];

    const { available, unknownAttendees } = await ask({ attendees });

    expect(available).to.equal(true);
    expect(unknownAttendees).to.deep.equal([mallory.id, mallory.email, gone.id, 'x@y.example']);
  });

  it('MTG-93: a meeting that is to be moved does not conflict with itself', async () => {
    const { ask, meet, bo } = await office();
    const { meeting } = await meet(tuesday('09:00'));
    const { meeting: other } = await meet(tuesday('09:30'));

    expect((await ask({}, bo)).conflicts).to.have.lengthOf(2);
    const without = await ask({ excludeMeetingId: meeting.id }, bo);
    expect(without.conflicts.map(({ startsAt }) => startsAt)).to.deep.equal([tuesday('09:30')]);
    expect((await ask({ startsAt: tuesday('08:00'), excludeMeetingId: other.id }, bo)).available).to.equal(
      true,
    );
  });

  it('MTG-93: the id of a meeting that the asker is not in hides nothing, unless it is open to the workspace', async () => {
    const { ask, meet, owner, person } = await office();
    const cleo = await person('member', 'Cleo');
    const { meeting: secret } = await meet(tuesday('09:00'));
    const { meeting: open } = await meet(tuesday('09:30'), { visibility: 'workspace' });
    const free = async (excludeMeetingId: string, who: typeof owner) =>
      (await ask({ excludeMeetingId, startsAt: tuesday('09:00') }, who)).conflicts.length;
    const [withoutAny, withoutSecret] = [await free(open.id, cleo), await free(secret.id, cleo)];

    expect([withoutAny, withoutSecret]).to.deep.equal([1, 2]);
    expect(await free(secret.id, owner)).to.equal(2);
  });

  it('MTG-92: whose invitation was revoked is told no title any more, and is not busy with it', async () => {
    const { ask, meet, chancery, bo, person } = await office();
    const cleo = await person('member', 'Cleo');
    const { meeting } = await meet(tuesday('09:00'), { invitees: [{ userId: cleo.id }] });
    const { invitations } = await chancery.meetings.listMeetingInvitations(
      { meetingId: meeting.id },
      bo.session,
    );
    const hers = invitations.find(({ person: { userId } }) => userId === cleo.id);
    const titles = async () =>
      (await ask({ attendees: [{ userId: bo.id }] }, cleo)).conflicts.map(({ title }) => title);
    const busy = async () => (await ask({ attendees: [{ userId: cleo.id }] })).available;
    const before = { titles: await titles(), free: await busy() };

    await chancery.meetings.revokeMeetingInvitation(
      { meetingId: meeting.id, invitationId: hers?.id ?? '', notify: false },
      bo.session,
    );

    expect(before).to.deep.equal({ titles: ['Secret plan'], free: false });
    expect({ titles: await titles(), free: await busy() }).to.deep.equal({ titles: [null], free: true });
  });

  it('MTG-94: suggests times that suit everybody: within working hours, on the grid, the earliest first', async () => {
    const { ask, meet, block, bo, owner } = await office();
    await block(bo, { kind: 'working_hours', timeZone: 'America/New_York', weekly: workdays });
    await block(owner, {
      kind: 'working_hours',
      weekly: workdays.map((hours) => ({ ...hours, end: '18:00' })),
    });
    await meet(tuesday('14:30'), { durationMinutes: 30 });
    const suggest = { from: tuesday('00:07'), to: '2026-11-26T00:00:00Z', count: 4, stepMinutes: 30 };

    const { suggestions } = await ask({ durationMinutes: 45, includeMe: true, suggest });

    // Berlin closes at 17:00Z, New York opens at 14:00Z; Bo's meeting leaves 15:00 to 17:00.
    expect(suggestions.map(({ startsAt }) => startsAt)).to.deep.equal([
      tuesday('15:00'),
      tuesday('15:30'),
      tuesday('16:00'),
      '2026-11-25T14:00:00.000Z',
    ]);
    expect(suggestions[0]?.endsAt).to.equal(tuesday('15:45'));
  });

  it('MTG-94: with a Friday off the walk-through suggests Monday at 15:00 in Berlin', async () => {
    const { ask, block, bo } = await office();
    await block(bo, { kind: 'working_hours', timeZone: 'America/New_York', weekly: workdays });
    await block(bo, {
      kind: 'time_off',
      title: 'Moving house',
      timeZone: 'America/New_York',
      startsAt: '2026-11-27T05:00:00Z',
      endsAt: '2026-11-28T05:00:00Z',
      allDay: true,
    });

    const friday = '2026-11-27T14:00:00Z';
    const answer = await ask({
      startsAt: friday,
      includeMe: true,
      suggest: { from: friday, to: '2026-12-04T00:00:00Z', count: 1 },
    });

    expect(answer.available).to.equal(false);
    expect(answer.conflicts.map(({ message }) => message)).to.deep.equal([
      'Bo has time off from 2026-11-27 06:00 to 2026-11-28 06:00 (Europe/Berlin).',
    ]);
    expect(answer.suggestions.map(({ startsAt }) => startsAt)).to.deep.equal(['2026-11-30T14:00:00.000Z']);
  });

  it('MTG-94: reads three days, then seven, then the rest, and no more than it needs to fill the count', async () => {
    const { ask, block, bo, database } = await office();
    const from = '2026-11-24T00:00:00.000Z';
    const suggest = { from, to: '2026-12-25T00:00:00Z', count: 1, stepMinutes: 60 };
    const busy = (startsAt: string, endsAt: string) => block(bo, { kind: 'time_off', startsAt, endsAt });
    const asked = async (over: object = {}) => {
      let starts: string[] = [];
      const statements = await statementsOf(database, async () => {
        const { suggestions } = await ask({ suggest: { ...suggest, ...over } });
        starts = suggestions.map(({ startsAt }) => startsAt);
      });
      // One reading is that of the time that was asked about, and a call that was answered ahead reads once more.
      const readings = statements.filter((text) => text.includes('from occurrence_people')).length;
      return { starts, readings };
    };
    const windows: number[] = [];
    const none = (await asked({ from, to: '2026-11-24T00:30:00Z' })).readings - 1;
    const inWindows = ({ readings }: { readings: number }) => windows.push(readings - none);

    const first = await asked();
    inWindows(first);
    expect(first.starts).to.deep.equal([from]);
    await busy(from, '2026-11-26T23:30:00Z');
    await busy('2026-11-27T00:30:00Z', '2026-12-03T23:30:00Z');
    // The only hour that is free goes over the end of the first three days.
    const over = await asked({ stepMinutes: 30 });
    inWindows(over);
    expect(over.starts).to.deep.equal(['2026-11-26T23:30:00.000Z']);
    await busy('2026-11-26T23:30:00Z', '2026-11-27T00:30:00Z');
    const second = await asked({ stepMinutes: 30 });
    inWindows(second);
    expect(second.starts).to.deep.equal(['2026-12-03T23:30:00.000Z']);
    const two = await asked({ count: 2 });
    inWindows(two);
    expect(two.starts).to.deep.equal(['2026-12-04T00:00:00.000Z', '2026-12-04T01:00:00.000Z']);

    expect(windows).to.deep.equal([1, 1, 2, 3]);
  });

  it('suggests no time in the past', async () => {
    const { ask, clock } = await office();

    const { suggestions } = await ask({
      suggest: { from: '2026-11-20T00:00:00Z', to: '2026-11-24T00:00:00Z', count: 1, stepMinutes: 60 },
    });

    expect(suggestions.map(({ startsAt }) => startsAt)).to.deep.equal([clock.now()]);
  });

  it('finds every repetition of busy time, before and after a change of the clocks', async () => {
    const { ask, block, bo } = await office();
    const busy = { kind: 'busy', startsAt: '2027-03-24T08:00:00Z', endsAt: '2027-03-24T09:00:00Z' };
    await block(bo, { ...busy, rrule: 'FREQ=WEEKLY;COUNT=3' });
    const at = async (startsAt: string) =>
      (await ask({ startsAt, durationMinutes: 30 })).conflicts.map((conflict) => conflict.startsAt);

    expect(await at('2027-03-24T08:30:00Z')).to.deep.equal(['2027-03-24T08:00:00.000Z']);
    expect(await at('2027-03-31T07:30:00Z')).to.deep.equal(['2027-03-31T07:00:00.000Z']);
    expect(await at('2027-04-14T07:30:00Z')).to.deep.equal([]);
  });

  it('refuses unknown zones, ranges that are too long, starts with seconds and attendees without id or address', async () => {
    const { ask } = await office();
    const suggest = { from: tuesday('09:00'), to: '2027-01-24T09:00:00Z' };

    expect(await faultsOf(ask({ timeZone: 'Berlin' }))).to.deep.equal(['/timeZone time_zone.unknown']);
    expect(await faultsOf(ask({ startsAt: '2026-11-24T09:00:30Z' }))).to.deep.equal([
      '/startsAt schedule.not_whole_minute',
    ]);
    expect(await faultsOf(ask({ suggest }))).to.deep.equal(['/suggest/to range.too_long']);
    expect(await faultsOf(ask({ attendees: [{}] }))).to.deep.equal(['/attendees/0 invitee.ambiguous']);
  });
});
