import { faultsOf, noon, type Person, type World, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const week = { from: '2026-11-30T00:00:00Z', to: '2026-12-07T00:00:00Z' };

async function office() {
  const here = await world();
  const bo = await here.person('member', 'Bo');
  const { meetings } = here.chancery;
  const meet = async (title: string, scheduledStartAt: string, more: object = {}, by: Person = here.owner) =>
    (await meetings.createMeeting({ title, scheduledStartAt, timeZone: 'UTC', ...more }, by.session)).meeting;
  const agenda = async (as: Person, range = week) =>
    (await meetings.getAgenda(range, as.session)).occurrences;
  return { ...here, meetings, bo, meet, agenda };
}

describe('getAgenda', () => {
  it('lists by start the sessions in the range of meetings that the caller organizes or is invited to', async () => {
    const { meet, agenda, bo, owner } = await office();
    const series = await meet('Stand-up', '2026-11-30T09:00:00Z', {
      recurrence: { rrule: 'FREQ=DAILY;COUNT=10' },
      invitees: [{ userId: bo.id }],
    });
    await meet('Alone', '2026-12-01T08:00:00Z');
    await meet('Into the week', '2026-11-29T23:00:00Z', { durationMinutes: 61 }, bo);
    await meet('Before', '2026-11-29T22:00:00Z', { durationMinutes: 120 }, bo);
    await meet('After', week.to, {}, bo);

    const [forBo, forAda] = [await agenda(bo), await agenda(owner)];

    const days = ['11-30', '12-01', '12-02', '12-03', '12-04', '12-05', '12-06'];
    expect(
      forBo.map(({ meetingTitle, startsAt }) => `${startsAt.slice(5, 10)} ${meetingTitle}`),
    ).to.deep.equal(['11-29 Into the week', ...days.map((day) => `${day} Stand-up`)]);
    expect(forBo[1]).to.deep.include({ joinUrl: series.joinUrl, myStatus: 'pending', meetingId: series.id });
    expect(forAda.map(({ myStatus }) => myStatus)).to.deep.equal(Array(8).fill('accepted'));
  });

  it('shows the answer to a single session in place of that to the series, and includes cancelled sessions', async () => {
    const { meet, agenda, bo, sql, meetings, owner } = await office();
    const { id, upcomingOccurrences } = await meet('Stand-up', '2026-11-30T09:00:00Z', {
      recurrence: { rrule: 'FREQ=DAILY;COUNT=3' },
      invitees: [{ userId: bo.id }],
    });
    const [first, second] = upcomingOccurrences;
    await sql(
      `insert into occurrence_responses (invitation_id, occurrence_id, workspace_id, meeting_id, status, responded_at)
       select id, $2, workspace_id, meeting_id, 'declined', timestamptz '${noon}' from meeting_invitations where meeting_id = $1 and user_id = $3`,
      [id, first?.id, bo.id],
    );
    await meetings.updateOccurrence(
      {
        meetingId: id,
        sessionId: second?.id ?? '',
        status: 'cancelled',
        expectedVersion: second?.version ?? 0,
      },
      owner.session,
    );

    expect((await agenda(bo)).map(({ status, myStatus }) => [status, myStatus])).to.deep.equal([
      ['scheduled', 'declined'],
      ['cancelled', 'pending'],
      ['scheduled', 'pending'],
    ]);
  });

  it('MTG-96: shows nothing that belongs to other people or workspaces', async () => {
    const { meet, agenda, person, stranger } = await office();
    await meet('Alone', '2026-12-01T08:00:00Z');

    expect(await agenda(await person('member', 'Cleo'))).to.deep.equal([]);
    expect(await agenda(await person('guest', 'Gus'))).to.deep.equal([]);
    expect(await agenda(await stranger())).to.deep.equal([]);
  });

  /** So many more sessions of a meeting, each at the first hour of December. */
  const moreSessions = ({ sql }: Pick<World, 'sql'>, meetingId: string, count: number) =>
    sql(
      `insert into meeting_occurrences (id, workspace_id, meeting_id, chain_id, recurrence_id, starts_at, ends_at, duration_minutes, local_start, status, created_at, updated_at, version)
       select gen_random_uuid(), workspace_id, id, chain_id, 'x' || n, '2026-12-01T00:00Z', '2026-12-01T01:00Z', 60, '2026-12-01T00:00:00', 'scheduled', timestamptz '${noon}', timestamptz '${noon}', 1
       from meetings, generate_series(1, $2::integer) n where id = $1`,
      [meetingId, count],
    );

  it('MTG-96: shows 1000 sessions, however many other people have in the same range', async () => {
    const here = await office();
    const { meet, agenda, owner, bo } = here;
    const { id } = await meet('Stand-up', '2026-11-30T09:00:00Z');
    await meet('Alone', '2026-12-01T08:00:00Z', {}, bo);
    await moreSessions(here, id, 999);

    expect(await agenda(owner)).to.have.lengthOf(1000);
    expect(await agenda(bo)).to.have.lengthOf(1);
  });

  it('PLT-18: refuses a range with more than 1000 sessions, by the name of its end', async () => {
    const here = await office();
    const { meet, meetings, owner, agenda } = here;
    const { id } = await meet('Stand-up', '2026-11-30T09:00:00Z');
    await moreSessions(here, id, 1000);

    expect(await faultsOf(meetings.getAgenda(week, owner.session))).to.deep.equal(['/to range.too_dense']);
    expect(await agenda(owner, { from: week.from, to: '2026-12-01T00:00:00Z' })).to.have.lengthOf(1);
  });

  it('PLT-18: refuses a range that is reversed or longer than 62 days, by the name of its end', async () => {
    const { meetings, owner } = await office();
    const asked = (to: string) => meetings.getAgenda({ ...week, to }, owner.session);

    expect(await faultsOf(asked(week.from))).to.deep.equal(['/to range.reversed']);
    expect(await faultsOf(asked('2027-02-01T00:00:00Z'))).to.deep.equal(['/to range.too_long']);
  });
});
