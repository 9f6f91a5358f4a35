import {
  aStranger,
  failureOf,
  faultsOf,
  later,
  type Person,
  type World,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { useCases } from '../../pipeline/declarations.ts';
import { accessRoles } from '../meeting-access.ts';

const start = '2026-11-30T09:00:00.000Z';
const once = { title: 'Review', scheduledStartAt: start, timeZone: 'UTC' };
const weekly = { ...once, recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4' } };
const made = async ({ chancery, owner }: World, input: object = {}, as: Person = owner) =>
  (await chancery.meetings.createMeeting({ ...once, ...input }, as.session)).meeting;
/** The same world some time later, with everybody signed in anew. */
const after = async (at: World, by: Parameters<World['clock']['advance']>[0]): Promise<World> => ({
  ...at,
  owner: { ...at.owner, session: await later(at, at.owner, by) },
});
const statusesOf = ({ sql }: World, meetingId: string) =>
  sql<{ status: string }>('select status from meeting_occurrences where meeting_id = $1 order by starts_at', [
    meetingId,
  ]).then((rows) => rows.map(({ status }) => status));

describe('cancelMeeting', () => {
  it('MTG-29: cancels all sessions to come, ends the live one and withdraws reminders, only once', async () => {
    const at = await world();
    const meeting = await made(at, weekly);
    const soon = await made(at, { ...weekly, scheduledStartAt: at.clock.now() });
    await at.chancery.meetings.startMeeting({ meetingId: soon.id }, at.owner.session);
    await at.sql(
      `insert into meeting_reminders (id, workspace_id, meeting_id, occurrence_id, kind, audience, offset_minutes, due_at, status, created_at, updated_at)
       select gen_random_uuid(), workspace_id, meeting_id, id, 'automatic', 'all', 15, starts_at, 'queued', starts_at, starts_at
       from meeting_occurrences where meeting_id = $1 and status = 'scheduled'`,
      [soon.id],
    );

    const { meeting: cancelled } = await at.chancery.meetings.cancelMeeting(
      { meetingId: soon.id, reason: 'Budget' },
      at.owner.session,
    );

    expect(cancelled).to.include({
      status: 'cancelled',
      cancelReason: 'Budget',
      cancelledAt: at.clock.now(),
    });
    expect(await statusesOf(at, soon.id)).to.deep.equal(['ended', 'cancelled', 'cancelled', 'cancelled']);
    expect(
      await at.sql('select distinct status from meeting_reminders where meeting_id = $1', [soon.id]),
    ).to.deep.equal([{ status: 'cancelled' }]);
    expect(
      await at.sql(
        'select user_id from occurrence_people p join meeting_occurrences o on o.id = p.occurrence_id where o.meeting_id = $1 and o.status = $2',
        [soon.id, 'cancelled'],
      ),
    ).to.deep.equal([]);
    const ended = (await at.happened()).find(({ type }) => type === 'occurrence.ended');
    expect(ended?.facts).to.include({ endReason: 'cancelled' });
    expect(
      await failureOf(at.chancery.meetings.cancelMeeting({ meetingId: soon.id }, at.owner.session)),
    ).to.equal('meeting.invalid_state');
    expect(await statusesOf(at, meeting.id)).to.deep.equal(Array(4).fill('scheduled'));
  });

  it('MTG-29: does not cancel personal rooms, also while somebody is in them', async () => {
    const at = await world();
    const { meeting } = await at.chancery.meetings.openPersonalRoom({}, at.owner.session);
    const cancel = () =>
      failureOf(at.chancery.meetings.cancelMeeting({ meetingId: meeting.id }, at.owner.session));

    expect(await cancel()).to.equal('meeting.invalid_state');
    await at.chancery.meetings.startMeeting({ meetingId: meeting.id }, at.owner.session);
    expect(await cancel()).to.equal('meeting.invalid_state');
    expect(await statusesOf(at, meeting.id)).to.deep.equal(['live']);
  });
});

describe('duplicateMeeting', () => {
  it('MTG-34: creates a meeting to come with its own code, UID and SEQUENCE, and invites nobody', async () => {
    const at = await world();
    const meeting = await made(at, {
      passcode: 'harbour-42',
      description: 'Line',
      invitees: [{ email: 'cleo@x.example' }],
    });

    const copy = await at.chancery.meetings.duplicateMeeting({ meetingId: meeting.id }, at.owner.session);

    expect(copy).to.include({ invitationCount: 0, passcode: null });
    expect(copy.meeting).to.include({
      title: 'Review',
      description: 'Line',
      passcodeRequired: true,
      icalSequence: 0,
      status: 'scheduled',
    });
    expect(copy.meeting.joinCode).to.not.equal(meeting.joinCode);
    expect(copy.meeting.icalUid).to.not.equal(meeting.icalUid);
    // The next Monday at nine that is at least a day away is the start of the original.
    expect(copy.meeting.scheduledStartAt).to.equal(start);
  });

  it('MTG-34: the copy of a meeting weeks ahead begins at the first such weekday and time that is a day away, not when the original does', async () => {
    const at = await world();
    const single = await made(at, { scheduledStartAt: '2027-01-04T09:00:00.000Z' });
    const series = await made(at, {
      scheduledStartAt: '2027-01-04T09:00:00.000Z',
      recurrence: { rrule: 'FREQ=WEEKLY;INTERVAL=2;UNTIL=20270118T090000Z' },
    });
    const copied = async ({ id: meetingId }: { id: string }) =>
      (await at.chancery.meetings.duplicateMeeting({ meetingId }, at.owner.session)).meeting;

    expect((await copied(single)).scheduledStartAt).to.equal('2026-11-30T09:00:00.000Z');
    const { scheduledStartAt, recurrence } = await copied(series);
    expect([scheduledStartAt, recurrence?.rrule]).to.deep.equal([
      '2026-11-30T09:00:00.000Z',
      'FREQ=WEEKLY;INTERVAL=2;UNTIL=20261214T090000Z',
    ]);
  });

  it('MTG-34: the copy begins no less than a day from now, and may begin exactly a day from now', async () => {
    const at = await world();
    const copied = async (scheduledStartAt: string) => {
      const { id: meetingId } = await made(at, { scheduledStartAt });
      return (await at.chancery.meetings.duplicateMeeting({ meetingId }, at.owner.session)).meeting
        .scheduledStartAt;
    };

    expect(await copied('2026-12-08T12:00:00.000Z')).to.equal('2026-11-24T12:00:00.000Z');
    expect(await copied('2026-12-08T11:59:00.000Z')).to.equal('2026-12-01T11:59:00.000Z');
  });

  it('MTG-34: begins a series at the first such weekday and time that its rule gives, and moves its end by as many days', async () => {
    const before = await world();
    const meeting = await made(before, { recurrence: { rrule: 'FREQ=WEEKLY;UNTIL=20261214T090000Z' } });
    const at = await after(before, { days: 10 });

    const { meeting: copy } = await at.chancery.meetings.duplicateMeeting(
      { meetingId: meeting.id },
      at.owner.session,
    );

    expect(copy.scheduledStartAt).to.equal('2026-12-07T09:00:00.000Z');
    expect(copy.recurrence?.rrule).to.equal('FREQ=WEEKLY;UNTIL=20261221T090000Z');
  });

  it('MTG-34: schedules the copy of an instant meeting for tomorrow at the next quarter of an hour', async () => {
    const at = await world();
    at.clock.advance({ minutes: 7 });
    const { meeting } = await at.chancery.meetings.createInstantMeeting({}, at.owner.session);

    const { meeting: copy } = await at.chancery.meetings.duplicateMeeting(
      { meetingId: meeting.id },
      at.owner.session,
    );

    expect([copy.meetingType, copy.scheduledStartAt]).to.deep.equal([
      'scheduled',
      '2026-11-24T12:15:00.000Z',
    ]);
  });
});

describe('createInstantMeeting', () => {
  it('MTG-55: asks everybody else for the passcode that it was given, or that was made for it', async () => {
    const at = await world();
    const { meetings } = at.chancery;
    const create = (input: object) => meetings.createInstantMeeting(input, at.owner.session);
    const [given, generated, open] = [
      await create({ passcode: 'harbour-42' }),
      await create({ generatePasscode: true }),
      await create({}),
    ];
    const enter = ({ meeting }: typeof given, passcode?: string) =>
      failureOf(
        meetings.requestAdmission(
          { joinCode: meeting.joinCode, displayName: 'Guest', ...(passcode && { passcode }) },
          aStranger(),
        ),
      );

    expect(given.passcode).to.equal(null);
    expect([await enter(given), await enter(generated), await enter(open)]).to.deep.equal([
      'meeting.passcode_required',
      'meeting.passcode_required',
      'none',
    ]);
    expect(await enter(given, 'harbour-43')).to.equal('meeting.passcode_invalid');
    expect(await enter(given, 'harbour-42')).to.equal('none');
    expect(await enter(generated, generated.passcode ?? '')).to.equal('none');
  });

  it('MTG-4: is live at once, and its organizer is admitted', async () => {
    const at = await world();

    const { meeting, conference, admissionToken } = await at.chancery.meetings.createInstantMeeting(
      { invitees: [{ email: 'cleo@x.example' }] },
      at.owner.session,
    );

    expect(meeting).to.include({ meetingType: 'instant', status: 'live', title: 'Instant meeting' });
    expect(meeting.counts).to.include({ invitations: 2, present: 1 });
    expect(conference).to.include({ provider: 'embedded' });
    expect(admissionToken).to.match(/^[\w-]{43}$/);
    expect((await at.happened()).map(({ type }) => type)).to.include.members([
      'meeting.created',
      'occurrence.started',
      'meeting_invitation.created',
    ]);
  });
});

describe('openPersonalRoom', () => {
  it('MTG-35: creates one room for each member, whose code never changes', async () => {
    const at = await world();
    const bo = await at.person('member', 'Bo');

    const rooms = [
      await at.chancery.meetings.openPersonalRoom({}, at.owner.session),
      await at.chancery.meetings.openPersonalRoom({}, at.owner.session),
    ];
    const other = await at.chancery.meetings.openPersonalRoom({}, bo.session);

    expect(new Set(rooms.map(({ meeting }) => meeting.joinCode)).size).to.equal(1);
    expect(other.meeting.id).to.not.equal(rooms[0]?.meeting.id);
    expect(rooms[0]?.meeting).to.include({
      meetingType: 'personal_room',
      status: 'idle',
      scheduledStartAt: null,
      durationMinutes: 60,
    });
    expect(rooms[0]?.meeting.nextOccurrence).to.include({ status: 'scheduled' });
  });
});

describe('listMeetings', () => {
  const titles = async ({ chancery, owner }: World, query: object, as: Person = owner) =>
    (await chancery.meetings.listMeetings(query, as.session)).meetings.map(({ title }) => title);

  it('MTG-17: an occurrence that ends now is past, and a running series is in both lists', async () => {
    const before = await world();
    await made(before, { title: 'single' });
    await made(before, { ...weekly, title: 'series' });
    const at = await after(before, { days: 6, hours: 21, minutes: 59 });

    expect([await titles(at, {}), await titles(at, { scope: 'previous' })]).to.deep.equal([
      ['single', 'series'],
      [],
    ]);
    at.clock.advance({ minutes: 1 });
    expect([await titles(at, {}), (await titles(at, { scope: 'previous' })).sort()]).to.deep.equal([
      ['series'],
      ['series', 'single'],
    ]);
  });

  it('MTG-18: short pages have the order of one long page, and repeat nothing when a meeting is added', async () => {
    const at = await world();
    for (let day = 1; day <= 7; day += 1)
      await made(at, { title: `m${day}`, scheduledStartAt: `2026-12-0${day}T09:00:00Z` });
    const whole = await titles(at, { limit: 100 });

    const walked: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof at.chancery.meetings.listMeetings>> =
        await at.chancery.meetings.listMeetings(
          { limit: 1, ...(cursor === null ? {} : { cursor }) },
          at.owner.session,
        );
      walked.push(...page.meetings.map(({ title }) => title));
      cursor = page.nextCursor;
      if (walked.length === 3) await made(at, { title: 'new', scheduledStartAt: '2026-12-01T07:00:00Z' });
    } while (cursor !== null);

    expect(walked).to.deep.equal(whole);
  });

  it('PLT-18: refuses a range that is reversed or longer than 400 days, by the name of its end', async () => {
    const { chancery, owner } = await world();
    const from = '2026-11-23T00:00:00Z';
    const faults = (to: string) => faultsOf(chancery.meetings.listMeetings({ from, to }, owner.session));

    expect(await faults(from)).to.deep.equal(['/to range.reversed']);
    expect(await faults('2027-12-28T00:00:00Z')).to.deep.equal([]);
    expect(await faults('2027-12-28T00:00:01Z')).to.deep.equal(['/to range.too_long']);
  });

  it('lists what the caller organizes, is invited to or may see, and all meetings to an admin who asks', async () => {
    const at = await world();
    const bo = await at.person('member', 'Bo');
    const gus = await at.person('guest', 'Gus');
    await made(at, { title: 'private' });
    await made(at, {
      title: 'with bo',
      invitees: [{ userId: bo.id }, { userId: gus.id }],
      scheduledStartAt: '2026-12-01T09:00:00Z',
    });
    await made(at, { title: 'open', visibility: 'workspace', scheduledStartAt: '2026-12-02T09:00:00Z' });
    const admin = await at.person('admin', 'Ann');

    expect(await titles(at, {}, bo)).to.deep.equal(['with bo', 'open']);
    expect(await titles(at, {}, gus)).to.deep.equal(['with bo']);
    expect(await titles(at, {}, admin)).to.deep.equal(['open']);
    expect(await titles(at, { all: true }, admin)).to.deep.equal(['private', 'with bo', 'open']);
    expect(await failureOf(at.chancery.meetings.listMeetings({ all: true }, bo.session))).to.equal(
      'permission.denied',
    );
    expect(await titles(at, { from: '2026-12-01T00:00:00Z', to: '2026-12-02T09:00:00Z' })).to.deep.equal([
      'with bo',
    ]);
  });

  it('lists a cancelled meeting among the previous ones, and a personal room only while it is live', async () => {
    const at = await world();
    const meeting = await made(at);
    const { meeting: room } = await at.chancery.meetings.openPersonalRoom({}, at.owner.session);

    expect(await titles(at, {})).to.deep.equal(['Review']);
    await at.chancery.meetings.cancelMeeting({ meetingId: meeting.id }, at.owner.session);
    await at.chancery.meetings.startMeeting({ meetingId: room.id }, at.owner.session);

    expect(await titles(at, {})).to.deep.equal([room.title]);
    expect(await titles(at, { scope: 'previous' })).to.deep.equal(['Review']);
  });
});

describe('permissions of a meeting', () => {
  /** The people of the test, by their role in the meeting. */
  async function cast(at: World) {
    const host = await at.person('member', 'Host');
    const coHost = await at.person('member', 'Co');
    const invited = await at.person('member', 'Invited');
    const other = await at.person('member', 'Other');
    const guest = await at.person('guest', 'Guest');
    const admin = await at.person('admin', 'Admin');
    const input = {
      ...weekly,
      invitees: [
        { userId: coHost.id, role: 'co_host' as const },
        { userId: invited.id },
        { userId: guest.id },
      ],
    };
    return { people: { admin, host, co_host: coHost, invited, other, workspace_guest: guest }, input, host };
  }

  /** A meeting of the host that begins in ten minutes, with its sessions and invitations. */
  async function scene(
    at: World,
    { people, input, host }: Awaited<ReturnType<typeof cast>>,
    isLive: boolean,
  ) {
    const { chancery, sql } = at;
    const { id: meetingId, joinCode } = await made(
      at,
      {
        ...input,
        meetingType: 'webinar',
        scheduledStartAt: '2026-11-23T12:10:00.000Z',
        invitees: [...input.invitees, { email: 'cleo@client.example' }],
      },
      host,
    );
    const { occurrences } = await chancery.meetings.listOccurrences({ meetingId }, host.session);
    const [first, second] = occurrences.map(({ id }) => id ?? '');
    const [invitation] = await sql<{ id: string }>(
      "select id from meeting_invitations where meeting_id = $1 and email = 'cleo@client.example'",
      [meetingId],
    );
    if (isLive) await chancery.meetings.startMeeting({ meetingId }, host.session);
    const { admission } = await chancery.meetings.requestAdmission({ joinCode }, people.invited.session);
    await chancery.meetings.registerForWebinar(
      { joinCode, email: 'reg@client.example', displayName: 'Reg' },
      aStranger(),
    );
    const [registration] = await sql<{ id: string }>(
      "select id from webinar_registrations where meeting_id = $1 and email = 'reg@client.example'",
      [meetingId],
    );
    return {
      ...chancery.meetings,
      meetingId,
      sessionId: first ?? '',
      laterSessionId: second ?? '',
      invitationId: invitation?.id ?? '',
      admissionId: admission.id,
      registrationId: registration?.id ?? '',
    };
  }
  type Scene = Awaited<ReturnType<typeof scene>>;

  /**
   * The table of the rules: owner or admin, host, co-host, invited member, other member, workspace guest who is invited.
   * Y is allowed, - is 403 and . is 404.
   */
  const table: Record<string, { marks: string; isLive?: true; attempt(of: Scene, who: Person): unknown }> = {
    'read the meeting': {
      marks: 'YYYY.Y',
      attempt: ({ getMeeting, meetingId }, { session }) => getMeeting({ meetingId }, session),
    },
    'read its occurrences': {
      marks: 'YYYY.Y',
      attempt: ({ listOccurrences, meetingId }, { session }) => listOccurrences({ meetingId }, session),
    },
    edit: {
      marks: '-Y--.-',
      attempt: ({ updateMeeting, meetingId }, { session }) =>
        updateMeeting({ meetingId, expectedVersion: 1, title: 'Other' }, session),
    },
    'edit one occurrence': {
      marks: '-Y--.-',
      attempt: ({ updateOccurrence, meetingId, laterSessionId: sessionId }, { session }) =>
        updateOccurrence({ meetingId, sessionId, expectedVersion: 1, title: 'Other' }, session),
    },
    split: {
      marks: '-Y--.-',
      attempt: ({ updateMeeting, meetingId, laterSessionId: sessionId }, { session }) =>
        updateMeeting(
          { meetingId, sessionId, expectedVersion: 1, scope: 'this_and_following', title: 'Other' },
          session,
        ),
    },
    'set a passcode': {
      marks: '-Y--.-',
      attempt: ({ updateMeeting, meetingId }, { session }) =>
        updateMeeting({ meetingId, expectedVersion: 1, passcode: 'harbour-42' }, session),
    },
    duplicate: {
      marks: '-YY-.-',
      attempt: ({ duplicateMeeting, meetingId }, { session }) => duplicateMeeting({ meetingId }, session),
    },
    'cancel the meeting': {
      marks: 'YY--.-',
      attempt: ({ cancelMeeting, meetingId }, { session }) => cancelMeeting({ meetingId }, session),
    },
    'cancel one occurrence': {
      marks: 'YY--.-',
      attempt: ({ updateOccurrence, meetingId, laterSessionId: sessionId }, { session }) =>
        updateOccurrence({ meetingId, sessionId, expectedVersion: 1, status: 'cancelled' }, session),
    },
    start: {
      marks: '-YY-.-',
      attempt: ({ startMeeting, meetingId }, { session }) => startMeeting({ meetingId }, session),
    },
    end: {
      marks: 'YYY-.-',
      isLive: true,
      attempt: ({ endSession, sessionId }, { session }) => endSession({ sessionId }, session),
    },
    invite: {
      marks: '-YY-.-',
      attempt: ({ createMeetingInvitation, meetingId }, { session }) =>
        createMeetingInvitation({ meetingId, email: 'dan@client.example' }, session),
    },
    'resend an invitation': {
      marks: '-YY-.-',
      attempt: ({ resendMeetingInvitation, meetingId, invitationId }, { session }) =>
        resendMeetingInvitation({ meetingId, invitationId }, session),
    },
    'revoke an invitation': {
      marks: '-YY-.-',
      attempt: ({ revokeMeetingInvitation, meetingId, invitationId }, { session }) =>
        revokeMeetingInvitation({ meetingId, invitationId }, session),
    },
    'change a role': {
      marks: '-Y--.-',
      attempt: ({ updateMeetingInvitation, meetingId, invitationId }, { session }) =>
        updateMeetingInvitation({ meetingId, invitationId, role: 'presenter' }, session),
    },
    'list admissions': {
      marks: '-YY-.-',
      attempt: ({ listAdmissions, sessionId }, { session }) => listAdmissions({ sessionId }, session),
    },
    'admit all': {
      marks: '-YY-.-',
      isLive: true,
      attempt: ({ admitAll, sessionId }, { session }) => admitAll({ sessionId }, session),
    },
    'remove somebody': {
      marks: '-YY-.-',
      isLive: true,
      attempt: ({ decideOnAdmission, sessionId, admissionId }, { session }) =>
        decideOnAdmission({ sessionId, admissionId, decision: 'remove' }, session),
    },
    'deny somebody': {
      marks: '-YY-.-',
      attempt: ({ decideOnAdmission, sessionId, admissionId }, { session }) =>
        decideOnAdmission({ sessionId, admissionId, decision: 'deny' }, session),
    },
    activity: {
      marks: 'YYY-.-',
      attempt: ({ listMeetingActivity, meetingId }, { session }) =>
        listMeetingActivity({ meetingId }, session),
    },
    attendance: {
      marks: 'YYY-.-',
      attempt: ({ listAttendance, meetingId }, { session }) => listAttendance({ meetingId }, session),
    },
    'attendance as CSV': {
      marks: 'YYY-.-',
      attempt: ({ exportAttendance, meetingId }, { session }) => exportAttendance({ meetingId }, session),
    },
    registrations: {
      marks: 'YYY-.-',
      attempt: ({ listRegistrations, meetingId }, { session }) => listRegistrations({ meetingId }, session),
    },
    'decide on a registration': {
      marks: 'YYY-.-',
      attempt: ({ decideRegistration, meetingId, registrationId }, { session }) =>
        decideRegistration({ meetingId, registrationId, decision: 'decline' }, session),
    },
    'registrations as CSV': {
      marks: 'YYY-.-',
      attempt: ({ exportRegistrations, meetingId }, { session }) =>
        exportRegistrations({ meetingId }, session),
    },
    reminders: {
      marks: '-YY-.-',
      attempt: ({ remindInvitees, meetingId }, { session }) => remindInvitees({ meetingId }, session),
    },
  };
  const answers: Record<string, string> = {
    none: 'Y',
    'permission.denied': '-',
    'meeting.not_found': '.',
    'occurrence.not_found': '.',
  };

  for (const [row, { marks, isLive = false, attempt }] of Object.entries(table))
    it(`MTG-97: ${row} is for those in the table, and hidden from members who are not in the meeting`, async () => {
      const at = await world();
      const given = await cast(at);
      const outcomes: string[] = [];
      // A refusal changes nothing, so the next call finds the same meeting.
      let untouched: Scene | null = null;
      for (const role of accessRoles) {
        const of: Scene = untouched ?? (await scene(at, given, isLive));
        const code = await failureOf(Promise.resolve(attempt(of, given.people[role])));
        outcomes.push(answers[code] ?? code);
        untouched = code === 'none' ? null : of;
      }

      expect(outcomes.join('')).to.equal(marks);
    });

  it('MTG-97: every member may read a meeting that is open to the workspace, but not change it', async () => {
    const at = await world();
    const { people, input, host } = await cast(at);
    const { id } = await made(at, { ...input, visibility: 'workspace' }, host);

    const { meeting } = await at.chancery.meetings.getMeeting({ meetingId: id }, people.other.session);

    expect(meeting.permissions).to.deep.equal(['read']);
    expect(meeting.organizer.email).to.equal(null);
    expect(
      await failureOf(at.chancery.meetings.cancelMeeting({ meetingId: id }, people.other.session)),
    ).to.equal('permission.denied');
  });

  it('MTG-98: the activity notes admins who read a private meeting that they are not in, and nobody else', async () => {
    const at = await world();
    const { people, input, host } = await cast(at);
    const { id } = await made(at, input, host);

    for (const who of [people.admin, people.host, people.invited])
      await at.chancery.meetings.getMeeting({ meetingId: id }, who.session);

    const seen = (await at.happened()).filter(({ type }) => type === 'meeting.viewed_by_admin');
    expect(seen.map(({ facts }) => facts)).to.deep.equal([{ meetingId: id, userId: people.admin.id }]);
  });

  it('MTG-96: a workspace guest who is not invited finds no meeting at any endpoint, as if it did not exist', async () => {
    const at = await world();
    const { id: meetingId } = await made(at);
    const [session] = (await at.chancery.meetings.listOccurrences({ meetingId }, at.owner.session))
      .occurrences;
    const guest = await at.person('guest', 'Gil');
    const unknown = '0190a000-0000-7000-8000-000000000000';
    const asked = useCases().filter(
      ({ context, useCase: { access, input } }) =>
        context === 'meetings' &&
        typeof access === 'object' &&
        'owner' in access &&
        'meetingId' in input.shape,
    );
    const more = {
      sessionId: session?.id,
      invitationId: unknown,
      registrationId: unknown,
      expectedVersion: 1,
      title: 'Other',
      email: 'x@client.example',
      role: 'attendee',
      decision: 'approve',
      limit: 10,
    };
    for (const { name, useCase } of asked) {
      const given = Object.fromEntries(
        Object.entries(more).filter(
          ([field, value]) =>
            field in useCase.input.shape && useCase.input.shape[field]?.safeParse(value).success,
        ),
      );
      const attempt = (id: string) =>
        at.chancery
          .execute(name, useCase, { ...given, meetingId: id }, guest.session)
          .catch(({ code, message, details }) => ({ name, code, message, details }));

      expect(await attempt(meetingId)).to.include({ name, code: 'meeting.not_found' });
      expect(await attempt(meetingId)).to.deep.equal(await attempt(unknown));
    }
    expect(asked.length).to.be.above(15);
  });

  it('MTG-96: a meeting of another workspace is not found, as if it did not exist', async () => {
    const at = await world();
    const { id } = await made(at);
    const stranger = await at.stranger();
    const { session } = stranger;
    const { meetings } = at.chancery;
    const unknown = '0190a000-0000-7000-8000-000000000000';

    for (const meetingId of [id, unknown])
      for (const attempt of [
        () => meetings.getMeeting({ meetingId }, session),
        () => meetings.updateMeeting({ meetingId, expectedVersion: 1, title: 'X' }, session),
        () => meetings.cancelMeeting({ meetingId }, session),
        () => meetings.duplicateMeeting({ meetingId }, session),
        () => meetings.listOccurrences({ meetingId }, session),
        () => meetings.listMeetingActivity({ meetingId }, session),
      ])
        expect(
          await attempt().catch(({ code, message, details }) => ({ code, message, details })),
        ).to.deep.equal({
          code: 'meeting.not_found',
          message: 'There is no such meeting, or you may not see it.',
          details: [],
        });
  });
});

describe('listMeetingActivity', () => {
  it('lists what happened in sentences, newest first and without addresses', async () => {
    const at = await world();
    const meeting = await made(at, { ...weekly, invitees: [{ email: 'cleo@client.example' }] });
    await at.chancery.meetings.updateMeeting(
      { meetingId: meeting.id, expectedVersion: 1, title: 'New' },
      at.owner.session,
    );

    const { activity } = await at.chancery.meetings.listMeetingActivity(
      { meetingId: meeting.id },
      at.owner.session,
    );

    expect(activity.map(({ type }) => type)).to.deep.equal([
      'meeting.updated',
      'meeting_invitation.created',
      'meeting.created',
    ]);
    expect(activity[0]?.summary).to.equal(`${at.owner.displayName} changed the meeting.`);
    expect(activity[0]?.actor).to.include({ userId: at.owner.id });
    expect(JSON.stringify(activity)).to.not.contain('cleo@client.example');
    const { activity: last, nextCursor } = await at.chancery.meetings.listMeetingActivity(
      { meetingId: meeting.id, limit: 2 },
      at.owner.session,
    );
    expect(last).to.have.lengthOf(2);
    const rest = await at.chancery.meetings.listMeetingActivity(
      { meetingId: meeting.id, cursor: nextCursor ?? '' },
      at.owner.session,
    );
    expect(rest.activity.map(({ type }) => type)).to.deep.equal(['meeting.created']);
  });
});
