import { expect } from 'chai';
import { later, postgresDatabase, type World, world } from '../testing/index.ts';

const scopes = ['upcoming', 'previous'] as const;
const ranges = [
  {},
  { from: '2026-11-24T00:00:00Z', to: '2026-12-09T00:00:00Z' },
  { from: '2026-12-20T00:00:00Z', to: '2027-10-01T00:00:00Z' },
  { to: '2026-11-26T00:00:00Z' },
];

/** Reads what the lists must contain out of the sessions of every meeting, as the endpoint describes it. */
const plainly = {
  upcoming: `select m.title, coalesce(min(o.starts_at) filter (where o.status = 'live'),
      min(o.starts_at) filter (where o.status = 'scheduled' and o.ends_at > $2 and m.meeting_type <> 'personal_room')) at`,
  previous: `select m.title, case when m.meeting_type = 'personal_room' then null when m.status = 'cancelled' then m.cancelled_at
      else max(coalesce(o.ended_at, o.ends_at)) filter (where o.status <> 'cancelled' and coalesce(o.ended_at, o.ends_at) <= $2) end at`,
};

async function expectLists(
  { chancery, sql, clock, workspaceId }: World,
  session: World['owner']['session'],
): Promise<void> {
  for (const scope of scopes)
    for (const range of ranges) {
      const rows = await sql<{ title: string }>(
        `select title from (${plainly[scope]},
           bool_or((o.status <> 'cancelled' or m.status = 'cancelled') and ($3::timestamptz is null or o.ends_at > $3) and ($4::timestamptz is null or o.starts_at < $4)) meets
         from meetings m join meeting_occurrences o on o.meeting_id = m.id where m.workspace_id = $1 group by m.id, m.workspace_id) listed
         where at is not null and meets order by at ${scope === 'upcoming' ? 'asc' : 'desc'}`,
        [workspaceId, clock.now(), range.from ?? null, range.to ?? null],
      );
      const expected = rows.map(({ title }) => title);
      for (const all of [true, false]) {
        const walked: string[] = [];
        let cursor: string | null = null;
        do {
          const page: Awaited<ReturnType<typeof chancery.meetings.listMeetings>> =
            await chancery.meetings.listMeetings(
              { scope, all, limit: all ? 3 : 100, ...range, ...(cursor === null ? {} : { cursor }) },
              session,
            );
          walked.push(...page.meetings.map(({ title }) => title));
          cursor = page.nextCursor;
        } while (cursor !== null);
        expect(walked, `${scope} ${JSON.stringify(range)} ${all}`).to.deep.equal(expected);
      }
    }
}

describe('lists of meetings', () => {
  it('MTG-18: agree by page, range and scope with the sessions of all meetings, whatever happens to these', async () => {
    const at = await world();
    const { chancery, clock } = at;
    let session = at.owner.session;
    const made = async (title: string, input: object) =>
      (
        await chancery.meetings.createMeeting(
          { title, scheduledStartAt: '2026-11-25T09:00:00Z', timeZone: 'UTC', ...input },
          session,
        )
      ).meeting;
    await made('single', { scheduledStartAt: '2026-11-24T09:10:00Z' });
    await made('open', { scheduledStartAt: '2026-11-25T10:00:00Z', visibility: 'workspace' });
    const gone = await made('gone', { scheduledStartAt: '2026-12-01T12:00:00Z' });
    await made('far', { scheduledStartAt: '2027-06-01T09:00:00Z', visibility: 'workspace' });
    const series = await made('series', { recurrence: { rrule: 'FREQ=WEEKLY;COUNT=20' } });
    await made('daily', {
      scheduledStartAt: '2026-11-24T09:30:00Z',
      recurrence: { rrule: 'FREQ=DAILY' },
      visibility: 'workspace',
    });
    await chancery.meetings.openPersonalRoom({}, session);
    await expectLists(at, session);

    session = await later(at, at.owner, { days: 2 });
    await expectLists(at, session);

    const { occurrences } = await chancery.meetings.listOccurrences(
      { meetingId: series.id, status: ['scheduled'] },
      session,
    );
    const [, , second, third, fourth] = occurrences;
    const change = (one: (typeof occurrences)[number] | undefined, input: object) =>
      chancery.meetings.updateOccurrence(
        {
          meetingId: series.id,
          sessionId: one?.id ?? '',
          expectedVersion: one?.version ?? 0,
          ...input,
        },
        session,
      );
    await change(second, { status: 'cancelled' });
    await change(third, { startsAt: '2027-03-20T09:00:00Z' });
    await chancery.meetings.cancelMeeting({ meetingId: gone.id }, session);
    await expectLists(at, session);

    const { meeting: tail } = await chancery.meetings.updateMeeting(
      {
        meetingId: series.id,
        scope: 'this_and_following',
        sessionId: fourth?.id ?? '',
        title: 'tail',
        expectedVersion: (await chancery.meetings.getMeeting({ meetingId: series.id }, session)).meeting
          .version,
      },
      session,
    );
    expect(tail.id).not.to.equal(series.id);
    await expectLists(at, session);

    const { meeting: instant } = await chancery.meetings.createInstantMeeting({ title: 'now' }, session);
    await expectLists(at, session);
    clock.advance({ seconds: 300 });
    await chancery.meetings.endSession({ sessionId: instant.nextOccurrence?.id ?? '' }, session);
    await expectLists(at, session);

    // The sessions are past and not closed yet; then they are closed.
    session = await later(at, at.owner, { days: 9 });
    await expectLists(at, session);
    await at.worker.run('meetings.close_sessions');
    await expectLists(at, session);
  });

  it('show both of two simultaneous changes of one meeting', async () => {
    const database = await postgresDatabase({ poolSize: 4 });
    const { chancery, owner, sql } = await world({ database });
    const { meeting } = await chancery.meetings.createMeeting(
      {
        title: 'series',
        scheduledStartAt: '2026-11-30T09:00:00Z',
        timeZone: 'UTC',
        recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4' },
      },
      owner.session,
    );
    const sessions = await sql<{ id: string }>(
      'select id from meeting_occurrences where meeting_id = $1 order by starts_at',
      [meeting.id],
    );
    const clients = [await database.pool.connect(), await database.pool.connect()];
    const cancel = "update meeting_occurrences set status = 'cancelled' where id = $1";

    for (const client of clients) await client.query('begin');
    await clients[0]?.query(cancel, [sessions[0]?.id]);
    const second = clients[1]?.query(cancel, [sessions[1]?.id]);
    await clients[0]?.query('commit');
    await second;
    await clients[1]?.query('commit');
    for (const client of clients) client.release();

    expect(await sql('select next_starts_at at from meetings where id = $1', [meeting.id])).to.deep.equal([
      { at: '2026-12-14T09:00:00.000Z' },
    ]);
    await database.close();
  });
});
