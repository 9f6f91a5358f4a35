import {
  aStranger,
  failureOf,
  faultsOf,
  WindowThrottle,
  world,
} from '@chancery/adapters-persistence/testing';
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

  it('THR-9: one network may ask for thirty codes a minute that open nothing, and knock with twenty', async () => {
    const throttle = new WindowThrottle();
    const { chancery, clock } = await world({ ports: { throttle } });
    throttle.clock = clock;
    const joinCode = 'aaaaa-zzzzz';
    const answers = async (times: number, ask: () => Promise<unknown>) => {
      const found = [];
      for (let time = 0; time < times; time += 1) found.push(await failureOf(ask()));
      return found;
    };
    const stopped = (times: number) => [...Array(times).fill('meeting.not_found'), 'rate_limited'];

    expect(
      await answers(31, () => chancery.meetings.resolveJoinCode({ joinCode }, aStranger())),
    ).to.deep.equal(stopped(30));
    expect(
      await answers(21, () =>
        chancery.meetings.requestAdmission({ joinCode, displayName: 'Guest' }, aStranger()),
      ),
    ).to.deep.equal(stopped(20));
  });

  it('MTG-35: a personal room that nobody is in has no time, and none from which one may enter', async () => {
    const { chancery, owner, sql } = await world();
    const { meeting } = await chancery.meetings.openPersonalRoom({}, owner.session);
    await sql(
      `update meetings set settings = settings || '{"joinBeforeHostMinutes": 15}'::jsonb where id = $1`,
      [meeting.id],
    );

    const door = await chancery.meetings.resolveJoinCode({ joinCode: meeting.joinCode }, aStranger());

    expect(door).to.include({
      meetingType: 'personal_room',
      startsAt: null,
      endsAt: null,
      joinOpensAt: null,
    });
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
