import { expect } from 'chai';
import type { Database } from '../kernel/data-source.ts';
import { aStranger, failureOf, postgresDatabase, type World, world } from '../testing/index.ts';

const meetingOf = ({ chancery, owner }: World, over: object = {}) =>
  chancery.meetings.createMeeting(
    { title: 'Review', scheduledStartAt: '2026-11-23T12:10:00.000Z', timeZone: 'UTC', ...over },
    owner.session,
  );
const count = (outcomes: readonly string[]) =>
  Object.fromEntries(
    [...new Set(outcomes)].sort().map((name) => [name, outcomes.filter((one) => one === name).length]),
  );

describe('rooms on PostgreSQL', () => {
  let database: Database;
  before(async () => {
    database = await postgresDatabase({ poolSize: 20 });
  });
  after(() => database.close());

  it('MTG-30: of two hosts who start at the same time one gets 201 and one a refusal, and one session has started', async () => {
    const made = await world({ database });
    const { chancery, owner, person, happened } = made;
    const bo = await person('member', 'Bo');
    const { meeting } = await meetingOf(made, { invitees: [{ userId: bo.id, role: 'co_host' }] });

    const outcomes = await Promise.all(
      [owner, bo].map(({ session }) =>
        failureOf(chancery.meetings.startMeeting({ meetingId: meeting.id }, session)),
      ),
    );

    expect(count(outcomes)).to.deep.equal({ none: 1, 'occurrence.invalid_state': 1 });
    expect((await happened()).filter(({ type }) => type === 'occurrence.started')).to.have.lengthOf(1);
  });

  it('MTG-32: one session of a join chain is live, however many are started at the same time', async () => {
    const made = await world({ database });
    const { chancery, owner, sql } = made;
    const { meeting } = await meetingOf(made, {
      durationMinutes: 5,
      recurrence: { rrule: 'FREQ=DAILY;COUNT=4' },
    });
    const rows = await sql<{ id: string }>(
      'select id from meeting_occurrences where meeting_id = $1 order by starts_at',
      [meeting.id],
    );
    for (const [index, { id }] of rows.entries())
      await sql('update meeting_occurrences set starts_at = $2, ends_at = $3 where id = $1', [
        id,
        new Date(Date.parse('2026-11-23T12:10:00Z') + index * 600_000),
        new Date(Date.parse('2026-11-23T12:15:00Z') + index * 600_000),
      ]);

    const outcomes = await Promise.all(
      rows.map(({ id }) =>
        failureOf(chancery.meetings.startMeeting({ meetingId: meeting.id, sessionId: id }, owner.session)),
      ),
    );

    expect(count(outcomes)).to.deep.equal({ 'meeting.already_live': 3, none: 1 });
  });

  it('MTG-107: nobody slips in while a host locks the room; whoever came too late waits because of the lock', async () => {
    const made = await world({ database });
    const { chancery, owner, sql, happened } = made;
    const { meeting } = await meetingOf(made, { settings: { admission: 'open' } });
    await chancery.meetings.startMeeting({ meetingId: meeting.id }, owner.session);
    const [session] = await sql<{ id: string }>('select id from meeting_occurrences where meeting_id = $1', [
      meeting.id,
    ]);
    const join = (guest: number) =>
      chancery.meetings.requestAdmission(
        { joinCode: meeting.joinCode, displayName: `Guest ${guest}` },
        aStranger(),
      );
    const lock = () => chancery.meetings.lockSession({ sessionId: session?.id ?? '' }, owner.session);

    const guests = Array.from({ length: 30 }, (_, guest) => guest);
    await Promise.all(guests.map((guest) => (guest === 10 ? lock() : join(guest))));
    await join(30);

    const events = (await happened()).map(({ type, facts }) => [type, facts.decidedByUserId] as const);
    const locked = events.findIndex(([type]) => type === 'occurrence.locked');
    const late = events.slice(locked).filter(([type]) => type === 'admission.admitted');
    expect([locked > 0, late]).to.deep.equal([true, []]);
    const reasons = await sql<{ reason: string }>(
      `select distinct wait_reason reason from admissions where meeting_id = $1 and status = 'waiting'`,
      [meeting.id],
    );
    expect(reasons).to.deep.equal([{ reason: 'locked' }]);
  });

  it('MTG-62: exactly ten of fifty people who join a room of ten at the same time are admitted', async () => {
    const made = await world({ database });
    const { chancery, owner, sql } = made;
    const { meeting } = await meetingOf(made, { settings: { admission: 'open', maxParticipants: 10 } });
    const { admissionToken } = await chancery.meetings.startMeeting({ meetingId: meeting.id }, owner.session);
    await chancery.meetings.leaveAdmission({ token: admissionToken ?? '' }, aStranger());

    const entries = await Promise.all(
      Array.from({ length: 50 }, (_, guest) =>
        chancery.meetings.requestAdmission(
          { joinCode: meeting.joinCode, displayName: `Guest ${guest}` },
          aStranger(),
        ),
      ),
    );

    expect(
      count(entries.map(({ admission }) => `${admission.status} ${admission.waitReason}`)),
    ).to.deep.equal({
      'admitted null': 10,
      'waiting full': 40,
    });
    expect(entries.filter(({ conference }) => conference !== null)).to.have.lengthOf(10);
    const [session] = await sql(
      'select participant_count, peak_participants from meeting_occurrences where meeting_id = $1',
      [meeting.id],
    );
    expect(session).to.deep.equal({ participant_count: 10, peak_participants: 10 });
  });

  it('MTG-67: everybody who leaves while the session ends gets an answer, and the session is over', async () => {
    const made = await world({ database });
    const { chancery, owner, sql } = made;
    const { meeting } = await meetingOf(made, { settings: { admission: 'open' } });
    await chancery.meetings.startMeeting({ meetingId: meeting.id }, owner.session);
    const entries = await Promise.all(
      Array.from({ length: 15 }, (_, guest) =>
        chancery.meetings.requestAdmission(
          { joinCode: meeting.joinCode, displayName: `Guest ${guest}` },
          aStranger(),
        ),
      ),
    );
    const sessionId = entries[0]?.admission.sessionId ?? '';

    const outcomes = await Promise.all([
      ...entries
        .slice(0, 8)
        .map(({ admissionToken: token }) =>
          failureOf(chancery.meetings.leaveAdmission({ token }, aStranger())),
        ),
      failureOf(chancery.meetings.endSession({ sessionId }, owner.session)),
      ...entries
        .slice(8)
        .map(({ admissionToken: token }) =>
          failureOf(chancery.meetings.leaveAdmission({ token }, aStranger())),
        ),
    ]);

    expect(outcomes[8]).to.equal('none');
    expect(outcomes.filter((outcome) => outcome !== 'none' && outcome !== 'link.gone')).to.deep.equal([]);
    const [session] = await sql('select status, participant_count from meeting_occurrences where id = $1', [
      sessionId,
    ]);
    expect(session).to.deep.equal({ status: 'ended', participant_count: 0 });
  });

  it('MTG-30: a host who starts while others join before the host runs into no deadlock', async () => {
    const made = await world({ database });
    const { chancery, owner, happened } = made;
    const { meeting } = await meetingOf(made, { settings: { admission: 'open', joinBeforeHostMinutes: 15 } });

    const [started, ...joined] = await Promise.all([
      failureOf(chancery.meetings.startMeeting({ meetingId: meeting.id }, owner.session)),
      ...Array.from({ length: 8 }, (_, guest) =>
        failureOf(
          chancery.meetings.requestAdmission(
            { joinCode: meeting.joinCode, displayName: `Guest ${guest}` },
            aStranger(),
          ),
        ),
      ),
    ]);

    expect(['none', 'occurrence.invalid_state']).to.include(started);
    expect(joined).to.deep.equal(Array.from({ length: 8 }, () => 'none'));
    expect((await happened()).filter(({ type }) => type === 'occurrence.started')).to.have.lengthOf(1);
  });

  it('admitting and denying somebody at the same time gives one decision and one refusal', async () => {
    const made = await world({ database });
    const { chancery, owner } = made;
    const { meeting } = await meetingOf(made);
    await chancery.meetings.startMeeting({ meetingId: meeting.id }, owner.session);
    const { admission } = await chancery.meetings.requestAdmission(
      { joinCode: meeting.joinCode, displayName: 'Guest' },
      aStranger(),
    );

    const outcomes = await Promise.all(
      (['admit', 'deny'] as const).map((decision) =>
        failureOf(
          chancery.meetings.decideOnAdmission(
            { sessionId: admission.sessionId, admissionId: admission.id, decision },
            owner.session,
          ),
        ),
      ),
    );

    // A denied person can still be admitted; an admitted one cannot be denied any more.
    expect(outcomes[0]).to.equal('none');
    expect(['none', 'admission.invalid_state']).to.include(outcomes[1]);
    const { admissions } = await chancery.meetings.listAdmissions(
      { sessionId: admission.sessionId },
      owner.session,
    );
    expect(admissions.find(({ id }) => id === admission.id)?.status).to.equal('admitted');
  });

  it('one person who joins with ten devices at the same time is one admission and takes one place', async () => {
    const made = await world({ database });
    const { chancery, owner, person, sql } = made;
    const bo = await person('member', 'Bo');
    const { meeting } = await meetingOf(made, { invitees: [{ userId: bo.id }] });
    await chancery.meetings.startMeeting({ meetingId: meeting.id }, owner.session);

    const entries = await Promise.all(
      Array.from({ length: 10 }, () =>
        chancery.meetings.requestAdmission({ joinCode: meeting.joinCode }, bo.session),
      ),
    );

    expect(new Set(entries.map(({ admission }) => admission.id)).size).to.equal(1);
    const [session] = await sql('select participant_count from meeting_occurrences where meeting_id = $1', [
      meeting.id,
    ]);
    expect(session).to.deep.equal({ participant_count: 2 });
  });

  it('MTG-56: of thirty simultaneous guesses from one network five are examined', async () => {
    const made = await world({ database });
    const { meeting } = await meetingOf(made, { passcode: 'harbour-42' });
    const before = made.ports.passwords.hashings;

    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, guess) =>
        failureOf(
          made.chancery.meetings.checkPasscode(
            { joinCode: meeting.joinCode, passcode: `guess-${guess}` },
            aStranger(),
          ),
        ),
      ),
    );

    expect(count(outcomes)).to.deep.equal({ none: 5, rate_limited: 25 });
    expect(made.ports.passwords.hashings - before).to.equal(5);
  });
});
