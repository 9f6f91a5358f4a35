import { failureOf, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('listIntegrationMeetings', () => {
  it('INT-3, MTG-100: shows the newest 250 of 251 with exactly ten fields, and never a personal room', async () => {
    const { chancery, apiKey, owner, sql, workspaceId } = await world();
    const { caller } = await apiKey('meetings.read');
    // Pairs share a creation instant, so that the id decides between them; the newest of all is a personal room.
    await sql(
      `with made as (
         select n, gen_random_uuid() id, '2026-11-01T00:00:00Z'::timestamptz + make_interval(mins => n / 2) moment,
                case when n = 252 then 'personal_room' when n % 2 = 0 then 'instant' else 'scheduled' end kind
         from generate_series(1, 252) n
       ), chain as (
         insert into meeting_chains (id, workspace_id, join_code) select id, $1, id::text from made
       )
       insert into meetings (id, workspace_id, chain_id, meeting_type, status, title, description, scheduled_start_at, duration_minutes, time_zone,
         settings, organizer_user_id, visibility, source, conference_provider, ical_uid, ical_sequence, tzdata_version, created_at, updated_at, version)
       select id, $1, id, kind, (array['scheduled', 'live', 'ended', 'cancelled'])[n % 4 + 1], 'Meeting ' || n, '',
         case when kind = 'personal_room' then null else moment end, 60, 'UTC', '{}', $2, 'private', 'app', 'embedded', id::text, 0, '2026f', moment, moment, 1
       from made`,
      [workspaceId, owner.id],
    );

    const {
      meetings,
      count,
      workspaceId: answered,
    } = await chancery.meetings.listIntegrationMeetings({}, caller);

    const expected: { id: string }[] = await sql(
      "select id from meetings where workspace_id = $1 and meeting_type <> 'personal_room' order by created_at desc, id desc limit 250",
      [workspaceId],
    );
    expect(meetings.map(({ id }) => id)).to.deep.equal(expected.map(({ id }) => id));
    expect({ count, answered, last: meetings.at(-1)?.title === 'Meeting 1' }).to.deep.equal({
      count: 250,
      answered: workspaceId,
      last: false,
    });
    const newest = meetings.find(({ title }) => title === 'Meeting 251');
    expect(newest).to.deep.equal({
      id: newest?.id,
      title: 'Meeting 251',
      description: '',
      meetingType: 'scheduled',
      scheduledStartAt: '2026-11-01T02:05:00.000Z',
      scheduledDurationMinutes: 60,
      timeZone: 'UTC',
      status: 'cancelled',
      createdAt: '2026-11-01T02:05:00.000Z',
      updatedAt: '2026-11-01T02:05:00.000Z',
    });
  });

  it('MTG-96: shows a key the meetings of its own workspace only', async () => {
    const [mine, other] = [await world(), await world()];
    const { caller } = await mine.apiKey();
    const input = { title: 'Theirs', scheduledStartAt: '2026-11-30T09:00:00Z' };
    await other.chancery.meetings.createIntegrationMeeting(input, (await other.apiKey()).caller);
    const { id } = await mine.chancery.meetings.createIntegrationMeeting({ ...input, title: 'Mine' }, caller);

    const { meetings } = await mine.chancery.meetings.listIntegrationMeetings({}, caller);

    expect(meetings.map((meeting) => meeting.id)).to.deep.equal([id]);
  });

  it('KEY-7: refuses a key without meetings.read', async () => {
    const { chancery, apiKey } = await world();
    const { caller } = await apiKey('meetings.write');

    expect(await failureOf(chancery.meetings.listIntegrationMeetings({}, caller))).to.equal('scope.missing');
  });
});
