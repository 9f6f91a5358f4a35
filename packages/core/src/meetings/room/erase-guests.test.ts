import {
  aStranger,
  failureOf,
  gatewayWorld,
  later,
  liveMeeting,
  meetingWorld,
  tokenOfUrl,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('eraseGuests', () => {
  it('MTG-106: makes guests nameless 730 days after the last session, and leaves minutes, counts and members', async () => {
    const made = await world();
    const { chancery, owner, worker, sql, clock } = made;
    const room = await liveMeeting(made, {
      settings: { admission: 'open' },
      invitees: [{ email: 'guest106@client.example', displayName: 'Cleo' }],
    });
    await room.join({ displayName: 'Stranger' });
    clock.advance({ seconds: 60 });
    await chancery.meetings.endSession({ sessionId: room.sessionId }, owner.session);
    clock.advance({ minutes: 2 });
    await worker.drain();
    const names = async () => {
      const rows = await sql<{ name: string }>(
        `select display_name name from attendance where meeting_id = $1
         union all select display_name from meeting_invitations where meeting_id = $1 and kind = 'guest'
         union all select display_name from admissions where meeting_id = $1 order by name`,
        [room.meetingId],
      );
      return rows.map(({ name }) => name);
    };
    clock.advance({ days: 729 });
    await worker.run('meetings.erase_guests');
    expect(await names()).to.deep.equal(['Ada', 'Ada', 'Cleo', 'Stranger', 'Stranger']);

    const session = await later(made, owner, { days: 1 });
    await worker.run('meetings.erase_guests');

    expect(await names()).to.deep.equal(['Ada', 'Ada', 'Former guest', 'Former guest', 'Former guest']);
    const { attendance, summary } = await chancery.meetings.listAttendance(
      { meetingId: room.meetingId },
      session,
    );
    expect(attendance.map(({ durationSeconds }) => durationSeconds)).to.deep.equal([60, 60]);
    expect(summary).to.deep.include({ invited: 1, attended: 2 });
    const addresses = await sql('select email from meeting_invitations where meeting_id = $1 and kind = $2', [
      room.meetingId,
      'guest',
    ]);
    expect(addresses).to.deep.equal([{ email: null }]);
  });

  it('MTG-106: leaves no calendar file behind the link of a guest whose data are gone', async () => {
    const made = await meetingWorld({ invitees: [{ email: 'file106@client.example', displayName: 'Cleo' }] });
    const { chancery, sql, clock, worker, meetingId, mails } = made;
    const invite = tokenOfUrl(
      (await mails()).find(({ to }) => to.address === 'file106@client.example')?.text ?? '',
    );
    const file = () => failureOf(chancery.meetings.getCalendarFile({ meetingId, invite }, aStranger()));
    clock.advance({ days: 4 * 365 });
    await sql(`update meeting_occurrences set status = 'missed' where meeting_id = $1`, [meetingId]);

    expect(await file()).to.equal('none');
    await worker.run('meetings.erase_guests');
    expect(await file()).to.equal('meeting.not_found');
  });

  it('MTG-106: forgets in which order guests answered by mail, with their names', async () => {
    const { reply, sql, clock, worker, meetingId } = await gatewayWorld({ recurrence: null });
    const stamps = async () =>
      (await sql('select 1 from meeting_reply_stamps where meeting_id = $1', [meetingId])).length;
    await reply();
    clock.advance({ days: 4 * 365 });
    await sql(`update meeting_occurrences set status = 'missed' where meeting_id = $1`, [meetingId]);

    expect(await stamps()).to.equal(1);
    await worker.run('meetings.erase_guests');
    expect(await stamps()).to.equal(0);
  });

  it('deletes passcode attempts, with the network that they came from, after thirty days', async () => {
    const made = await world();
    const room = await liveMeeting(made, { passcode: 'harbour-42' });
    await made.chancery.meetings.checkPasscode(
      { joinCode: room.joinCode, passcode: 'harbour-43' },
      aStranger(),
    );
    made.clock.advance({ days: 30, seconds: 1 });

    await made.worker.run('meetings.erase_guests');

    expect(
      await made.sql('select 1 from passcode_tries where workspace_id = $1', [made.workspaceId]),
    ).to.deep.equal([]);
  });
});
