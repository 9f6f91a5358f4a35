import { aStranger, failureOf, faultsOf, repeating, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { meetingPermissions } from '../meeting-access.ts';

const start = '2026-11-30T09:00:00.000Z';
const once = { title: 'Review', scheduledStartAt: start };
const weekly = { ...once, recurrence: { rrule: 'FREQ=WEEKLY;COUNT=6' }, timeZone: 'Europe/Berlin' };

describe('createMeeting', () => {
  it('returns the meeting as its organizer sees it, with the actions that they may take', async () => {
    const { chancery, person } = await world();
    const ada = await person('member', 'Ada');
    const bo = await person('member', 'Bo');

    const created = await chancery.meetings.createMeeting(
      {
        ...once,
        timeZone: 'Europe/Berlin',
        invitees: [{ userId: bo.id }, { email: 'cleo@client.example', role: 'presenter' }],
      },
      ada.session,
    );

    const { meeting } = created;
    expect(created).to.include({
      invitationCount: 2,
      passcode: null,
      conference: null,
      admissionToken: null,
    });
    expect(created.joinUrl).to.equal(meeting.joinUrl);
    expect(meeting).to.include({
      seriesId: meeting.id,
      meetingType: 'scheduled',
      status: 'scheduled',
      scheduledStartAt: start,
      durationMinutes: 60,
      timeZone: 'Europe/Berlin',
      visibility: 'private',
      passcodeRequired: false,
      source: 'app',
      icalSequence: 0,
      version: 1,
    });
    expect(meeting.organizer).to.include({ userId: ada.id, displayName: 'Ada' });
    expect(meeting.nextOccurrence).to.include({
      startsAt: start,
      localStart: '2026-11-30T10:00:00',
      status: 'scheduled',
    });
    expect(meeting.counts).to.include({ invitations: 3, accepted: 1, pending: 2 });
    expect(meeting.myInvitation).to.include({ role: 'host', status: 'accepted' });
    expect(meeting.permissions).to.deep.equal(
      Object.keys(meetingPermissions).filter(
        (action) => action !== 'end' && action !== 'admit' && action !== 'registrations',
      ),
    );
  });

  it('MTG-11: a weekly morning in Berlin is an hour earlier in UTC once summer has begun', async () => {
    const { chancery, owner } = await world();

    const { meeting } = await chancery.meetings.createMeeting(
      { ...weekly, scheduledStartAt: '2027-03-15T08:00:00Z' },
      owner.session,
    );

    const { occurrences } = await chancery.meetings.listOccurrences({ meetingId: meeting.id }, owner.session);
    expect(occurrences.map(({ startsAt }) => startsAt.slice(5, 16))).to.deep.equal([
      '03-15T08:00',
      '03-22T08:00',
      '03-29T07:00',
      '04-05T07:00',
      '04-12T07:00',
      '04-19T07:00',
    ]);
    expect(meeting.recurrence).to.include({
      occurrenceCount: 6,
      endsAt: '2027-04-19T08:00:00.000Z',
      portability: 'full',
    });
    expect(meeting.upcomingOccurrences).to.have.lengthOf(6);
  });

  it('MTG-12: ten in Casablanca on 1 October 2026 is ten in UTC by the loaded zone data', async () => {
    const { chancery, owner, clock } = await world();
    clock.advance({ days: -83 });

    const { meeting } = await chancery.meetings.createMeeting(
      { ...once, scheduledStartAt: '2026-10-01T10:00:00Z', timeZone: 'Africa/Casablanca' },
      owner.session,
    );

    expect(meeting.nextOccurrence?.localStart).to.equal('2026-10-01T10:00:00');
  });

  it('MTG-4: a series starts with its first occurrence, an instant meeting at once, and a personal room has no start', async () => {
    const { chancery, owner, clock } = await world();

    const series = await chancery.meetings.createMeeting(weekly, owner.session);
    const instant = await chancery.meetings.createInstantMeeting({}, owner.session);
    const room = await chancery.meetings.openPersonalRoom({}, owner.session);

    expect(series.meeting.scheduledStartAt).to.equal(series.meeting.upcomingOccurrences[0]?.startsAt);
    expect(instant.meeting.scheduledStartAt).to.equal(clock.now());
    expect(room.meeting.scheduledStartAt).to.equal(null);
  });

  it('MTG-6: a single meeting may start in the second reading of a repeated hour, a series may not', async () => {
    const { chancery, owner } = await world();
    const second = { title: 'Late', scheduledStartAt: '2027-10-31T01:30:00Z', timeZone: 'Europe/Berlin' };

    const { meeting } = await chancery.meetings.createMeeting(second, owner.session);

    expect(meeting.nextOccurrence).to.include({
      startsAt: '2027-10-31T01:30:00.000Z',
      localStart: '2027-10-31T02:30:00',
    });
    expect(
      await faultsOf(
        chancery.meetings.createMeeting(
          { ...second, recurrence: { rrule: 'FREQ=WEEKLY;COUNT=2' } },
          owner.session,
        ),
      ),
    ).to.deep.equal(['/scheduledStartAt recurrence.start_in_overlap']);
  });

  it('warns at creation and later of a start that the clocks skip, and of a rule that calendars do not support', async () => {
    const { chancery, owner } = await world();

    const { meeting, warnings } = await chancery.meetings.createMeeting(
      {
        title: 'Night watch',
        scheduledStartAt: '2027-03-07T07:30:00Z',
        timeZone: 'America/New_York',
        recurrence: { rrule: 'FREQ=WEEKLY;COUNT=2', rdates: ['2027-03-10T02:30:00'] },
      },
      owner.session,
    );

    expect(warnings.map(({ code, occurrences }) => [code, occurrences])).to.deep.equal([
      ['time.gap', ['2027-03-14T07:30:00.000Z']],
      ['portability.rdate', ['2027-03-10T07:30:00.000Z']],
      ['portability.gap_time', ['2027-03-14T07:30:00.000Z']],
    ]);
    expect(meeting.recurrence?.portability).to.equal('partial');
    const shown = await chancery.meetings.getMeeting({ meetingId: meeting.id }, owner.session);
    expect(shown.warnings).to.deep.equal(warnings.slice(1));
  });

  it('MTG-91: if conflicts are refused, a series is checked for a year, as by the availability check', async () => {
    const { chancery, owner, person } = await world();
    const bo = await person('member', 'Bo');
    const outcome = (startsAt: string) =>
      chancery.meetings
        .createAvailabilityBlock(
          { kind: 'busy', timeZone: 'UTC', startsAt, endsAt: startsAt.replace('T09', 'T10') },
          bo.session,
        )
        .then(() =>
          failureOf(
            chancery.meetings.createMeeting(
              {
                title: 'Weekly',
                scheduledStartAt: '2026-11-30T09:00:00.000Z',
                timeZone: 'UTC',
                recurrence: { rrule: 'FREQ=WEEKLY' },
                invitees: [{ userId: bo.id }],
                onConflict: 'reject',
                notify: false,
              },
              owner.session,
            ),
          ),
        );
    expect(await outcome('2027-11-29T09:00:00.000Z')).to.equal('meeting.conflict');
    const { blocks } = await chancery.meetings.listAvailabilityBlocks(
      { from: '2027-11-01T00:00:00Z', to: '2027-12-01T00:00:00Z' },
      bo.session,
    );
    await chancery.meetings.deleteAvailabilityBlock({ blockId: blocks[0]?.id ?? '' }, bo.session);

    expect(await outcome('2028-01-03T09:00:00.000Z')).to.equal('none');
  });

  it('MTG-15: lists the next two of a rare series once, though they are stored beyond the 550 days', async () => {
    const { chancery, owner } = await world();
    const { meeting } = await chancery.meetings.createMeeting(
      {
        title: 'Rare',
        scheduledStartAt: '2026-11-30T09:00:00.000Z',
        timeZone: 'UTC',
        recurrence: { rrule: 'FREQ=YEARLY;INTERVAL=3;COUNT=4' },
      },
      owner.session,
    );

    const { occurrences } = await chancery.meetings.listOccurrences({ meetingId: meeting.id }, owner.session);

    expect(occurrences.map(({ id, startsAt }) => `${startsAt.slice(0, 4)} ${id !== null}`)).to.deep.equal([
      '2026 true',
      '2029 true',
      '2032 false',
      '2035 false',
    ]);
  });

  it('MTG-15: lists sessions beyond the 550 days that are stored without an id', async () => {
    const { chancery, owner, sql } = await world();

    const { meeting } = await chancery.meetings.createMeeting(
      { ...weekly, recurrence: { rrule: 'FREQ=WEEKLY' } },
      owner.session,
    );

    const [row] = await sql<{ count: number; last: string }>(
      'select count(*)::int, max(starts_at) last from meeting_occurrences where meeting_id = $1',
      [meeting.id],
    );
    expect(row).to.deep.equal({ count: 78, last: '2028-05-22T08:00:00.000Z' });
    const { occurrences } = await chancery.meetings.listOccurrences(
      { meetingId: meeting.id, from: '2028-05-20T00:00:00Z', limit: 3 },
      owner.session,
    );
    expect(occurrences.map(({ id, startsAt }) => [id === null, startsAt])).to.deep.equal([
      [false, '2028-05-22T08:00:00.000Z'],
      [true, '2028-05-29T08:00:00.000Z'],
      [true, '2028-06-05T08:00:00.000Z'],
    ]);
    const until = async (to: string) =>
      (
        await chancery.meetings.listOccurrences(
          { meetingId: meeting.id, from: '2028-05-20T00:00:00Z', to },
          owner.session,
        )
      ).occurrences.length;
    expect([await until('2028-06-05T08:00:00Z'), await until('2028-06-05T08:00:01Z')]).to.deep.equal([2, 3]);
  });

  it('MTG-14: the next two sessions of a yearly series are stored, however far ahead they are', async () => {
    const { chancery, owner } = await world();

    const { meeting } = await chancery.meetings.createMeeting(
      { ...weekly, recurrence: { rrule: 'FREQ=YEARLY;INTERVAL=2' } },
      owner.session,
    );

    expect(meeting.upcomingOccurrences.map(({ startsAt }) => startsAt.slice(0, 10))).to.deep.equal([
      '2026-11-30',
      '2028-11-30',
    ]);
  });

  it('MTG-18: pages of one occurrence have the order of one long page, beyond the horizon too', async () => {
    const { chancery, owner } = await world();
    const { meeting } = await chancery.meetings.createMeeting(
      { ...weekly, recurrence: { rrule: 'FREQ=MONTHLY;COUNT=22' } },
      owner.session,
    );
    const whole = await chancery.meetings.listOccurrences({ meetingId: meeting.id }, owner.session);

    const walked: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof chancery.meetings.listOccurrences>> =
        await chancery.meetings.listOccurrences(
          { meetingId: meeting.id, limit: 1, ...(cursor === null ? {} : { cursor }) },
          owner.session,
        );
      walked.push(...page.occurrences.map(({ startsAt }) => startsAt));
      cursor = page.nextCursor;
    } while (cursor !== null);

    expect(walked).to.have.lengthOf(22);
    expect(walked).to.deep.equal(whole.occurrences.map(({ startsAt }) => startsAt));
  });

  for (const { name, input, fault } of [
    {
      name: 'a type that contradicts the rule',
      input: { ...once, meetingType: 'recurring' as const },
      fault: '/meetingType meeting_type.mismatch',
    },
    {
      name: 'webinar settings of another type',
      input: { ...once, webinar: {} },
      fault: '/webinar webinar.not_allowed',
    },
    {
      name: 'a passcode both given and generated',
      input: { ...once, passcode: 'harbour-42', generatePasscode: true },
      fault: '/generatePasscode passcode.both',
    },
    {
      name: 'a passcode of one character',
      input: { ...once, passcode: 'aaaaaaaa' },
      fault: '/passcode passcode.too_weak',
    },
    {
      name: 'a passcode of five characters',
      input: { ...once, passcode: 'abcde' },
      fault: '/passcode passcode.too_weak',
    },
    {
      name: 'an invitee who is named twice over',
      input: { ...once, invitees: [{}] },
      fault: '/invitees/0 invitee.ambiguous',
    },
    {
      name: 'an id of nobody',
      input: { ...once, invitees: [{ userId: `usr_${'0'.repeat(32)}` }] },
      fault: '/invitees/0/userId invitee.unknown_member',
    },
    {
      name: 'a guest as host',
      input: { ...once, invitees: [{ email: 'c@client.example', role: 'host' as const }] },
      fault: '/invitees/0/role invitee.host_must_be_member',
    },
    {
      name: 'null where a setting cannot be null',
      input: { ...once, settings: { muteOnEntry: null as never } },
      fault: '/settings/muteOnEntry field.type',
    },
    { name: 'no title', input: { scheduledStartAt: start }, fault: '/title field.required' },
    {
      name: 'a rule that does not give the start',
      input: { ...once, recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TU' } },
      fault: '/recurrence/rrule recurrence.start_not_in_rule',
    },
  ])
    it(`refuses ${name}`, async () => {
      const { chancery, owner, sql, workspaceId } = await world();

      expect(await faultsOf(chancery.meetings.createMeeting(input, owner.session))).to.deep.equal([fault]);
      expect(await sql('select id from meetings where workspace_id = $1', [workspaceId])).to.deep.equal([]);
    });

  it('MTG-55: shows a generated passcode only in its response, and stores a hash', async () => {
    const { chancery, owner, sql } = await world();

    const { passcode, meeting } = await chancery.meetings.createMeeting(
      { ...once, generatePasscode: true },
      owner.session,
    );

    expect(passcode).to.match(/^[a-z2-9]{10}$/);
    expect(meeting.passcodeRequired).to.equal(true);
    const again = await chancery.meetings.getMeeting({ meetingId: meeting.id }, owner.session);
    expect(again.passcode).to.equal(null);
    const [row] = await sql<{ passcode_hash: string }>('select passcode_hash from meetings where id = $1', [
      meeting.id,
    ]);
    expect(row?.passcode_hash).to.not.equal(passcode);
    expect(JSON.stringify(again)).to.not.contain(row?.passcode_hash);
  });

  it('MTG-99: a repeated request with the same key returns the same meeting and passcode, and creates no second meeting', async () => {
    const { chancery, owner, sql, workspaceId } = await world();
    const create = () =>
      chancery.meetings.createMeeting({ ...once, generatePasscode: true }, repeating(owner.session, 'k1'));

    const [first, second] = [await create(), await create()];

    expect(second).to.deep.equal(first);
    expect(await sql('select id from meetings where workspace_id = $1', [workspaceId])).to.have.lengthOf(1);
  });

  it('MTG-43: makes no meeting that one guest among the invitees would host', async () => {
    const { chancery, owner, sql, workspaceId } = await world();
    const invitees = [
      { email: 'dan@client.example' },
      { email: 'cleo@client.example', role: 'host' as const },
    ];

    expect(
      await faultsOf(chancery.meetings.createMeeting({ ...once, invitees }, owner.session)),
    ).to.deep.equal(['/invitees/1/role invitee.host_must_be_member']);
    expect(await sql('select id from meetings where workspace_id = $1', [workspaceId])).to.deep.equal([]);
  });

  it('MTG-43: makes no meeting, now or later, that a guest of the workspace would host', async () => {
    const { chancery, owner, person, sql, workspaceId } = await world();
    const gus = await person('guest', 'Gus');
    const { createMeeting, createInstantMeeting } = chancery.meetings;

    for (const named of [{ userId: gus.id }, { email: gus.email }]) {
      const invitees = [{ ...named, role: 'host' as const }];
      for (const creation of [
        createMeeting({ ...once, invitees }, owner.session),
        createInstantMeeting({ title: 'Now', invitees }, owner.session),
      ])
        expect(await faultsOf(creation)).to.deep.equal(['/invitees/0/role invitee.host_must_be_member']);
    }
    expect(await sql('select id from meetings where workspace_id = $1', [workspaceId])).to.deep.equal([]);
  });

  it('MTG-101: a meeting of an application equals one of a member, except for source, actor and organizer', async () => {
    const { chancery, owner, person, apiKey } = await world();
    const ada = await person('member', 'Ada');
    const { caller } = await apiKey();
    const input = {
      ...once,
      timeZone: 'Europe/Berlin',
      description: 'Line',
      durationMinutes: 45,
      externalReference: 'r1',
      invitees: [{ email: 'cleo@client.example' }],
    };

    const { meeting: own } = await chancery.meetings.createMeeting(input, ada.session);
    const { id } = await chancery.meetings.createIntegrationMeeting(input, caller);

    const { meeting: made } = await chancery.meetings.getMeeting({ meetingId: id }, owner.session);
    const comparable = ({
      id: _,
      seriesId,
      icalUid,
      joinCode,
      joinUrl,
      organizer,
      source,
      myInvitation,
      permissions,
      nextOccurrence,
      upcomingOccurrences,
      ...rest
    }: typeof own) => rest;
    expect(comparable(made)).to.deep.equal(comparable(own));
    expect([own.source, made.source]).to.deep.equal(['app', 'integration']);
  });

  it('MTG-103: names the limit of the plan and its value, and creates no meeting beyond the plan', async () => {
    const { chancery, owner, sql, workspaceId } = await world();
    await sql(`update workspaces set plan_code = 'free' where id = $1`, [workspaceId]);
    const create = (over: object) => chancery.meetings.createMeeting({ ...once, ...over }, owner.session);
    const guests = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ email: `guest-${index}@client.example` }));

    for (const { over, code } of [
      { over: { durationMinutes: 60 }, code: 'plan.limit_reached' },
      { over: { settings: { maxParticipants: 11 } }, code: 'plan.limit_reached' },
      { over: { invitees: guests(300) }, code: 'plan.limit_reached' },
      { over: { invitees: guests(301) }, code: 'request.invalid' },
      { over: { meetingType: 'webinar' }, code: 'plan.feature_not_included' },
    ])
      expect(await failureOf(create(over))).to.equal(code);
    const refusal = await create({ durationMinutes: 60 }).catch((error) => error);
    expect(refusal.details[0]).to.include({ code: 'meeting_duration_minutes' });
    expect(refusal.details[0].message).to.contain('allows 45 meeting_duration_minutes');
    const { meeting } = await create({});
    expect(meeting).to.include({ durationMinutes: 45 });
    expect(meeting.settings).to.include({ maxParticipants: 10, maxLiveMinutes: 45 });
  });

  it('MTG-104: trims and composes text before its bounds are checked, and refuses unknown fields', async () => {
    const { chancery, owner } = await world();

    const { meeting } = await chancery.meetings.createMeeting(
      { ...once, title: `  ${'e\u0301'.repeat(200)}  ` },
      owner.session,
    );

    expect(meeting.title).to.equal('\u00e9'.repeat(200));
    expect(
      await faultsOf(chancery.meetings.createMeeting({ ...once, colour: 'red' } as never, owner.session)),
    ).to.deep.equal(['/colour field.unknown']);
  });

  it('creates at most sixty meetings an hour for one member', async () => {
    const { chancery, owner, ports, person } = await world();
    const seen: unknown[] = [];
    const counted = async (bucket: string, key: string, limit: number, windowSeconds = 0) => {
      if (bucket !== 'meeting_create') return { allowed: true, remaining: 1, retryAfterSeconds: 0 };
      seen.push({ key, limit, windowSeconds });
      return { allowed: seen.length < 3, remaining: 0, retryAfterSeconds: 60 };
    };
    Object.assign(ports.throttle, { consume: counted });
    const create = (session = owner.session) => failureOf(chancery.meetings.createMeeting(once, session));

    const outcomes = [await create(), await create((await person('member')).session), await create()];

    expect(outcomes).to.deep.equal(['none', 'none', 'rate_limited']);
    const [first, second, third] = seen as { key: string; limit: number; windowSeconds: number }[];
    expect(first).to.deep.equal({ ...third, limit: 60, windowSeconds: 3600 });
    expect(second?.key).to.not.equal(first?.key);
  });

  it('requires a credential', async () => {
    const { chancery } = await world();

    expect(await failureOf(chancery.meetings.createMeeting(once, aStranger()))).to.equal('auth.required');
  });
});
