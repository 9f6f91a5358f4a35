import { aStranger, failureOf, faultsOf, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('resolveJoinCode', () => {
  it('shows a stranger when the meeting takes place, and nothing about who is in it', async () => {
    const { chancery, apiKey } = await world();
    const { caller } = await apiKey('meetings.write');
    const meeting = await chancery.meetings.createIntegrationMeeting(
      {
        title: 'Kick-off',
        description: 'Bring the contract',
        scheduledStartAt: '2026-12-01T09:00:00Z',
        timeZone: 'Europe/Berlin',
        invitees: [{ email: 'guest@example.com' }],
      },
      caller,
    );

    const door = await chancery.meetings.resolveJoinCode({ joinCode: meeting.joinCode }, aStranger());

    expect(door).to.deep.equal({
      joinCode: meeting.joinCode,
      title: 'Kick-off',
      meetingType: 'scheduled',
      status: 'scheduled',
      startsAt: '2026-12-01T09:00:00.000Z',
      endsAt: '2026-12-01T10:00:00.000Z',
      timeZone: 'Europe/Berlin',
      passcodeRequired: false,
      waitingRoom: true,
      registrationRequired: false,
      joinOpensAt: null,
      workspaceName: "Ada's workspace",
      workspaceLogoUrl: null,
    });
  });

  it('takes the code as people type it', async () => {
    const { chancery, apiKey } = await world();
    const { caller } = await apiKey('meetings.write');
    const { joinCode } = await chancery.meetings.createIntegrationMeeting(
      { title: 'x', scheduledStartAt: '2026-12-01T09:00:00Z' },
      caller,
    );

    const door = await chancery.meetings.resolveJoinCode(
      { joinCode: ` ${joinCode.replace('-', '').toUpperCase()} ` },
      aStranger(),
    );
    expect(door.joinCode).to.equal(joinCode);
  });

  it('answers an unknown code with 404 and an impossible one with its fault', async () => {
    const { chancery } = await world();

    expect(
      await failureOf(chancery.meetings.resolveJoinCode({ joinCode: 'aaaaa-zzzzz' }, aStranger())),
    ).to.equal('meeting.not_found');
    expect(
      await faultsOf(chancery.meetings.resolveJoinCode({ joinCode: 'illlo-aaaaa' }, aStranger())),
    ).to.deep.equal(['/joinCode field.invalid']);
  });

  it('MTG-25: resolves to the live session of the chain, else the next, else the last', async () => {
    const { chancery, owner, sql, clock } = await world();
    const { meeting } = await chancery.meetings.createMeeting(
      {
        title: 'Daily',
        scheduledStartAt: '2026-11-23T12:10:00.000Z',
        durationMinutes: 30,
        timeZone: 'UTC',
        recurrence: { rrule: 'FREQ=DAILY;COUNT=2' },
      },
      owner.session,
    );
    const { joinCode } = meeting;
    const startsAt = async () => {
      const door = await chancery.meetings.resolveJoinCode({ joinCode }, aStranger());
      return `${door.startsAt?.slice(0, 10)} ${door.status}`;
    };
    expect(await startsAt()).to.equal('2026-11-23 scheduled');
    clock.advance({ minutes: 39, seconds: 59 });
    expect(await startsAt()).to.equal('2026-11-23 scheduled');
    clock.advance({ seconds: 1 });
    expect(await startsAt()).to.equal('2026-11-24 scheduled');
    await sql(
      `update meeting_occurrences set status = 'live', started_at = starts_at where meeting_id = $1 and starts_at < '2026-11-24'`,
      [meeting.id],
    );
    expect(await startsAt()).to.equal('2026-11-23 scheduled');

    await sql(`update meeting_occurrences set status = 'ended' where meeting_id = $1`, [meeting.id]);

    expect(await startsAt()).to.equal('2026-11-24 scheduled');
  });
});
