import { expect } from 'chai';
import {
  aStranger,
  type Database,
  inviteTokenOf,
  liveMeeting,
  postgresDatabase,
  untilItWaits,
  webinarWorld,
  world,
} from '../testing/index.ts';

interface Row {
  readonly table: 'meetings' | 'meeting_occurrences' | 'meeting_invitations' | 'admissions';
  readonly id: string;
}
/** How the test asks for the row with its lock: the rest of the statement that finds it. */
interface Asked {
  readonly from: string;
  readonly values: readonly string[];
}
const rowOf = ({ table, id }: Row): Asked => ({ from: `${table} where id = $1`, values: [id] });

/** Transactions that write the same rows lock them in one order: meeting, chain, session, invitation, admission, device. */
describe('the order in which rows of meetings are locked, on PostgreSQL', () => {
  let database: Database;
  before(async () => {
    database = await postgresDatabase({ poolSize: 12 });
  });
  after(() => database.close());

  /** Whether `action` does not touch the second row while it waits for the first, and completes once it may. */
  async function waitsBefore(first: Asked, second: Asked, action: () => Promise<unknown>): Promise<boolean> {
    const [holder, probe] = [await database.pool.connect(), await database.pool.connect()];
    try {
      await holder.query('begin');
      const held = await holder.query(`select 1 from ${first.from} for no key update`, [...first.values]);
      expect(held.rowCount, 'rows held').to.be.greaterThan(0);
      const acting = action().then(
        () => null,
        (error: unknown) => error,
      );
      await untilItWaits(probe, acting);
      const { rowCount } = await probe.query(`select 1 from ${second.from} for no key update skip locked`, [
        ...second.values,
      ]);
      await holder.query('rollback');
      expect(await acting).to.equal(null);
      return rowCount !== null && rowCount > 0;
    } finally {
      await holder.query('rollback');
      for (const client of [holder, probe]) client.release();
    }
  }

  /** Has `action` arrive after comments of a meeting are erased, and before that is committed. */
  async function whileCommentsAreErased(meetingId: string, action: () => Promise<unknown>): Promise<void> {
    const [holder, probe] = [await database.pool.connect(), await database.pool.connect()];
    try {
      await holder.query('begin');
      await holder.query('update meeting_invitations set response_comment = null where meeting_id = $1', [
        meetingId,
      ]);
      const acting = action();
      await untilItWaits(probe, acting);
      await holder.query('commit');
      await acting;
    } finally {
      await holder.query('rollback');
      for (const client of [holder, probe]) client.release();
    }
  }

  it('MTG-44: an answer locks the meeting before the invitation, as a change of the meeting does', async () => {
    const made = await world({ database });
    const { chancery } = made;
    const { meetingId } = await liveMeeting(made, { invitees: [{ email: 'cleo@client.example' }] });
    const token = await inviteTokenOf(made, 'cleo@client.example');
    const invitation = {
      from: 'meeting_invitations where email = $1 and meeting_id = $2',
      values: ['cleo@client.example', meetingId],
    };

    const isFree = await waitsBefore(rowOf({ table: 'meetings', id: meetingId }), invitation, () =>
      chancery.meetings.respondToMeetingInvitation({ token, response: 'accepted' }, aStranger()),
    );

    expect(isFree).to.equal(true);
  });

  it('MTG-45: an answer for one session does not bring back the comment that is erased at the same moment', async () => {
    const made = await world({ database });
    const { chancery, owner, sql } = made;
    const { meeting } = await chancery.meetings.createMeeting(
      {
        title: 'Stand-up',
        scheduledStartAt: '2026-11-24T12:00:00Z',
        timeZone: 'Europe/Berlin',
        recurrence: { rrule: 'FREQ=DAILY;COUNT=3' },
        invitees: [{ email: 'cleo@client.example' }],
      },
      owner.session,
    );
    const token = await inviteTokenOf(made, 'cleo@client.example');
    const answer = (sessionId?: string) =>
      chancery.meetings.respondToMeetingInvitation(
        { token, response: 'declined', comment: 'Ill', ...(sessionId && { sessionId }) },
        aStranger(),
      );
    await answer();

    await whileCommentsAreErased(meeting.id, () => answer(meeting.upcomingOccurrences[0]?.id ?? undefined));

    expect(
      await sql(
        `select status, response_comment from meeting_invitations where meeting_id = $1 and email = 'cleo@client.example'`,
        [meeting.id],
      ),
    ).to.deep.equal([{ status: 'declined', response_comment: null }]);
  });

  it('MTG-48: the removal of a member does not bring back a comment that is erased at the same moment', async () => {
    const made = await world({ database });
    const { chancery, owner, person, sql } = made;
    const bo = await person('member', 'Bo');
    const { meetingId } = await liveMeeting(made, { invitees: [{ userId: bo.id }] });
    const ofBo = [meetingId, bo.id];
    await sql(
      "update meeting_invitations set response_comment = 'Ill' where meeting_id = $1 and user_id = $2",
      ofBo,
    );

    await whileCommentsAreErased(meetingId, () =>
      chancery.workspace.removeMember({ userId: bo.id }, owner.session),
    );

    expect(
      await sql(
        'select status, response_comment from meeting_invitations where meeting_id = $1 and user_id = $2',
        ofBo,
      ),
    ).to.deep.equal([{ status: 'revoked', response_comment: null }]);
  });

  it('MTG-47: revoking an invitation locks the session before the admission, as the end of the session does', async () => {
    const made = await world({ database });
    const { chancery, owner, sql } = made;
    const { meetingId, sessionId, join } = await liveMeeting(made, {
      invitees: [{ email: 'cleo@client.example' }],
    });
    const { admission } = await join({ invite: await inviteTokenOf(made, 'cleo@client.example') });
    const [invitation] = await sql<{ id: string }>('select invitation_id id from admissions where id = $1', [
      admission.id,
    ]);

    const isFree = await waitsBefore(
      rowOf({ table: 'meeting_occurrences', id: sessionId }),
      rowOf({ table: 'admissions', id: admission.id }),
      () =>
        chancery.meetings.revokeMeetingInvitation(
          { meetingId, invitationId: invitation?.id ?? '' },
          owner.session,
        ),
    );

    expect(isFree).to.equal(true);
  });

  it('MTG-48: the removal of a member locks all meetings of the person before any invitation', async () => {
    const made = await world({ database });
    const { chancery, owner, person } = made;
    const bo = await person('member', 'Bo');
    const { meetingId: first } = await liveMeeting(made, { invitees: [{ userId: bo.id }] });
    const { meetingId: second } = await liveMeeting(made, { invitees: [{ userId: bo.id }] });

    const isFree = await waitsBefore(
      rowOf({ table: 'meetings', id: second }),
      { from: 'meeting_invitations where meeting_id = $1 and user_id = $2', values: [first, bo.id] },
      () => chancery.workspace.removeMember({ userId: bo.id }, owner.session),
    );

    expect(isFree).to.equal(true);
  });

  it('MTG-82: giving a place back locks the meeting before the places, as a change of the capacity does', async () => {
    const made = await webinarWorld({ capacity: 1 }, { database });
    const { register, cancel, decide, meeting } = made;
    for (const giveBack of [() => cancel('cleo'), () => decide('cleo', 'decline')]) {
      await register('cleo');
      const isFree = await waitsBefore(
        rowOf({ table: 'meetings', id: meeting.id }),
        { from: 'webinar_counters where chain_id = $1', values: [meeting.seriesId] },
        giveBack,
      );
      expect(isFree).to.equal(true);
    }
  });

  it('6.2: trusting somebody for the series locks the meeting before the admission, as a change of their role does', async () => {
    const made = await world({ database });
    const { chancery, owner } = made;
    const { meetingId, sessionId, join } = await liveMeeting(made, {
      settings: { admission: 'hosts' },
      invitees: [{ email: 'cleo@client.example' }],
    });
    const { admission } = await join({ invite: await inviteTokenOf(made, 'cleo@client.example') });

    const isFree = await waitsBefore(
      rowOf({ table: 'meetings', id: meetingId }),
      rowOf({ table: 'admissions', id: admission.id }),
      () =>
        chancery.meetings.decideOnAdmission(
          { sessionId, admissionId: admission.id, decision: 'admit', trustForSeries: true },
          owner.session,
        ),
    );

    expect(isFree).to.equal(true);
  });

  for (const who of ['a poll', 'the end of the session', 'the sweep'] as const)
    it(`MTG-67: ${who} locks an admission before its devices`, async () => {
      const made = await world({ database });
      const { chancery, owner, clock, worker } = made;
      const { sessionId, join } = await liveMeeting(made, { settings: { admission: 'open' } });
      const { admission, admissionToken: token } = await join({ displayName: 'Cleo' });
      clock.advance({ seconds: who === 'the sweep' ? 95 : 1 });
      const acts = {
        'a poll': () => chancery.meetings.getAdmission({ token }, aStranger()),
        'the end of the session': () => chancery.meetings.endSession({ sessionId }, owner.session),
        'the sweep': () => worker.run('meetings.sweep_admissions'),
      };

      const isFree = await waitsBefore(
        rowOf({ table: 'admissions', id: admission.id }),
        { from: 'admission_devices where admission_id = $1', values: [admission.id] },
        acts[who],
      );

      expect(isFree).to.equal(true);
    });
});
