import { plusDays } from '@chancery/core/internal';
import { expect } from 'chai';
import { explained, rowsLookedAt } from '../testing/explained.ts';
import {
  type Database,
  failureOf,
  noon,
  type Person,
  postgresDatabase,
  sentBy,
  type World,
  world,
} from '../testing/index.ts';

const once = { title: 'Review', scheduledStartAt: '2026-11-30T09:00:00Z', timeZone: 'UTC' };
const weekly = { ...once, recurrence: { rrule: 'FREQ=WEEKLY;COUNT=6' } };

describe('scheduling on PostgreSQL', () => {
  let database: Database;
  before(async () => {
    database = await postgresDatabase({ poolSize: 12 });
  });
  after(() => database.close());

  const outcomes = async (attempts: readonly Promise<unknown>[]) =>
    (await Promise.all(attempts.map((attempt) => failureOf(attempt)))).sort();

  it('MTG-19: of two changes of one version one is made, and nothing of the other is stored', async () => {
    const at = await world({ database });
    const { meeting } = await at.chancery.meetings.createMeeting(weekly, at.owner.session);
    const change = (title: string) =>
      at.chancery.meetings.updateMeeting(
        { meetingId: meeting.id, expectedVersion: 1, title, durationMinutes: 30 },
        at.owner.session,
      );

    expect(await outcomes(['A', 'B', 'C', 'D'].map(change))).to.deep.equal([
      'none',
      'version_conflict',
      'version_conflict',
      'version_conflict',
    ]);
    expect((await at.happened()).filter(({ type }) => type === 'meeting.updated')).to.have.lengthOf(1);
    const [row] = await at.sql('select version, ical_sequence from meetings where id = $1', [meeting.id]);
    expect(row).to.deep.equal({ version: 2, ical_sequence: 1 });
  });

  it('MTG-24: two simultaneous splits of one series make one tail', async () => {
    const at = await world({ database });
    const { meeting } = await at.chancery.meetings.createMeeting(weekly, at.owner.session);
    const { occurrences } = await at.chancery.meetings.listOccurrences(
      { meetingId: meeting.id },
      at.owner.session,
    );
    const split = (index: number) =>
      at.chancery.meetings.updateMeeting(
        {
          meetingId: meeting.id,
          expectedVersion: 1,
          scope: 'this_and_following',
          sessionId: occurrences[index]?.id ?? '',
          title: 'Tail',
        },
        at.owner.session,
      );

    expect(await outcomes([split(2), split(3)])).to.deep.equal(['none', 'version_conflict']);
    expect(await at.sql('select id from meetings where chain_id = $1', [meeting.seriesId])).to.have.lengthOf(
      2,
    );
    expect(
      await at.sql('select id from meeting_occurrences where chain_id = $1', [meeting.seriesId]),
    ).to.have.lengthOf(6);
  });

  it('MTG-29: two simultaneous cancellations cancel once', async () => {
    const at = await world({ database });
    const { meeting } = await at.chancery.meetings.createMeeting(weekly, at.owner.session);
    const cancel = () => at.chancery.meetings.cancelMeeting({ meetingId: meeting.id }, at.owner.session);

    expect(await outcomes([cancel(), cancel(), cancel()])).to.deep.equal([
      'meeting.invalid_state',
      'meeting.invalid_state',
      'none',
    ]);
    expect((await at.happened()).filter(({ type }) => type === 'meeting.cancelled')).to.have.lengthOf(1);
  });

  it('MTG-35: a personal room that is requested many times at once is one room', async () => {
    const at = await world({ database });

    const rooms = await Promise.all(
      Array.from({ length: 8 }, () => at.chancery.meetings.openPersonalRoom({}, at.owner.session)),
    );

    expect(new Set(rooms.map(({ meeting }) => meeting.joinCode)).size).to.equal(1);
    expect((await at.happened()).filter(({ type }) => type === 'meeting.created')).to.have.lengthOf(1);
  });

  it('MTG-36: exactly one of many people who book one person at one time succeeds', async () => {
    const at = await world({ database });
    const bo = await at.person('member', 'Bo');
    const colleagues = await Promise.all(
      ['Ann', 'Cy', 'Dee', 'Eve'].map((name) => at.person('member', name)),
    );
    const create = ({ session }: Person) =>
      at.chancery.meetings.createMeeting(
        { ...weekly, onConflict: 'reject', invitees: [{ userId: bo.id }] },
        session,
      );

    expect(await outcomes(colleagues.map(create))).to.deep.equal([
      'meeting.conflict',
      'meeting.conflict',
      'meeting.conflict',
      'none',
    ]);
    const refusal = await create(at.owner).catch((error) => error);
    expect(refusal.details[0].message).to.contain('Bo');
  });

  it('MTG-14: a session that is written twice at once under one recurrence id exists once', async () => {
    const at = await world({ database });
    const { meeting } = await at.chancery.meetings.createMeeting(weekly, at.owner.session);
    const [missing] = await at.sql<{ id: string }>(
      'select id from meeting_occurrences where meeting_id = $1 order by starts_at desc limit 1',
      [meeting.id],
    );
    const write = () =>
      at.ports.unitOfWork.run('write', 'app', async (transaction) => {
        transaction.enter(at.workspaceId);
        const { occurrences } = transaction.repositories.meetings;
        const last = await occurrences.get(missing?.id ?? '');
        const next = {
          ...last,
          recurrenceId: '2027-01-11T09:00:00',
          startsAt: '2027-01-11T09:00:00.000Z',
          endsAt: '2027-01-11T10:00:00.000Z',
        };
        return occurrences.add([{ ...next, id: at.ports.ids.uuid7() }]);
      });

    const written = await Promise.all([write(), write(), write()]);

    expect(written.sort()).to.deep.equal([0, 0, 1]);
  });

  it('MTG-105: if the commit fails, neither the change nor its event nor its messages exist', async () => {
    const at = await world({ database });
    const { meeting } = await at.chancery.meetings.createMeeting(
      { ...once, invitees: [{ email: 'cleo@x.example' }] },
      at.owner.session,
    );
    const counts = async () =>
      (
        await at.sql(
          `select (select version from meetings where id = $1) version, (select count(*)::int from audit_event where ledger_id = $2) events,
                  (select count(*)::int from jobs where workspace_id = $2) jobs`,
          [meeting.id, at.workspaceId],
        )
      )[0];
    const before = await counts();
    await at.sql(
      `create function refuse_meeting_commit() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`,
    );
    await at.sql(
      'create constraint trigger refuse_meeting_commit after update on meetings deferrable initially deferred for each row execute function refuse_meeting_commit()',
    );

    const failure = await at.chancery.meetings
      .updateMeeting({ meetingId: meeting.id, expectedVersion: 1, title: 'Never' }, at.owner.session)
      .catch((error: Error) => error);
    await at.sql('drop trigger refuse_meeting_commit on meetings');

    expect(failure).to.be.instanceOf(Error);
    expect(await counts()).to.deep.equal(before);
  });

  describe('hot queries', () => {
    let at: World;
    before(async () => {
      // The test first writes thousands of rows.
      at = await world({ database });
      const { meeting } = await at.chancery.meetings.createMeeting(weekly, at.owner.session);
      // The workspace has a past: every twentieth meeting is the owner's.
      const client = await database.pool.connect();
      await client.query('set statement_timeout = 0');
      try {
        const { rows } = await client.query(ownColumnsSql);
        for (const statement of fillingSql(rows[0].names, at.workspaceId, at.owner.id, meeting.id))
          await client.query(statement);
      } finally {
        await client.query('reset statement_timeout');
        client.release();
      }
    });

    /** Whole tables are read only if no index serves. */
    const planOf = async (sql: string, values: readonly unknown[]) => {
      const client = await database.pool.connect();
      try {
        await client.query('set enable_seqscan = off; set enable_sort = off');
        const { rows } = await client.query(`explain ${sql}`, [...values]);
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      } finally {
        await client.query('reset enable_seqscan; reset enable_sort');
        client.release();
      }
    };

    it('the list of the next meetings of one among many reads the meetings of that person alone', async () => {
      const sent = await sentBy(database, () =>
        at.chancery.meetings.listMeetings({ limit: 25 }, at.owner.session),
      );
      const read = await Promise.all(
        sent
          .filter(({ text }) => /\bfrom meetings\b/.test(text))
          .map(async (statement) => rowsLookedAt(await explained(database.pool, statement))),
      );

      // The person takes part in 400 of 8,000 meetings, each with rows in a few tables.
      expect(read.reduce((sum, rows) => sum + rows, 0)).to.be.within(25, 4_000);
    });

    for (const { name, sql, index } of [
      {
        name: 'conflicts of a person',
        sql: `select from occurrence_people where workspace_id = $1 and user_id = $2 and ends_at > '${noon}' and ends_at < '${plusDays(noon, 2)}'`,
        index: 'occurrence_people_agenda',
      },
      {
        name: 'sessions of a meeting by start',
        sql: "select from meeting_occurrences where workspace_id = $1 and meeting_id = '0190a000-0000-7000-8000-000000000000' and $2::text is not null order by starts_at, id limit 50",
        index: 'meeting_occurrences_of_meeting',
      },
      {
        name: "a person's invitations",
        sql: 'select meeting_id from meeting_invitations where workspace_id = $1 and user_id = $2',
        index: 'meeting_invitations_of_user',
      },
      {
        name: 'the newest meetings, for applications',
        sql: 'select id from meetings where workspace_id = $1 and $2::text is not null order by created_at desc, id desc limit 250',
        index: 'meetings_newest',
      },
      {
        name: 'what happened to a meeting',
        sql: `select seq from audit_event where ledger_id = $1 and meeting_of_event(payload) = $2
              and target_kind in ('meeting', 'occurrence', 'meeting_invitation', 'admission', 'registration', 'reminder')
              order by occurred_at desc, seq desc limit 51`,
        index: 'audit_event_meeting',
      },
    ])
      it(`${name} by the index ${index}`, async () => {
        const plan = await planOf(sql, [at.workspaceId, at.owner.id]);

        expect(plan).to.contain(index);
      });
  });
});

/** Generated columns are left out, because the database computes them. */
const ownColumnsSql = `
  select string_agg(quote_ident(column_name), ', ' order by ordinal_position) names from information_schema.columns
  where table_schema = 'public' and table_name = 'meetings' and is_generated = 'NEVER'`;

/**
 * Writes meetings of an hour, one after the other from half a year ago on; every twentieth is the owner's. Each row is made
 * once: `(made).*` would make it anew for each of its columns. Tables are analysed before others refer to them, because
 * foreign keys are checked by the plan of an empty table until then.
 */
const fillingSql = (columns: string, workspaceId: string, ownerId: string, meetingId: string) => [
  `create temp table filling as
   select n, gen_random_uuid() id, gen_random_uuid() occurrence, case when n % 20 = 0 then '${ownerId}' else 'usr_' || repeat('f', 32) end person
   from generate_series(1, 8000) n`,
  `insert into meeting_chains (id, workspace_id, join_code) select id, '${workspaceId}', 'code-' || n from filling`,
  'analyze meeting_chains',
  `insert into meetings (${columns}) select ${columns} from (select made.*
   from filling n, meetings m, jsonb_populate_record(null::meetings, to_jsonb(m) || jsonb_build_object('id', n.id, 'chain_id', n.id, 'recurrence', null, 'ical_uid', n.id,
     'organizer_user_id', n.person, 'created_at', m.created_at - n.n * interval '1 minute', 'status', case when n.n % 40 = 0 then 'scheduled' else 'ended' end)) made
   where m.id = '${meetingId}') copy`,
  'analyze meetings',
  `insert into meeting_occurrences select made.*
   from filling n, (select * from meeting_occurrences where meeting_id = '${meetingId}' order by starts_at limit 1) o,
     jsonb_populate_record(null::meeting_occurrences, to_jsonb(o) || jsonb_build_object('id', n.occurrence, 'meeting_id', n.id, 'chain_id', n.id,
     'recurrence_id', null, 'starts_at', o.starts_at + (n.n - 4000) * interval '1 hour', 'ends_at', o.starts_at + (n.n - 3999) * interval '1 hour')) made`,
  `insert into meeting_invitations select made.*
   from filling n, (select * from meeting_invitations where meeting_id = '${meetingId}' limit 1) i,
     jsonb_populate_record(null::meeting_invitations, to_jsonb(i) || jsonb_build_object('id', n.occurrence, 'meeting_id', n.id, 'token_hash', n.n::text, 'user_id', n.person)) made`,
  'analyze meeting_occurrences, meeting_invitations',
  `insert into occurrence_people (occurrence_id, workspace_id, meeting_id, user_id, starts_at, ends_at)
   select o.id, o.workspace_id, o.meeting_id, n.person, o.starts_at, o.ends_at
   from filling n join meeting_occurrences o on o.id = n.occurrence`,
  'analyze occurrence_people',
  'drop table filling',
];
