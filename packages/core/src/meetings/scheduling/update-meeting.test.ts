import {
  aStranger,
  failureOf,
  faultsOf,
  inviteTokenOf,
  later,
  overridePlan,
  type Person,
  type World,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { expandSeries } from '../recurrence/index.ts';

const start = '2026-11-30T09:00:00.000Z';
const once = { title: 'Review', scheduledStartAt: start };
const weekly = { ...once, timeZone: 'UTC', recurrence: { rrule: 'FREQ=WEEKLY;COUNT=6' } };

type Meeting = Awaited<ReturnType<World['chancery']['meetings']['getMeeting']>>['meeting'];

const made = async ({ chancery, owner }: World, input: object = {}) =>
  (await chancery.meetings.createMeeting({ ...weekly, ...input }, owner.session)).meeting;
const shown = async ({ chancery, owner }: World, { id }: { id: string }) =>
  (await chancery.meetings.getMeeting({ meetingId: id }, owner.session)).meeting;
const sessionsOf = async ({ chancery, owner }: World, { id }: { id: string }) =>
  (await chancery.meetings.listOccurrences({ meetingId: id, limit: 200 }, owner.session)).occurrences;
const idsOf = async (at: World, meeting: { id: string }) =>
  (await sessionsOf(at, meeting)).map(({ id }) => id ?? '');
const starts = async (at: World, meeting: { id: string }) =>
  (await sessionsOf(at, meeting))
    .filter(({ status }) => status !== 'cancelled')
    .map(({ startsAt }) => startsAt.slice(5, 16));
const change = ({ chancery, owner }: World, { id, version }: Pick<Meeting, 'id' | 'version'>, what: object) =>
  chancery.meetings.updateMeeting({ meetingId: id, expectedVersion: version, ...what }, owner.session);
const changeOne = async (
  at: World,
  meeting: { id: string },
  index: number,
  what: object,
  as: Person = at.owner,
) => {
  const session = (await sessionsOf(at, meeting))[index];
  return at.chancery.meetings.updateOccurrence(
    { meetingId: meeting.id, sessionId: session?.id ?? '', expectedVersion: session?.version ?? 0, ...what },
    as.session,
  );
};
/** Marks the first sessions as held. */
const held = (at: World, ids: readonly string[]) =>
  at.sql(
    "update meeting_occurrences set status = 'ended', started_at = starts_at, ended_at = ends_at where id = any($1::uuid[])",
    [ids],
  );
const answered = (at: World, meetingId: string, email: string, status: string) =>
  at.sql('update meeting_invitations set status = $3 where meeting_id = $1 and email = $2', [
    meetingId,
    email,
    status,
  ]);
/** The tokens in the links of these people. */
const linksOf = (at: World, meetingId: string, emails: readonly [string, string]) =>
  Promise.all([tokenFor(at, meetingId, emails[0]), tokenFor(at, meetingId, emails[1])]);
async function tokenFor({ sql, ports }: World, meetingId: string, email: string): Promise<string> {
  const [row] = await sql<{ id: string }>(
    'select id from meeting_invitations where meeting_id = $1 and email = $2',
    [meetingId, email],
  );
  return ports.linkTokens.derive('meeting_invitation', row?.id ?? '', 1).token;
}
/** The answers for single sessions of a meeting: by whom, for which session, with which status. */
const sessionAnswersOf = async ({ sql }: World, meetingId: string) =>
  (
    await sql<{ email: string; sessionId: string; status: string }>(
      `select i.email, r.occurrence_id "sessionId", r.status from occurrence_responses r
       join meeting_invitations i on i.id = r.invitation_id and i.meeting_id = r.meeting_id
       where r.meeting_id = $1 order by i.email`,
      [meetingId],
    )
  ).map(({ email, sessionId, status }) => [email, sessionId, status]);
const answersOf = async (at: World, meetingId: string) =>
  Object.fromEntries(
    (
      await at.sql<{ email: string; status: string }>(
        'select email, status from meeting_invitations where meeting_id = $1 and user_id is null',
        [meetingId],
      )
    ).map(({ email, status }) => [email.split('@')[0], status]),
  );

describe('updateMeeting', () => {
  it('MTG-19: requires the version that was read, and refuses any other', async () => {
    const at = await world();
    const meeting = await made(at);

    expect(
      await faultsOf(
        at.chancery.meetings.updateMeeting({ meetingId: meeting.id, title: 'A' }, at.owner.session),
      ),
    ).to.deep.equal(['/expectedVersion version.required']);
    await change(at, meeting, { title: 'A' });
    expect(await failureOf(change(at, meeting, { title: 'B' }))).to.equal('version_conflict');
    expect((await shown(at, meeting)).title).to.equal('A');
  });

  it('refuses a request that changes nothing', async () => {
    const at = await world();
    const meeting = await made(at);

    expect(await faultsOf(change(at, meeting, {}))).to.deep.equal([' update.empty']);
    expect(await faultsOf(change(at, meeting, { title: 'Review' }))).to.deep.equal([' update.empty']);
  });

  it('MTG-21: merges settings and webinar field by field', async () => {
    const at = await world();
    const meeting = await made(at, {
      meetingType: 'webinar',
      webinar: { capacity: 20, showRemaining: true },
    });

    const { meeting: after } = await change(at, meeting, {
      settings: { admission: 'hosts' },
      webinar: { capacity: 30 },
    });

    expect(after.settings).to.deep.equal({ ...meeting.settings, admission: 'hosts' });
    expect(after.webinar).to.deep.equal({ ...meeting.webinar, capacity: 30 });
    expect(await faultsOf(change(at, after, { settings: { admission: null } }))).to.deep.equal([
      '/settings/admission field.not_an_option',
    ]);
  });

  it('MTG-21, MTG-103: settings beyond a plan that became smaller stay, and only more is refused', async () => {
    const at = await world();
    const meeting = await made(at, { settings: { maxParticipants: 20, maxLiveMinutes: 300 } });
    await overridePlan(at, { meeting_participants: 10, meeting_duration_minutes: 10 });
    let { version } = meeting;
    const set = async (settings: object) => {
      const code = await failureOf(change(at, { id: meeting.id, version }, { settings }));
      if (code === 'none') version += 1;
      return code;
    };

    expect(await set({ maxParticipants: 21 })).to.equal('plan.limit_reached');
    expect(await set({ maxLiveMinutes: 301 })).to.equal('plan.limit_reached');
    expect(await set({ maxParticipants: 20, maxLiveMinutes: 300, muteOnEntry: true })).to.equal('none');
    expect(await set({ maxParticipants: 19, maxLiveMinutes: 299 })).to.equal('none');
    expect(await set({ maxParticipants: 20 })).to.equal('plan.limit_reached');
  });

  it('MTG-103: of a webinar beyond a plan that became smaller only more places are refused', async () => {
    const at = await world();
    const meeting = await made(at, {
      ...once,
      timeZone: 'UTC',
      recurrence: undefined,
      meetingType: 'webinar',
      webinar: { capacity: 500 },
    });
    await overridePlan(at, { webinar_attendees: 100 });
    const offer = (capacity: number) => failureOf(change(at, meeting, { webinar: { capacity } }));

    expect(await offer(501)).to.equal('plan.limit_reached');
    expect(await offer(400)).to.equal('none');
  });

  it('MTG-103: only a plan with series lets a meeting become one, and any other change is made without it', async () => {
    const at = await world();
    const meeting = await made(at, { recurrence: null });
    await overridePlan(at, { meetings_recurring: false });

    const { recurrence } = weekly;
    expect(await failureOf(change(at, meeting, { recurrence }))).to.equal('plan.feature_not_included');
    expect(await failureOf(made(at))).to.equal('plan.feature_not_included');
    expect(await failureOf(change(at, meeting, { title: 'Anew' }))).to.equal('none');
  });

  it('PLT-1, MTG-3: a start that nobody may give is a fault of the request, whatever the plan says of the length', async () => {
    const at = await world();
    const meeting = await made(at);
    await overridePlan(at, { meeting_duration_minutes: 60 });
    const longer = { durationMinutes: 90 };

    expect(await failureOf(changeOne(at, meeting, 1, longer))).to.equal('plan.limit_reached');
    expect(
      await faultsOf(changeOne(at, meeting, 1, { ...longer, startsAt: '2026-11-20T09:00:00Z' })),
    ).to.deep.equal(['/startsAt schedule.in_past']);
  });

  it('MTG-22: each change raises the versions of the occurrence and its meeting by one', async () => {
    const at = await world();
    const meeting = await made(at);

    const { occurrence } = await changeOne(at, meeting, 1, { title: 'Special' });
    const after = await shown(at, meeting);

    expect([occurrence.version, after.version, after.icalSequence]).to.deep.equal([2, 2, 1]);
    const { meeting: renamed } = await change(at, after, { title: 'Renamed' });
    expect([renamed.version, renamed.icalSequence]).to.deep.equal([3, 2]);
    const single = await made(at, { recurrence: null });
    const { meeting: moved } = await change(at, single, { scheduledStartAt: '2026-12-01T10:00:00Z' });
    expect([moved.version, moved.icalSequence, moved.recurrence]).to.deep.equal([2, 1, null]);
    expect((await sessionsOf(at, meeting)).map(({ title }) => title).slice(0, 3)).to.deep.equal([
      'Renamed',
      'Special',
      'Renamed',
    ]);
  });

  it('MTG-23: refuses a new time for a series that has begun, but not a new text', async () => {
    const at = await world();
    const meeting = await made(at);
    const ids = await idsOf(at, meeting);
    await held(at, ids.slice(0, 1));
    const before = await sessionsOf(at, meeting);

    expect(await failureOf(change(at, meeting, { scheduledStartAt: '2026-12-01T10:00:00Z' }))).to.equal(
      'meeting.series_started',
    );
    expect(await failureOf(change(at, meeting, { scheduledStartAt: '2026-11-20T10:00:00Z' }))).to.equal(
      'meeting.series_started',
    );
    expect(await failureOf(change(at, meeting, { durationMinutes: 30 }))).to.equal('meeting.series_started');
    expect(await sessionsOf(at, meeting)).to.deep.equal(before);
    expect((await change(at, meeting, { title: 'Renamed' })).meeting.title).to.equal('Renamed');
  });

  it('MTG-23: refuses a new time for a series once the time of its first session is over, though nobody held it', async () => {
    const at = await world();
    const meeting = await made(at);
    const changeAfter = async (by: Parameters<typeof later>[2]) => {
      const session = await later(at, at.owner, by);
      return failureOf(change({ ...at, owner: { ...at.owner, session } }, meeting, { durationMinutes: 30 }));
    };

    expect(await changeAfter({ days: 6, hours: 22 })).to.equal('meeting.series_started');
  });

  it('MTG-23: takes a new time for a single meeting that nobody held in its time, and refuses it for one that was held', async () => {
    const at = await world();
    const [missed, past] = [
      await made(at, { recurrence: undefined }),
      await made(at, { recurrence: undefined }),
    ];
    await held(at, await idsOf(at, past));
    const session = await later(at, at.owner, { days: 8 });
    const moved = { ...at, owner: { ...at.owner, session } };

    const to = { scheduledStartAt: '2026-12-05T10:00:00Z' };
    expect(await failureOf(change(moved, missed, to))).to.equal('none');
    expect(await failureOf(change(moved, past, to))).to.not.equal('none');
  });

  it('moves a whole series that has not begun: sessions keep their ids, and exceptions keep their changes', async () => {
    const at = await world();
    const meeting = await made(at);
    const ids = await idsOf(at, meeting);
    await changeOne(at, meeting, 1, { startsAt: '2026-12-08T15:00:00Z' });
    await changeOne(at, meeting, 2, { status: 'cancelled' });

    const { meeting: after, warnings } = await change(at, await shown(at, meeting), {
      scheduledStartAt: '2026-11-30T10:00:00Z',
    });

    expect(warnings).to.deep.equal([]);
    expect(await idsOf(at, meeting)).to.deep.equal(ids);
    expect(await starts(at, meeting)).to.deep.equal([
      '11-30T10:00',
      '12-08T15:00',
      '12-21T10:00',
      '12-28T10:00',
      '01-04T10:00',
    ]);
    expect(
      (await sessionsOf(at, meeting)).map(({ recurrenceId }) => recurrenceId?.slice(11, 16)),
    ).to.deep.equal(Array(6).fill('10:00'));
    expect(after.recurrence?.endsAt).to.equal('2027-01-04T11:00:00.000Z');
  });

  it('drops exceptions whose date is gone and names them; with keepExceptions false it drops all exceptions', async () => {
    const at = await world();
    const meeting = await made(at);
    await changeOne(at, meeting, 1, { title: 'Second' });
    await changeOne(at, meeting, 2, { title: 'Third' });

    const { meeting: after, warnings } = await change(at, await shown(at, meeting), {
      recurrence: { rrule: 'FREQ=WEEKLY;INTERVAL=2;COUNT=3' },
    });

    expect(warnings.map(({ code, occurrences }) => [code, occurrences])).to.deep.equal([
      ['exceptions.dropped', ['2026-12-07T09:00:00.000Z']],
    ]);
    expect((await sessionsOf(at, meeting)).map(({ title }) => title)).to.deep.equal([
      'Review',
      'Third',
      'Review',
    ]);
    const all = await change(at, after, { durationMinutes: 30, keepExceptions: false });
    expect(all.warnings[0]).to.include({ code: 'exceptions.dropped' });
    expect((await sessionsOf(at, meeting)).map(({ title }) => title)).to.deep.equal(Array(3).fill('Review'));
  });

  it('MTG-105: drops times about which somebody was already notified or reminded', async () => {
    const at = await world();
    const meeting = await made(at, {
      scheduledStartAt: '2026-11-24T12:00:00Z',
      invitees: [{ email: 'cleo@client.example' }],
      settings: { reminders: [1440] },
    });
    await changeOne(at, meeting, 1, { startsAt: '2026-12-01T15:00:00Z' });
    at.clock.advance({ seconds: 60 });
    await at.worker.run('meetings.plan_reminders');
    await at.worker.run('meetings.reminders');
    await changeOne(at, meeting, 2, { startsAt: '2026-12-08T15:00:00Z' });
    await at.worker.drain();
    const deliveries = () =>
      at.sql('select from reminder_deliveries where workspace_id = $1', [at.workspaceId]);
    const mails = () =>
      at.sql('select from meeting_mails where meeting_id = $1 and occurrence_id is not null', [meeting.id]);
    expect([(await deliveries()).length, (await mails()).length]).to.deep.equal([1, 2]);

    const { version } = await shown(at, meeting);
    const { meeting: after } = await change(
      at,
      { id: meeting.id, version },
      { scheduledStartAt: '2026-11-25T12:00:00Z' },
    );

    expect((await starts(at, after))[0]).to.equal('11-25T12:00');
    at.clock.advance({ seconds: 120 });
    await at.worker.drain();
    const [dead] = await at.sql<{ count: number }>(
      "select count(*)::integer count from jobs where workspace_id = $1 and status in ('dead', 'retrying')",
      [at.workspaceId],
    );
    expect(dead?.count).to.equal(0);
    expect([(await deliveries()).length, (await mails()).length]).to.deep.equal([0, 0]);
  });

  it('turns a series into a single meeting, and a single meeting into a series', async () => {
    const at = await world();
    const meeting = await made(at);
    const [first] = await idsOf(at, meeting);

    const { meeting: single } = await change(at, meeting, { recurrence: null });
    const alone = await idsOf(at, meeting);
    const { meeting: series } = await change(at, single, { recurrence: { rrule: 'FREQ=DAILY;COUNT=2' } });

    expect([single.meetingType, alone]).to.deep.equal(['scheduled', [first]]);
    expect(series.meetingType).to.equal('recurring');
    expect((await idsOf(at, meeting))[0]).to.equal(first);
    expect(await starts(at, meeting)).to.deep.equal(['11-30T09:00', '12-01T09:00']);
  });

  it('9.2: a series that becomes a single meeting keeps its first time to come, not a cancelled one', async () => {
    const at = await world();
    const meeting = await made(at);
    await changeOne(at, meeting, 0, { status: 'cancelled' });
    await changeOne(at, meeting, 1, { title: 'Own' });
    const [, second] = await idsOf(at, meeting);

    const { meeting: single } = await change(
      at,
      { ...meeting, version: (await shown(at, meeting)).version },
      { recurrence: null },
    );

    const sessions = await sessionsOf(at, meeting);
    expect(sessions.map(({ id, startsAt, status, title }) => [id, startsAt, status, title])).to.deep.equal([
      [second, '2026-12-07T09:00:00.000Z', 'scheduled', 'Own'],
    ]);
    expect([single.scheduledStartAt, single.status]).to.deep.equal(['2026-12-07T09:00:00.000Z', 'scheduled']);
  });

  it('MTG-4: a series that becomes a single meeting begins at its first time to come, not at one that has begun', async () => {
    const before = await world();
    const meeting = await made(before);
    const session = await later(before, before.owner, { days: 6, hours: 21, minutes: 30 });
    const at = { ...before, owner: { ...before.owner, session } };

    const { meeting: single } = await change(at, meeting, { recurrence: null });

    expect([meeting.scheduledStartAt, single.scheduledStartAt]).to.deep.equal([
      start,
      '2026-12-07T09:00:00.000Z',
    ]);
  });

  it('MTG-4: a moved time that becomes the only time of a meeting moves with it from then on', async () => {
    const at = await world();
    const meeting = await made(at);
    await changeOne(at, meeting, 0, { startsAt: '2026-11-30T15:00:00.000Z' });

    const { meeting: single } = await change(
      at,
      { ...meeting, version: (await shown(at, meeting)).version },
      { recurrence: null },
    );
    expect(await starts(at, meeting)).to.deep.equal(['11-30T15:00']);
    const { meeting: moved } = await change(at, single, { scheduledStartAt: '2026-12-02T10:00:00.000Z' });

    expect(await starts(at, meeting)).to.deep.equal(['12-02T10:00']);
    expect(moved.scheduledStartAt).to.equal('2026-12-02T10:00:00.000Z');
  });

  it('5.5: a moved time keeps its instant in another zone, with the wall time of that zone', async () => {
    const at = await world();
    const meeting = await made(at, { timeZone: 'Europe/Berlin', scheduledStartAt: '2026-11-30T08:00:00Z' });
    await changeOne(at, meeting, 1, { startsAt: '2026-12-07T14:00:00.000Z' });

    await change(
      at,
      { ...meeting, version: (await shown(at, meeting)).version },
      { timeZone: 'America/New_York' },
    );

    const sessions = (await sessionsOf(at, meeting)).slice(0, 3);
    expect(sessions.map(({ startsAt, localStart }) => `${startsAt} ${localStart}`)).to.deep.equal([
      '2026-11-30T14:00:00.000Z 2026-11-30T09:00:00',
      '2026-12-07T14:00:00.000Z 2026-12-07T09:00:00',
      '2026-12-14T14:00:00.000Z 2026-12-14T09:00:00',
    ]);
  });

  it('5.2: a series whose time of day moves keeps its number of times, if UNTIL is before the start on its date', async () => {
    const at = await world();
    // 09:00 in Tokyo of 3 December: that day has no occurrence at ten, nor at eleven.
    const meeting = await made(at, {
      timeZone: 'Asia/Tokyo',
      scheduledStartAt: '2026-11-30T01:00:00.000Z',
      recurrence: { rrule: 'FREQ=DAILY;UNTIL=20261203T000000Z' },
    });
    expect(await starts(at, meeting)).to.deep.equal(['11-30T01:00', '12-01T01:00', '12-02T01:00']);

    await change(at, meeting, { scheduledStartAt: '2026-11-30T02:00:00.000Z' });

    expect(await starts(at, meeting)).to.deep.equal(['11-30T02:00', '12-01T02:00', '12-02T02:00']);
  });

  it('keeps the wall time when only the zone changes', async () => {
    const at = await world();
    const meeting = await made(at, { recurrence: null });

    const { meeting: after } = await change(at, meeting, { timeZone: 'America/New_York' });

    expect(after.nextOccurrence).to.include({
      startsAt: '2026-11-30T14:00:00.000Z',
      localStart: '2026-11-30T09:00:00',
    });
  });

  it('MTG-24, MTG-26: a split puts every session into one half, and the head ends with its last session', async () => {
    const at = await world();
    const meeting = await made(at);
    const ids = await idsOf(at, meeting);
    await held(at, ids.slice(0, 2));

    const { meeting: tail } = await change(at, meeting, {
      scope: 'this_and_following',
      sessionId: ids[2],
      scheduledStartAt: '2026-12-14T10:00:00Z',
    });

    const head = await shown(at, meeting);
    expect(tail).to.include({
      seriesId: meeting.seriesId,
      joinCode: meeting.joinCode,
      splitFromMeetingId: meeting.id,
      icalSequence: 0,
      version: 1,
    });
    expect(tail.icalUid).to.not.equal(meeting.icalUid);
    expect([await idsOf(at, head), await idsOf(at, tail)]).to.deep.equal([ids.slice(0, 2), ids.slice(2)]);
    expect(await starts(at, tail)).to.deep.equal([
      '12-14T10:00',
      '12-21T10:00',
      '12-28T10:00',
      '01-04T10:00',
    ]);
    expect(head.recurrence?.rrule).to.equal('FREQ=WEEKLY;UNTIL=20261207T090000Z');
    expect(head).to.include({ icalSequence: 1, status: 'ended' });
    const { rrule, exdates, rdates } = head.recurrence ?? { rrule: '', exdates: [], rdates: [] };
    const expanded = expandSeries(
      { rrule, exdates, rdates },
      { localStart: '2026-11-30T09:00:00', timeZone: 'UTC', durationMinutes: 60 },
      at.ports.timeZones,
    );
    expect(expanded.map(({ startsAt }) => startsAt)).to.deep.equal(
      (await sessionsOf(at, head)).map(({ startsAt }) => startsAt),
    );
  });

  it('MTG-24: a split that takes the rest to another zone loses none of them, although UNTIL was an instant', async () => {
    const at = await world();
    const meeting = await made(at, { recurrence: { rrule: 'FREQ=WEEKLY;UNTIL=20261221T090000Z' } });
    const [, second] = await idsOf(at, meeting);

    const { meeting: tail } = await change(at, meeting, {
      scope: 'this_and_following',
      sessionId: second,
      timeZone: 'America/New_York',
    });

    expect(await starts(at, tail)).to.deep.equal(['12-07T14:00', '12-14T14:00', '12-21T14:00']);
    expect(tail.recurrence?.rrule).to.equal('FREQ=WEEKLY;UNTIL=20261222T045959Z');
  });

  it('MTG-26: a head with a session to come goes on, although another was held', async () => {
    const at = await world();
    const meeting = await made(at);
    const ids = await idsOf(at, meeting);
    await held(at, ids.slice(0, 1));

    await change(at, meeting, { scope: 'this_and_following', sessionId: ids[2], title: 'Anew' });

    const head = await shown(at, meeting);
    expect(head).to.include({ status: 'scheduled' });
    expect(head.recurrence).to.include({ occurrenceCount: 2, endsAt: '2026-12-07T10:00:00.000Z' });
    expect((await at.happened()).map(({ type }) => type)).to.not.include('meeting.ended');
  });

  for (const { field, what, rest } of [
    { field: 'the title', what: { title: 'Anew' }, rest: ['12-09T15:00', '12-14T09:00', '12-21T09:00'] },
    {
      field: 'settings',
      what: { settings: { muteOnEntry: true } },
      rest: ['12-09T15:00', '12-14T09:00', '12-21T09:00'],
    },
    {
      field: 'the passcode',
      what: { passcode: 'harbour-42' },
      rest: ['12-09T15:00', '12-14T09:00', '12-21T09:00'],
    },
    {
      field: 'the length',
      what: { durationMinutes: 30 },
      rest: ['12-09T15:00', '12-14T09:00', '12-21T09:00'],
    },
    {
      field: 'the zone',
      what: { timeZone: 'Europe/Berlin' },
      rest: ['12-09T14:00', '12-14T08:00', '12-21T08:00'],
    },
    {
      field: 'the start',
      what: { scheduledStartAt: '2026-12-09T16:30:00Z' },
      rest: ['12-09T16:30', '12-14T10:30', '12-21T10:30'],
    },
    {
      field: 'the day',
      what: { scheduledStartAt: '2026-12-10T15:00:00Z' },
      rest: ['12-10T15:00', '12-14T09:00', '12-21T09:00'],
    },
    {
      field: 'the rule',
      what: { recurrence: { rrule: 'FREQ=DAILY;COUNT=2' } },
      rest: ['12-09T15:00', '12-10T15:00'],
    },
    { field: 'a single date', what: { recurrence: null }, rest: ['12-09T15:00'] },
  ])
    for (const rrule of ['FREQ=WEEKLY;COUNT=4;BYDAY=MO', 'FREQ=WEEKLY;UNTIL=20261221T090000Z'])
      it(`MTG-24: a split at an extra date changes ${field} of it and of all that follow, by ${rrule}`, async () => {
        const at = await world();
        const meeting = await made(at, { recurrence: { rrule, rdates: ['2026-12-09T15:00:00'] } });
        const ids = await idsOf(at, meeting);

        const { meeting: tail } = await change(at, meeting, {
          scope: 'this_and_following',
          sessionId: ids[2],
          ...what,
        });

        expect(await starts(at, meeting)).to.deep.equal(['11-30T09:00', '12-07T09:00']);
        expect(await starts(at, tail)).to.deep.equal(rest);
        expect(tail.nextOccurrence?.startsAt.slice(5, 16)).to.equal(rest[0]);
      });

  it('MTG-24: a personal link that was used opens its page after a split, and after the sessions of the head', async () => {
    const at = await world();
    const meeting = await made(at, { invitees: [{ email: 'cleo@x.example', displayName: 'Cleo' }] });
    const { chancery, clock } = at;
    const token = await inviteTokenOf(at, 'cleo@x.example');
    await chancery.meetings.respondToMeetingInvitation({ token, response: 'accepted' }, aStranger());
    const ids = await idsOf(at, meeting);
    const head = await shown(at, meeting);
    const { meeting: tail } = await change(at, head, {
      scope: 'this_and_following',
      sessionId: ids[2],
      title: 'Anew',
    });
    const page = () => chancery.meetings.previewMeetingInvitation({ token }, aStranger());

    expect((await page()).meeting).to.include({ title: 'Review' });
    clock.advance({ seconds: 15 * 86_400 });

    const { invitation, meeting: after, calendarUrl } = await page();
    const invite = new URL(calendarUrl).searchParams.get('invite') ?? '';
    expect(after).to.include({ title: 'Anew', joinUrl: `${tail.joinUrl}&invite=${invite}` });
    expect(invitation.status).to.equal('accepted');
    const file = await chancery.meetings.getCalendarFile({ meetingId: tail.id, invite }, aStranger());
    expect(String(file.content)).to.include(tail.icalUid);
    const { meeting: told } = await chancery.meetings.respondToMeetingInvitation(
      { token, response: 'declined' },
      aStranger(),
    );
    expect(told.title).to.equal('Anew');
    expect((await page()).invitation.status).to.equal('declined');
    clock.advance({ seconds: 60 * 86_400 });
    expect(await failureOf(page())).to.equal('link.gone');
  });

  it('MTG-33: a split asks for new answers if the time changes, and keeps the answers if it does not', async () => {
    const at = await world();
    const guests = [{ email: 'yes@x.example' }, { email: 'no@x.example' }];
    for (const { what, expected } of [
      { what: { title: 'Anew' }, expected: { yes: 'accepted', no: 'declined' } },
      { what: { durationMinutes: 30 }, expected: { yes: 'pending', no: 'declined' } },
    ]) {
      const meeting = await made(at, { invitees: guests });
      await answered(at, meeting.id, 'yes@x.example', 'accepted');
      await answered(at, meeting.id, 'no@x.example', 'declined');
      const ids = await idsOf(at, meeting);

      const { meeting: tail } = await change(at, meeting, {
        scope: 'this_and_following',
        sessionId: ids[3],
        ...what,
      });

      expect(await answersOf(at, tail.id)).to.deep.equal(expected);
      expect(await answersOf(at, meeting.id)).to.deep.equal({ yes: 'accepted', no: 'declined' });
    }
  });

  for (const { what, kept } of [
    { what: { title: 'Anew' }, kept: ['tentative', 'declined'] },
    { what: { durationMinutes: 30 }, kept: ['pending', 'declined'] },
  ])
    it(`MTG-33, MTG-45: a split with ${Object.keys(what)} takes the answers for single sessions along`, async () => {
      const at = await world();
      const bo = await at.person('member', 'Bo');
      const meeting = await made(at, { invitees: [{ userId: bo.id }, { email: 'cleo@client.example' }] });
      const ids = await idsOf(at, meeting);
      const [ofBo, ofCleo] = await linksOf(at, meeting.id, [bo.email, 'cleo@client.example']);
      const respond = (token: string, sessionId: string | undefined, response: 'declined' | 'tentative') =>
        at.chancery.meetings.respondToMeetingInvitation({ token, sessionId, response }, aStranger());
      await respond(ofCleo, ids[1], 'declined');
      await respond(ofCleo, ids[4], 'tentative');
      await respond(ofBo, ids[4], 'declined');

      const { meeting: tail } = await change(at, meeting, {
        scope: 'this_and_following',
        sessionId: ids[3],
        ...what,
      });

      expect(await sessionAnswersOf(at, tail.id)).to.deep.equal([
        [bo.email, ids[4], kept[1]],
        ['cleo@client.example', ids[4], kept[0]],
      ]);
      expect(await sessionAnswersOf(at, meeting.id)).to.deep.equal([
        ['cleo@client.example', ids[1], 'declined'],
      ]);
      const busy = await at.sql<{ id: string }>(
        'select occurrence_id id from occurrence_people where user_id = $1 order by starts_at',
        [bo.id],
      );
      expect(busy.map(({ id }) => id)).to.deep.equal(ids.filter((id) => id !== ids[4]));
    });

  it('MTG-64: people who wait for a session are still the same people after its series is split', async () => {
    const at = await world();
    const meeting = await made(at, {
      scheduledStartAt: at.clock.now(),
      recurrence: { rrule: 'FREQ=DAILY;COUNT=3' },
      invitees: [{ email: 'cleo@client.example' }],
    });
    const ids = await idsOf(at, meeting);
    const invite = await inviteTokenOf(at, 'cleo@client.example');
    const askToEnter = () =>
      at.chancery.meetings.requestAdmission(
        { joinCode: meeting.joinCode, invite, sessionId: ids[1] },
        aStranger(),
      );
    const before = await askToEnter();

    await change(at, meeting, { scope: 'this_and_following', sessionId: ids[1], title: 'Anew' });

    const after = await askToEnter();
    expect(after.admission.id).to.equal(before.admission.id);
    expect(after.admission).to.include({ sessionId: ids[1], status: 'waiting_for_host' });
  });

  it('treats a split before the first session as a change of the whole series', async () => {
    const at = await world();
    const meeting = await made(at);
    const [first] = await idsOf(at, meeting);

    const { meeting: after } = await change(at, meeting, {
      scope: 'this_and_following',
      sessionId: first,
      scheduledStartAt: '2026-11-30T11:00:00Z',
    });

    expect(after.id).to.equal(meeting.id);
    expect((await starts(at, after))[0]).to.equal('11-30T11:00');
  });

  it('refuses to split a meeting that is no series, and to split before a session of another meeting', async () => {
    const at = await world();
    const single = await made(at, { recurrence: null });
    const series = await made(at);
    const [ofSingle] = await idsOf(at, single);

    const split = (meeting: Meeting, sessionId: string | undefined) =>
      change(at, meeting, { scope: 'this_and_following', sessionId, title: 'X' });
    expect(await faultsOf(split(single, ofSingle))).to.deep.equal(['/scope scope.not_a_series']);
    expect(await failureOf(split(series, ofSingle))).to.equal('occurrence.not_found');
    expect(await faultsOf(split(series, undefined))).to.deep.equal(['/sessionId field.required']);
  });

  it('MTG-33: a new time asks those who accepted for a new answer, a new text asks nobody', async () => {
    const at = await world();
    const guests = ['yes', 'maybe', 'no'].map((name) => ({ email: `${name}@x.example` }));
    const meeting = await made(at, { invitees: guests });
    for (const [name, status] of [
      ['yes', 'accepted'],
      ['maybe', 'tentative'],
      ['no', 'declined'],
    ])
      await answered(at, meeting.id, `${name}@x.example`, status ?? '');

    const { meeting: renamed } = await change(at, meeting, { title: 'Anew' });
    expect(await answersOf(at, meeting.id)).to.deep.equal({
      yes: 'accepted',
      maybe: 'tentative',
      no: 'declined',
    });
    await change(at, renamed, { durationMinutes: 30 });
    expect(await answersOf(at, meeting.id)).to.deep.equal({
      yes: 'pending',
      maybe: 'pending',
      no: 'declined',
    });
  });

  it('MTG-33: a single meeting that becomes a series keeps its session as the first one, and asks for new answers', async () => {
    const at = await world();
    const meeting = await made(at, { recurrence: null, invitees: [{ email: 'yes@x.example' }] });
    await answered(at, meeting.id, 'yes@x.example', 'accepted');
    const [only] = await idsOf(at, meeting);

    const { meeting: series } = await change(at, meeting, { recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' } });

    expect(await starts(at, series)).to.deep.equal(['11-30T09:00', '12-07T09:00', '12-14T09:00']);
    expect((await idsOf(at, series))[0]).to.equal(only);
    expect(await answersOf(at, meeting.id)).to.deep.equal({ yes: 'pending' });
  });

  it('MTG-3: a new start has the same bounds as that of a new meeting', async () => {
    const at = await world();
    const meeting = await made(at, { recurrence: null });
    const moved = (scheduledStartAt: string) => faultsOf(change(at, meeting, { scheduledStartAt }));

    expect(await moved('2026-11-23T11:54:00Z')).to.deep.equal(['/scheduledStartAt schedule.in_past']);
    expect(await moved('2031-11-24T12:00:00Z')).to.deep.equal(['/scheduledStartAt schedule.too_far']);
    expect(await moved('2026-12-01T09:00:01Z')).to.deep.equal([
      '/scheduledStartAt schedule.not_whole_minute',
    ]);
    expect((await shown(at, meeting)).scheduledStartAt).to.equal(start);
    const series = await made(at);
    const [, second] = await idsOf(at, series);
    const split = {
      scope: 'this_and_following',
      sessionId: second,
      scheduledStartAt: '2026-11-23T11:54:00Z',
    };
    expect(await faultsOf(change(at, series, split))).to.deep.equal(['/scheduledStartAt schedule.in_past']);
    expect(await failureOf(change(at, meeting, { scheduledStartAt: '2026-11-23T11:55:00Z' }))).to.equal(
      'none',
    );
  });

  it('MTG-37: a change without notification is stored, audited and counted', async () => {
    const at = await world();
    const meeting = await made(at, { invitees: [{ email: 'quiet@client.example' }], notify: false });

    const { meeting: after } = await change(at, meeting, { title: 'Quiet', notify: false });
    at.clock.advance({ seconds: 60 });
    await at.worker.drain();

    expect([after.title, after.icalSequence]).to.deep.equal(['Quiet', 1]);
    const updated = (await at.happened()).find(({ type }) => type === 'meeting.updated');
    expect(updated?.facts).to.include({ meetingId: meeting.id, notify: false, timeChanged: false });
    // Other tests share the database.
    expect(at.ports.mail.sent.filter(({ to }) => to.address === 'quiet@client.example')).to.deep.equal([]);
  });

  it('a meeting that is over only accepts a new start to come, which opens it again', async () => {
    const at = await world();
    const meeting = await made(at, { recurrence: null });
    await held(at, await idsOf(at, meeting));
    await at.sql("update meetings set status = 'ended' where id = $1", [meeting.id]);

    expect(await failureOf(change(at, meeting, { title: 'Late' }))).to.equal('meeting.invalid_state');
    const { meeting: noted } = await change(at, meeting, { description: 'Minutes' });
    const { meeting: again } = await change(at, noted, { scheduledStartAt: '2026-12-01T09:00:00Z' });
    expect([again.status, again.nextOccurrence?.startsAt]).to.deep.equal([
      'scheduled',
      '2026-12-01T09:00:00.000Z',
    ]);
    expect(await sessionsOf(at, meeting)).to.have.lengthOf(2);
  });

  it('opens a series again at the same times after all of them were cancelled', async () => {
    const at = await world();
    const meeting = await made(at, { recurrence: { rrule: 'FREQ=WEEKLY;COUNT=2' } });
    await changeOne(at, meeting, 0, { status: 'cancelled' });
    await changeOne(at, meeting, 1, { status: 'cancelled' });
    const over = await shown(at, meeting);

    const { meeting: again } = await change(at, over, { scheduledStartAt: '2026-12-07T09:00:00Z' });

    expect([over.status, again.status]).to.deep.equal(['ended', 'scheduled']);
    expect(await starts(at, again)).to.deep.equal(['12-07T09:00', '12-14T09:00']);
  });

  it('moves a meeting after its start if nobody has started it yet', async () => {
    const before = await world();
    const meeting = await made(before, { recurrence: null });
    const at = {
      ...before,
      owner: {
        ...before.owner,
        session: await later(before, before.owner, { days: 6, hours: 22, minutes: 5 }),
      },
    };

    const { meeting: moved } = await change(at, meeting, { scheduledStartAt: '2026-11-30T11:00:00Z' });

    expect(moved.nextOccurrence?.startsAt).to.equal('2026-11-30T11:00:00.000Z');
  });

  it('changes only text and settings of a personal room, and nothing of a cancelled meeting', async () => {
    const at = await world();
    const { meeting: room } = await at.chancery.meetings.openPersonalRoom({}, at.owner.session);
    const meeting = await made(at);
    const { meeting: cancelled } = await at.chancery.meetings.cancelMeeting(
      { meetingId: meeting.id },
      at.owner.session,
    );

    expect(await failureOf(change(at, room, { durationMinutes: 30 }))).to.equal('meeting.invalid_state');
    expect(
      (await change(at, room, { title: 'Study', settings: { admission: 'open' } })).meeting.title,
    ).to.equal('Study');
    expect(await failureOf(change(at, cancelled, { title: 'X' }))).to.equal('meeting.invalid_state');
  });
});

describe('updateOccurrence', () => {
  it('MTG-19: requires a version, and refuses to cancel and change at once', async () => {
    const at = await world();
    const meeting = await made(at);

    expect(
      await faultsOf(changeOne(at, meeting, 0, { title: 'A', expectedVersion: undefined })),
    ).to.deep.equal(['/expectedVersion version.required']);
    expect(await faultsOf(changeOne(at, meeting, 0, { title: 'A', status: 'cancelled' }))).to.deep.equal([
      '/status occurrence.status_with_changes',
    ]);
    expect(await faultsOf(changeOne(at, meeting, 0, {}))).to.deep.equal([' update.empty']);
    expect(await faultsOf(changeOne(at, meeting, 0, { startsAt: '2026-11-01T09:00:00Z' }))).to.deep.equal([
      '/startsAt schedule.in_past',
    ]);
  });

  it('MTG-27: moves past or over its neighbours with a warning, unless conflicts are refused', async () => {
    const at = await world();
    const meeting = await made(at);

    expect(
      await failureOf(changeOne(at, meeting, 1, { startsAt: '2026-12-14T09:30:00Z', onConflict: 'reject' })),
    ).to.equal('meeting.conflict');
    const { warnings, occurrence } = await changeOne(at, meeting, 1, { startsAt: '2026-12-14T09:30:00Z' });

    expect(warnings).to.deep.equal([
      {
        code: 'occurrence.reordered',
        message: warnings[0]?.message,
        occurrences: ['2026-12-14T09:00:00.000Z'],
      },
    ]);
    expect(occurrence).to.include({ isException: true, recurrenceId: '2026-12-07T09:00:00' });
  });

  it('MTG-27: moves over another meeting of its people without a word, unless conflicts are refused', async () => {
    const at = await world();
    const meeting = await made(at, { recurrence: null });
    await made(at, { recurrence: null, scheduledStartAt: '2026-12-01T09:30:00Z' });
    const moved = { scheduledStartAt: '2026-12-01T09:00:00Z' };

    expect(await failureOf(change(at, meeting, { ...moved, onConflict: 'reject' }))).to.equal(
      'meeting.conflict',
    );
    expect((await change(at, meeting, moved)).warnings).to.deep.equal([]);
  });

  it('MTG-28: cancels and restores one occurrence, and the others stay', async () => {
    const at = await world();
    const meeting = await made(at);
    const before = await starts(at, meeting);

    const { occurrence } = await changeOne(at, meeting, 1, { status: 'cancelled', reason: 'Holiday' });
    expect(occurrence).to.include({ status: 'cancelled', cancelReason: 'Holiday' });
    expect((await shown(at, meeting)).status).to.equal('scheduled');
    expect(await starts(at, meeting)).to.deep.equal(before.filter((_, index) => index !== 1));
    await changeOne(at, meeting, 1, { status: 'scheduled' });

    expect(await starts(at, meeting)).to.deep.equal(before);
    expect((await shown(at, meeting)).icalSequence).to.equal(2);
  });

  it('MTG-33: a moved occurrence asks for new answers to itself only', async () => {
    const at = await world();
    const meeting = await made(at, { invitees: [{ email: 'yes@x.example' }] });
    await answered(at, meeting.id, 'yes@x.example', 'accepted');

    await changeOne(at, meeting, 1, { startsAt: '2026-12-08T09:00:00Z' });

    expect(await answersOf(at, meeting.id)).to.deep.equal({ yes: 'accepted' });
    expect(
      await at.sql('select status from occurrence_responses where meeting_id = $1', [meeting.id]),
    ).to.deep.equal([{ status: 'pending' }]);
  });

  it('ends the meeting when its last occurrence is cancelled, and opens it when one is restored', async () => {
    const at = await world();
    const meeting = await made(at, { recurrence: null });

    await changeOne(at, meeting, 0, { status: 'cancelled' });
    expect((await shown(at, meeting)).status).to.equal('ended');
    await changeOne(at, meeting, 0, { status: 'scheduled' });
    expect((await shown(at, meeting)).status).to.equal('scheduled');
    expect((await at.happened()).map(({ type }) => type)).to.include.members([
      'occurrence.cancelled',
      'meeting.ended',
      'occurrence.restored',
    ]);
  });

  it('moves a meeting without a rule together with its only session, which is no exception', async () => {
    const at = await world();
    const meeting = await made(at, { recurrence: null });

    const { occurrence } = await changeOne(at, meeting, 0, { startsAt: '2026-12-01T12:00:00Z' });

    expect(occurrence.isException).to.equal(false);
    expect((await shown(at, meeting)).scheduledStartAt).to.equal('2026-12-01T12:00:00.000Z');
  });
});
