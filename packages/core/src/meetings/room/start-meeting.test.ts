import {
  aStranger,
  failureOf,
  later,
  noonMeeting,
  sessionOfMeeting,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('startMeeting', () => {
  it('makes the session live and admits the host who started it', async () => {
    const made = await world();
    const { chancery, owner, happened } = made;
    const { meeting } = await noonMeeting(made);

    const started = await chancery.meetings.startMeeting({ meetingId: meeting.id }, owner.session);

    expect(started.meeting).to.include({ status: 'live', version: meeting.version + 1 });
    expect(started.meeting.nextOccurrence).to.include({
      status: 'live',
      startedAt: '2026-11-23T12:00:00.000Z',
      participantCount: 1,
      peakParticipants: 1,
    });
    expect(started.conference?.grants).to.deep.equal({
      publishAudio: true,
      publishVideo: true,
      shareScreen: true,
      subscribe: true,
      moderate: true,
    });
    const { admission } = await chancery.meetings.getAdmission(
      { token: started.admissionToken ?? '' },
      aStranger(),
    );
    expect(admission).to.include({ status: 'admitted', role: 'host' });
    expect((await happened()).map(({ type }) => type).slice(-3)).to.deep.equal([
      'occurrence.started',
      'admission.requested',
      'admission.admitted',
    ]);
  });

  it('MTG-31: is refused before an hour before the start, with the earliest instant, and works from its first second', async () => {
    const made = await world();
    const { chancery, owner, clock } = made;
    const { meeting } = await noonMeeting(made, { scheduledStartAt: '2026-11-23T13:01:00.000Z' });
    const start = () => chancery.meetings.startMeeting({ meetingId: meeting.id }, owner.session);
    clock.advance({ seconds: 59 });

    const refusal = await start().catch((error: unknown) => error);

    expect(refusal).to.include({ code: 'occurrence.too_early' });
    expect(refusal).to.have.nested.property('details[0].message').that.includes('2026-11-23T12:01:00.000Z');
    clock.advance({ seconds: 1 });
    expect((await start()).meeting.status).to.equal('live');
  });

  it('MTG-31: works until an hour after the end, and is refused from then on', async () => {
    const made = await world();
    const { chancery } = made;
    const { meeting } = await noonMeeting(made);
    const sessionId = await sessionOfMeeting(made, meeting.id);
    const { meeting: other } = await noonMeeting(made);
    const inTime = await later(made, made.owner, { hours: 2, minutes: 10 });
    expect((await chancery.meetings.startMeeting({ meetingId: other.id }, inTime)).meeting.status).to.equal(
      'live',
    );
    const owner = { session: await later(made, { ...made.owner, session: inTime }, { seconds: 1 }) };

    expect(
      await failureOf(chancery.meetings.startMeeting({ meetingId: meeting.id, sessionId }, owner.session)),
    ).to.equal('occurrence.too_late');
    expect(
      await failureOf(chancery.meetings.startMeeting({ meetingId: meeting.id }, owner.session)),
    ).to.equal('occurrence.none_joinable');
  });

  it('MTG-32: refuses another session of the meeting while one is live', async () => {
    const made = await world();
    const { chancery, owner } = made;
    const { meeting } = await noonMeeting(made, {
      scheduledStartAt: '2026-11-23T12:10:00.000Z',
      durationMinutes: 5,
      recurrence: { rrule: 'FREQ=DAILY;COUNT=3' },
    });
    const [first, second] = await made.sql<{ id: string }>(
      'select id from meeting_occurrences where meeting_id = $1 order by starts_at',
      [meeting.id],
    );
    await made.sql('update meeting_occurrences set starts_at = $2, ends_at = $3 where id = $1', [
      second?.id,
      '2026-11-23T12:20:00Z',
      '2026-11-23T12:25:00Z',
    ]);
    await chancery.meetings.startMeeting(
      { meetingId: meeting.id, sessionId: first?.id ?? '' },
      owner.session,
    );

    expect(
      await failureOf(
        chancery.meetings.startMeeting({ meetingId: meeting.id, sessionId: second?.id ?? '' }, owner.session),
      ),
    ).to.equal('meeting.already_live');
    expect(
      await failureOf(chancery.meetings.startMeeting({ meetingId: meeting.id }, owner.session)),
    ).to.equal('occurrence.invalid_state');
  });

  it('is for hosts and co-hosts', async () => {
    const made = await world();
    const { chancery, person } = made;
    const [bo, cleo, dan] = [
      await person('member', 'Bo'),
      await person('member', 'Cleo'),
      await person('admin', 'Dan'),
    ];
    const { meeting } = await noonMeeting(made, {
      invitees: [
        { userId: bo.id, role: 'presenter' },
        { userId: cleo.id, role: 'co_host' },
      ],
    });
    const startAs = (who: typeof bo) =>
      failureOf(chancery.meetings.startMeeting({ meetingId: meeting.id }, who.session));

    expect(await startAs(bo)).to.equal('permission.denied');
    expect(await startAs(dan)).to.equal('permission.denied');
    expect(await startAs(cleo)).to.equal('none');
  });

  it('MTG-103: is never refused by the plan, and holds no more people than the plan allows', async () => {
    const made = await world();
    const { chancery, owner, workspaceId, sql } = made;
    const { meeting } = await noonMeeting(made, { settings: { admission: 'open' } });
    await sql(
      `update workspaces set plan_terms = '{"overrides": [{"code": "meeting_participants", "value": 2, "reason": "", "expiresAt": null}]}' where id = $1`,
      [workspaceId],
    );
    await sql(`update meetings set settings = settings || '{"maxParticipants": 50}' where id = $1`, [
      meeting.id,
    ]);
    await chancery.meetings.startMeeting({ meetingId: meeting.id }, owner.session);

    const statuses: string[] = [];
    for (const displayName of ['One', 'Two']) {
      const { admission } = await chancery.meetings.requestAdmission(
        { joinCode: meeting.joinCode, displayName },
        aStranger(),
      );
      statuses.push(`${admission.status} ${admission.waitReason}`);
    }
    expect(statuses).to.deep.equal(['admitted null', 'waiting full']);
  });

  it('is refused for a version of the meeting that is not the current one', async () => {
    const made = await world();
    const { chancery, owner } = made;
    const { meeting } = await noonMeeting(made);
    const start = (expectedVersion: number) =>
      failureOf(chancery.meetings.startMeeting({ meetingId: meeting.id, expectedVersion }, owner.session));

    expect(await start(meeting.version + 1)).to.equal('version_conflict');
    expect(await start(meeting.version)).to.equal('none');
  });
});
