import {
  admissionStatusOf,
  aStranger,
  failureOf,
  inviteTokenOf,
  later,
  liveMeeting,
  noonMeeting,
  sessionOfMeeting,
  type World,
  world,
} from '@chancery/adapters-persistence/testing';
import { textOfFile } from '@chancery/core/testing';
import { expect } from 'chai';

const sessionRow = async ({ sql }: World, id: string) => {
  const [row] = await sql<{ status: string; endReason: string | null; endedAt: string | null }>(
    'select status, end_reason "endReason", ended_at "endedAt" from meeting_occurrences where id = $1',
    [id],
  );
  return row;
};
const beat = async ({ chancery, clock }: World, tokens: readonly string[], seconds: number) => {
  for (let passed = 0; passed < seconds; passed += 60) {
    clock.advance({ seconds: 60 });
    for (const token of tokens) await chancery.meetings.keepAdmission({ token }, aStranger());
  }
};

describe('the end of a session', () => {
  it('is refused for a version of the meeting that is not the current one', async () => {
    const made = await world();
    const { chancery, owner } = made;
    const { sessionId, meetingId } = await liveMeeting(made);
    const { version } = (await chancery.meetings.getMeeting({ meetingId }, owner.session)).meeting;
    const end = (expectedVersion: number) =>
      failureOf(chancery.meetings.endSession({ sessionId, expectedVersion }, owner.session));

    expect(await end(version + 1)).to.equal('version_conflict');
    expect(await end(version)).to.equal('none');
  });

  it('MTG-67: closes every admission and every interval at its end, in one transaction', async () => {
    const made = await world();
    const { chancery, owner, clock, happened } = made;
    const room = await liveMeeting(made, { settings: { admission: 'invited' } });
    const waiting = await room.join({ displayName: 'Waits' });
    clock.advance({ seconds: 30 });

    const { meeting } = await chancery.meetings.endSession({ sessionId: room.sessionId }, owner.session);

    expect(meeting.status).to.equal('ended');
    expect(await sessionRow(made, room.sessionId)).to.deep.include({
      status: 'ended',
      endReason: 'host_ended',
      endedAt: clock.now(),
    });
    const statuses = await made.sql('select distinct status from admissions where session_id = $1', [
      room.sessionId,
    ]);
    expect(statuses).to.deep.equal([{ status: 'left' }]);
    expect(
      await failureOf(chancery.meetings.getAdmission({ token: waiting.admissionToken }, aStranger())),
    ).to.equal('link.gone');
    const { attendance } = await chancery.meetings.listAttendance(
      { meetingId: room.meetingId },
      owner.session,
    );
    expect(
      attendance.map(({ person, durationSeconds, present, intervals }) => ({
        name: person.displayName,
        durationSeconds,
        present,
        intervals,
      })),
    ).to.deep.equal([
      {
        name: 'Ada',
        durationSeconds: 30,
        present: false,
        intervals: [
          {
            joinedAt: '2026-11-23T12:00:00.000Z',
            leftAt: clock.now(),
            source: 'embedded',
            leftReason: 'ended',
          },
        ],
      },
    ]);
    expect((await happened()).map(({ type }) => type).slice(-2)).to.deep.equal([
      'occurrence.ended',
      'meeting.ended',
    ]);
    expect(
      await failureOf(chancery.meetings.endSession({ sessionId: room.sessionId }, owner.session)),
    ).to.equal('occurrence.invalid_state');
  });

  it('leaves a series scheduled while more is to come', async () => {
    const made = await world();
    const { chancery, owner } = made;
    const room = await liveMeeting(made, { recurrence: { rrule: 'FREQ=DAILY;COUNT=2' } });

    const { meeting } = await chancery.meetings.endSession({ sessionId: room.sessionId }, owner.session);

    expect(meeting.status).to.equal('scheduled');
  });

  it('happens by itself when nobody has been there for as long as the settings say', async () => {
    const made = await world();
    const { chancery, worker, clock } = made;
    const room = await liveMeeting(made, { settings: { autoEndEmptyMinutes: 5 } });
    await chancery.meetings.leaveAdmission({ token: room.hostToken }, aStranger());
    clock.advance({ minutes: 4, seconds: 59 });
    await worker.run('meetings.close_sessions');
    expect((await sessionRow(made, room.sessionId))?.status).to.equal('live');
    clock.advance({ seconds: 1 });

    await worker.run('meetings.close_sessions');

    expect(await sessionRow(made, room.sessionId)).to.deep.include({
      status: 'ended',
      endReason: 'empty',
      endedAt: clock.now(),
    });
  });

  it('MTG-62: whoever takes a place in an empty room keeps it open beyond the time after which it would have ended', async () => {
    const made = await world();
    const { chancery, worker, clock } = made;
    const room = await liveMeeting(made, { settings: { autoEndEmptyMinutes: 5, admission: 'open' } });
    await chancery.meetings.leaveAdmission({ token: room.hostToken }, aStranger());
    clock.advance({ minutes: 4 });
    await room.join({ displayName: 'Guest' });
    clock.advance({ minutes: 1 });

    await worker.run('meetings.close_sessions');

    expect((await sessionRow(made, room.sessionId))?.status).to.equal('live');
  });

  it('happens by itself when the session has been live for as long as the settings allow', async () => {
    const made = await world();
    const { worker } = made;
    const room = await liveMeeting(made, { settings: { maxLiveMinutes: 10 } });
    await beat(made, [room.hostToken], 600);

    await worker.run('meetings.close_sessions');

    expect(await sessionRow(made, room.sessionId)).to.deep.include({
      status: 'ended',
      endReason: 'max_duration',
    });
  });

  it('makes a session `missed` if nobody started it until an hour after its end, and the meeting is over', async () => {
    const made = await world();
    const { chancery, worker, happened } = made;
    const { meeting } = await noonMeeting(made);
    const sessionId = await sessionOfMeeting(made, meeting.id);
    const session = await later(made, made.owner, { hours: 2, minutes: 10 });
    await worker.run('meetings.close_sessions');
    expect((await sessionRow(made, sessionId))?.status).to.equal('scheduled');
    made.clock.advance({ seconds: 1 });

    await worker.run('meetings.close_sessions');

    expect((await sessionRow(made, sessionId))?.status).to.equal('missed');
    expect((await chancery.meetings.getMeeting({ meetingId: meeting.id }, session)).meeting.status).to.equal(
      'ended',
    );
    expect((await happened()).map(({ type }) => type).slice(-2)).to.deep.equal([
      'occurrence.missed',
      'meeting.ended',
    ]);
    expect(
      await failureOf(
        chancery.meetings.requestAdmission({ joinCode: meeting.joinCode, displayName: 'Late' }, aStranger()),
      ),
    ).to.equal('meeting.not_joinable');
  });

  it('MTG-63: looks for silent people every thirty seconds, at the half minute too', async () => {
    const { worker, clock, sql } = await world();
    const ticks = async () =>
      (
        await sql<{ count: number }>(
          "select count(*)::integer count from jobs where topic = 'meetings.sweep_admissions'",
        )
      )[0]?.count;
    await worker.tick();
    const before = (await ticks()) ?? 0;
    for (let seconds = 0; seconds < 60; seconds += 15) {
      clock.advance({ seconds: 15 });
      await worker.tick();
    }

    expect(await ticks()).to.equal(before + 2);
  });

  it('ends an embedded presence at its last sign of life, and frees its place', async () => {
    const made = await world();
    const { chancery, clock, worker, owner } = made;
    const room = await liveMeeting(made, { settings: { admission: 'open', maxParticipants: 2 } });
    const lost = await room.join({ displayName: 'Lost' });
    clock.advance({ seconds: 20 });
    await chancery.meetings.keepAdmission({ token: lost.admissionToken }, aStranger());
    await beat(made, [room.hostToken], 120);
    expect((await room.join({ displayName: 'Next' })).admission.waitReason).to.equal('full');

    await worker.run('meetings.sweep_admissions');

    const { attendance } = await chancery.meetings.listAttendance(
      { meetingId: room.meetingId },
      owner.session,
    );
    const record = attendance.find(({ person }) => person.displayName === 'Lost');
    expect(record?.intervals).to.deep.equal([
      {
        joinedAt: '2026-11-23T12:00:00.000Z',
        leftAt: '2026-11-23T12:00:20.000Z',
        source: 'embedded',
        leftReason: 'lost',
      },
    ]);
    expect((await room.join({ displayName: 'Another' })).admission.status).to.equal('admitted');
  });
});

describe('attendance', () => {
  it('MTG-64: the same person on two devices is one admission with two intervals, and counts once', async () => {
    const made = await world();
    const { chancery, clock, owner } = made;
    const bo = await made.person('member', 'Bo');
    const room = await liveMeeting(made, { invitees: [{ userId: bo.id }] });
    const phone = await room.join({}, bo.session);
    clock.advance({ seconds: 10 });
    const laptop = await room.join({}, bo.session);
    expect(laptop.admission.id).to.equal(phone.admission.id);
    clock.advance({ seconds: 10 });
    await chancery.meetings.leaveAdmission({ token: phone.admissionToken }, aStranger());
    clock.advance({ seconds: 10 });

    const left = await chancery.meetings.leaveAdmission({ token: laptop.admissionToken }, aStranger());

    expect(left.admission.status).to.equal('left');
    expect(
      (await chancery.meetings.leaveAdmission({ token: laptop.admissionToken }, aStranger())).admission,
    ).to.deep.equal({
      ...left.admission,
      lastSeenAt: clock.now(),
    });
    const { attendance } = await chancery.meetings.listAttendance(
      { meetingId: room.meetingId },
      owner.session,
    );
    const record = attendance.find(({ person }) => person.userId === bo.id);
    expect(
      record?.intervals.map(({ joinedAt, leftAt }) => `${joinedAt.slice(17, 19)}-${leftAt?.slice(17, 19)}`),
    ).to.deep.equal(['00-20', '10-30']);
    expect(record?.durationSeconds).to.equal(30);
  });

  it('MTG-64: whoever loads the page again while they wait has one interval, from when they are let in', async () => {
    const made = await world();
    const { chancery, clock, owner } = made;
    const room = await liveMeeting(made, {
      settings: { admission: 'hosts' },
      invitees: [{ email: 'cleo5@client.example' }],
    });
    const invite = await inviteTokenOf(made, 'cleo5@client.example');
    const pages = [];
    for (let load = 0; load < 3; load += 1) {
      pages.push(await room.join({ invite }));
      clock.advance({ seconds: 10 });
    }
    const [admissionId, token] = [pages[0]?.admission.id ?? '', pages[2]?.admissionToken ?? ''];

    await chancery.meetings.decideOnAdmission(
      { sessionId: room.sessionId, admissionId, decision: 'admit' },
      owner.session,
    );
    clock.advance({ seconds: 20 });
    await chancery.meetings.getAdmission({ token }, aStranger());
    await chancery.meetings.leaveAdmission({ token }, aStranger());

    const { attendance } = await chancery.meetings.listAttendance(
      { meetingId: room.meetingId },
      owner.session,
    );
    const record = attendance.find(({ role }) => role === 'attendee');
    expect(
      record?.intervals.map(({ joinedAt, leftAt }) => `${joinedAt.slice(17, 19)}-${leftAt?.slice(17, 19)}`),
    ).to.deep.equal(['30-50']);
    expect(record?.durationSeconds).to.equal(20);
  });

  it('reports a session by pages and as a table', async () => {
    const made = await world();
    const { chancery, clock, owner } = made;
    const room = await liveMeeting(made, {
      settings: { admission: 'open' },
      invitees: [{ email: 'cleo4@client.example' }],
    });
    clock.advance({ seconds: 1 });
    await room.join({ displayName: '=cmd()' });
    await chancery.meetings.endSession({ sessionId: room.sessionId }, owner.session);

    const first = await chancery.meetings.listAttendance(
      { meetingId: room.meetingId, limit: 1 },
      owner.session,
    );
    const second = await chancery.meetings.listAttendance(
      { meetingId: room.meetingId, limit: 1, cursor: first.nextCursor ?? '' },
      owner.session,
    );

    expect([...first.attendance, ...second.attendance].map(({ person }) => person.displayName)).to.deep.equal(
      ['Ada', '=cmd()'],
    );
    expect(second.nextCursor).to.equal(null);
    expect(first.summary).to.deep.include({
      sessionId: room.sessionId,
      invited: 1,
      attended: 2,
      absent: 1,
      peakParticipants: 2,
    });
    const file = await chancery.meetings.exportAttendance({ meetingId: room.meetingId }, owner.session);
    expect((await textOfFile(file)).split('\r\n')[2]).to.match(/^'=cmd\(\),,attendee,/);
  });

  it('meetings 3.9: attendance shows the highest role that somebody held, also after it was taken away', async () => {
    const made = await world();
    const { chancery, owner, worker, clock } = made;
    const room = await liveMeeting(made, {
      settings: { admission: 'hosts' },
      invitees: [
        { email: 'cleo@client.example', role: 'co_host' },
        { email: 'dan@client.example', role: 'presenter' },
      ],
    });
    const { meetingId, sessionId } = room;
    const { invitations } = await chancery.meetings.listMeetingInvitations({ meetingId }, owner.session);
    const give = async (name: string, role: 'host' | 'co_host' | 'presenter' | 'attendee') =>
      chancery.meetings.updateMeetingInvitation(
        {
          meetingId,
          role,
          invitationId: invitations.find(({ person }) => person.email === `${name}@client.example`)?.id ?? '',
        },
        owner.session,
      );
    await room.join({ invite: await inviteTokenOf(made, 'cleo@client.example') });
    const waiting = await room.join({ invite: await inviteTokenOf(made, 'dan@client.example') });
    expect(admissionStatusOf(waiting)).to.equal('waiting policy');
    const roles = async () => {
      const { attendance } = await chancery.meetings.listAttendance({ meetingId, sessionId }, owner.session);
      return attendance.map(({ role }) => role).sort();
    };

    await give('cleo', 'attendee');
    // Who is not in the room holds no role in it.
    await give('dan', 'attendee');
    await chancery.meetings.decideOnAdmission(
      { sessionId, admissionId: waiting.admission.id, decision: 'admit' },
      owner.session,
    );
    expect(await roles()).to.deep.equal(['attendee', 'co_host', 'host']);
    await give('dan', 'presenter');
    await give('dan', 'attendee');
    expect(await roles()).to.deep.equal(['co_host', 'host', 'presenter']);

    await chancery.meetings.endSession({ sessionId }, owner.session);
    clock.advance({ minutes: 3 });
    await worker.drain();
    expect(await roles()).to.deep.equal(['co_host', 'host', 'presenter']);
  });

  it('MTG-68: settled attendance stays as it was when somebody is renamed or leaves', async () => {
    const made = await world();
    const { chancery, clock, owner, worker, sql } = made;
    const bo = await made.person('member', 'Bo');
    const room = await liveMeeting(made, { invitees: [{ userId: bo.id }] });
    await room.join({}, bo.session);
    clock.advance({ seconds: 40 });
    await chancery.meetings.endSession({ sessionId: room.sessionId }, owner.session);
    clock.advance({ minutes: 2 });
    await worker.drain();
    const before = await chancery.meetings.listAttendance({ meetingId: room.meetingId }, owner.session);

    await sql(`update memberships set display_name = 'Robert', status = 'removed' where user_id = $1`, [
      bo.id,
    ]);

    expect(before.attendance.map(({ person }) => person.displayName)).to.include('Bo');
    expect(
      await chancery.meetings.listAttendance({ meetingId: room.meetingId }, owner.session),
    ).to.deep.equal(before);
  });
});

describe('what takes people out of a room from outside', () => {
  it('a workspace that closes ends its live sessions, and nobody can enter any more', async () => {
    const made = await world();
    const { chancery, owner, worker, sql } = made;
    const room = await liveMeeting(made);
    const { workspace } = await chancery.workspace.getWorkspace({}, owner.session);
    await chancery.workspace.closeWorkspace({ confirmSlug: workspace.slug, reason: 'Done' }, owner.session);

    await worker.drain();

    expect((await sessionRow(made, room.sessionId))?.status).to.equal('ended');
    expect(await failureOf(room.join({ displayName: 'Guest' }))).to.equal('workspace.not_active');
    expect(
      await sql('select 1 from admissions where session_id = $1 and status = $2', [
        room.sessionId,
        'admitted',
      ]),
    ).to.deep.equal([]);
  });

  it('MTG-68: attendance keeps the minutes and loses the name of somebody whose account is deleted', async () => {
    const made = await world();
    const { chancery, owner, clock, worker } = made;
    const bo = await made.person('member', 'Bo');
    const room = await liveMeeting(made, { invitees: [{ userId: bo.id }] });
    await room.join({}, bo.session);
    clock.advance({ seconds: 40 });
    await chancery.meetings.endSession({ sessionId: room.sessionId }, owner.session);
    clock.advance({ minutes: 2 });
    await worker.drain();

    await made.sql(`update memberships set status = 'removed' where user_id = $1 and workspace_id <> $2`, [
      bo.id,
      made.workspaceId,
    ]);
    await chancery.identity.deactivateAccount({ confirm: 'DELETE' }, bo.session);
    await worker.drain();

    const { attendance } = await chancery.meetings.listAttendance(
      { meetingId: room.meetingId },
      owner.session,
    );
    const record = attendance.find(({ person }) => person.userId === bo.id);
    expect([record?.person.displayName, record?.person.email, record?.durationSeconds]).to.deep.equal([
      'Former member',
      null,
      40,
    ]);
  });
});
