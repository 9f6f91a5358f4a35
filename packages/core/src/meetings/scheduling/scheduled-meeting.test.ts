import { faultsOf, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { systemRandom } from '../../kernel/crypto.ts';

/** Through the integration endpoint; the endpoint of the app calls the same function. */
const start = '2026-11-30T09:00:00.000Z';
const wanted = { title: ' Quarterly review ', scheduledStartAt: start };
const guest = (name: string) => ({ email: `${name}@client.example`, displayName: name });

interface InvitationColumns {
  kind: string;
  user_id: string | null;
  email: string | null;
  display_name: string;
  role: string;
  status: string;
}

/** The invitations of a meeting, with that of the organizer first. */
const invitedTo = (sql: Awaited<ReturnType<typeof world>>['sql'], meetingId: string) =>
  sql<InvitationColumns>(
    'select kind, user_id, email, display_name, role, status from meeting_invitations where meeting_id = $1 order by id',
    [meetingId],
  );

describe('scheduleMeeting', () => {
  it('stores chain, meeting, occurrence and invitations, with the default settings', async () => {
    const { chancery, apiKey, owner, person, sql } = await world({
      settings: { baseUrl: 'https://meet.example.com' },
    });
    const bo = await person('member', 'Bo');
    const { caller } = await apiKey();

    const { id, joinCode } = await chancery.meetings.createIntegrationMeeting(
      { ...wanted, invitees: [{ email: bo.email }] },
      caller,
    );

    const [row] = await sql(
      `select m.settings, m.ical_uid, m.ical_sequence, m.visibility, m.source, m.version, m.time_zone, m.duration_minutes, c.join_code,
              o.starts_at, o.ends_at, o.status, o.recurrence_id,
              (select array_agg(p.user_id order by p.user_id) from occurrence_people p where p.occurrence_id = o.id) people
       from meetings m join meeting_chains c on c.id = m.chain_id join meeting_occurrences o on o.meeting_id = m.id where m.id = $1`,
      [id],
    );
    expect(row).to.deep.equal({
      settings: {
        admission: 'invited',
        joinBeforeHostMinutes: null,
        muteOnEntry: false,
        attendeesMayPublishAudio: true,
        attendeesMayPublishVideo: true,
        attendeesMayShareScreen: true,
        maxParticipants: 1000,
        guestListVisibility: 'members',
        reminders: [15],
        autoEndEmptyMinutes: 10,
        maxLiveMinutes: 1440,
        allowTentative: true,
      },
      ical_uid: `${id}@meet.example.com`,
      ical_sequence: 0,
      visibility: 'private',
      source: 'integration',
      version: 1,
      time_zone: 'UTC',
      duration_minutes: 60,
      join_code: joinCode,
      starts_at: start,
      ends_at: '2026-11-30T10:00:00.000Z',
      status: 'scheduled',
      recurrence_id: null,
      people: [owner.id, bo.id].sort(),
    });
  });

  for (const { scheduledStartAt, code } of [
    { scheduledStartAt: '2026-11-23T11:54:00Z', code: 'schedule.in_past' },
    { scheduledStartAt: '2031-11-23T12:01:00Z', code: 'schedule.too_far' },
    { scheduledStartAt: '2026-11-30T09:00:30Z', code: 'schedule.not_whole_minute' },
    { scheduledStartAt: '2026-11-30T09:00:00.001Z', code: 'schedule.not_whole_minute' },
  ]) {
    it(`MTG-3: refuses a start at ${scheduledStartAt} as ${code}`, async () => {
      const { chancery, apiKey, sql, workspaceId } = await world();
      const { caller } = await apiKey();

      expect(
        await faultsOf(chancery.meetings.createIntegrationMeeting({ ...wanted, scheduledStartAt }, caller)),
      ).to.deep.equal([`/scheduledStartAt ${code}`]);
      expect(await sql('select id from meetings where workspace_id = $1', [workspaceId])).to.deep.equal([]);
    });
  }

  it('MTG-3: accepts the earliest and the latest start that is allowed, in any offset', async () => {
    const { chancery, apiKey } = await world();
    const { caller } = await apiKey();

    for (const scheduledStartAt of ['2026-11-23T12:55:00+01:00', '2031-11-23T12:00:00Z']) {
      const meeting = await chancery.meetings.createIntegrationMeeting(
        { ...wanted, scheduledStartAt },
        caller,
      );
      expect(meeting.scheduledStartAt).to.equal(new Date(scheduledStartAt).toISOString());
    }
  });

  for (const timeZone of ['EST', '+02:00', 'Berlin', 'Europe/Atlantis']) {
    it(`MTG-2: refuses the zone ${timeZone}`, async () => {
      const { chancery, apiKey } = await world();
      const { caller } = await apiKey();

      expect(
        await faultsOf(chancery.meetings.createIntegrationMeeting({ ...wanted, timeZone }, caller)),
      ).to.deep.equal(['/timeZone time_zone.unknown']);
    });
  }

  it('uses the zone of the workspace if none is given, and keeps an outdated zone name as it was given', async () => {
    const { chancery, apiKey, sql, workspaceId } = await world();
    await sql(
      `update workspaces set settings = settings || '{"defaultTimeZone": "Europe/Zurich"}' where id = $1`,
      [workspaceId],
    );
    const { caller } = await apiKey();

    expect((await chancery.meetings.createIntegrationMeeting(wanted, caller)).timeZone).to.equal(
      'Europe/Zurich',
    );
    expect(
      (await chancery.meetings.createIntegrationMeeting({ ...wanted, timeZone: 'Europe/Kiev' }, caller))
        .timeZone,
    ).to.equal('Europe/Kiev');
  });

  it('MTG-16: lasts its minutes in elapsed time, even across a change of the clocks', async () => {
    const { chancery, apiKey, sql } = await world();
    const { caller } = await apiKey();

    const { id } = await chancery.meetings.createIntegrationMeeting(
      { ...wanted, scheduledStartAt: '2027-10-31T00:30:00Z', timeZone: 'Europe/Berlin', durationMinutes: 60 },
      caller,
    );

    const [row] = await sql(
      'select starts_at, ends_at, local_start, adjustment from meeting_occurrences where meeting_id = $1',
      [id],
    );
    expect(row).to.deep.equal({
      starts_at: '2027-10-31T00:30:00.000Z',
      ends_at: '2027-10-31T01:30:00.000Z',
      local_start: '2027-10-31T02:30:00',
      adjustment: 'overlap',
    });
  });

  it('MTG-38: stores only the digest of a link token, which can be derived again, and puts the token into no event', async () => {
    const { chancery, ports, apiKey, sql, workspaceId } = await world();
    const { caller } = await apiKey();

    const { id } = await chancery.meetings.createIntegrationMeeting(
      { ...wanted, invitees: [guest('cleo')] },
      caller,
    );

    const rows = await sql<{ id: string; token_hash: string; everything: string }>(
      'select id, token_hash, i::text everything from meeting_invitations i where meeting_id = $1',
      [id],
    );
    expect(rows).to.have.lengthOf(2);
    const [told] = await sql<{ text: string }>(
      `select coalesce((select string_agg(convert_from(payload, 'UTF8'), ' ') from audit_event where ledger_id = $1), '') ||
              coalesce((select string_agg(payload::text, ' ') from jobs where workspace_id = $1), '') text`,
      [workspaceId],
    );
    for (const row of rows) {
      const { token } = ports.linkTokens.derive('meeting_invitation', row.id, 1);
      expect(token).to.have.lengthOf(43);
      expect(row.token_hash).to.equal(ports.linkTokens.hash(token));
      expect(row.everything).to.not.include(token);
      expect(told?.text)
        .to.include(row.id === rows[1]?.id ? row.id : '')
        .and.not.include(token)
        .and.not.include(row.token_hash);
    }
  });

  it('MTG-40: invites an address once, however often and in whatever case it is given', async () => {
    const { chancery, apiKey, sql } = await world();
    const { caller } = await apiKey();

    const meeting = await chancery.meetings.createIntegrationMeeting(
      {
        ...wanted,
        invitees: [guest('cleo'), { email: 'CLEO@Client.example', displayName: 'Other' }, guest('dan')],
      },
      caller,
    );

    expect(meeting.invitationCount).to.equal(2);
    const [, ...others] = await invitedTo(sql, meeting.id);
    expect(others.map(({ display_name }) => display_name)).to.deep.equal(['cleo', 'dan']);
  });

  it('MTG-41: the address of an active member invites the member, any other address invites a guest', async () => {
    const { chancery, apiKey, person, stranger, sql } = await world();
    const bo = await person('member', 'Bo');
    const gone = await person('member', 'Gone');
    await sql("update memberships set status = 'suspended' where id = $1", [gone.membershipId]);
    const mallory = await stranger();
    const { caller } = await apiKey();

    const { id } = await chancery.meetings.createIntegrationMeeting(
      {
        ...wanted,
        invitees: [
          { email: bo.email.toUpperCase(), displayName: 'Somebody' },
          { email: gone.email },
          { email: mallory.email },
        ],
      },
      caller,
    );

    const [, ...others] = await invitedTo(sql, id);
    expect(others.map(({ kind, user_id, display_name }) => [kind, user_id, display_name])).to.deep.equal([
      ['member', bo.id, 'Bo'],
      ['guest', null, gone.email],
      ['guest', null, mallory.email],
    ]);
  });

  it('MTG-42: ignores the organizer among the invitees: they host by an invitation that is not counted', async () => {
    const { chancery, apiKey, owner, sql } = await world();
    const { caller } = await apiKey();

    const meeting = await chancery.meetings.createIntegrationMeeting(
      { ...wanted, invitees: [{ email: owner.email.toUpperCase() }] },
      caller,
    );

    expect(meeting.invitationCount).to.equal(0);
    expect(await invitedTo(sql, meeting.id)).to.deep.equal([
      {
        kind: 'member',
        user_id: owner.id,
        email: owner.email,
        display_name: 'Ada',
        role: 'host',
        status: 'accepted',
      },
    ]);
  });

  it('draws another join code if the first is taken', async () => {
    const draws: number[] = [];
    const bytes = (length: number) => {
      const drawn = draws.shift();
      return drawn === undefined ? systemRandom.bytes(length) : new Uint8Array(length).fill(drawn);
    };
    const { chancery, apiKey, sql } = await world({ ports: { random: { bytes } } });
    const { caller } = await apiKey();
    const codes: string[] = [];
    for (const planned of [[4], [4, 4, 5]]) {
      draws.push(...planned);
      codes.push((await chancery.meetings.createIntegrationMeeting(wanted, caller)).joinCode);
    }

    expect(codes).to.deep.equal(['eeeee-eeeee', 'fffff-fffff']);
    expect(
      await sql('select c.join_code from meeting_chains c where c.join_code = any($1)', [codes]),
    ).to.have.lengthOf(2);
  });
});
