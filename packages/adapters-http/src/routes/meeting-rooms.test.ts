import { expect } from 'chai';
import fc from 'fast-check';
import { type Served, served } from '../testing/served.ts';

const room = 'POST /api/v1/meetings/conference-events';

/** A live meeting with the media server `livekit` and one guest in it. */
async function liveOnMediaServer(app: Served) {
  const { chancery, owner, sql } = app;
  const { meeting } = await chancery.meetings.createMeeting(
    {
      title: 'Review',
      scheduledStartAt: '2026-11-23T12:10:00.000Z',
      timeZone: 'UTC',
      settings: { admission: 'open' },
    },
    owner.session,
  );
  await sql(`update meetings set conference_provider = 'livekit' where id = $1`, [meeting.id]);
  const { conference } = await chancery.meetings.startMeeting({ meetingId: meeting.id }, owner.session);
  const entry = await app.call(`POST /api/v1/meetings/resolve/${meeting.joinCode}/admissions`, {
    body: { displayName: 'Guest' },
  });
  const { admission, admissionToken } = entry.body.data;
  return { meeting, roomName: conference?.roomName ?? '', admission, admissionToken };
}

const send = (app: Served, events: readonly object[], authorization = 'media') =>
  app.call(`${room}/livekit`, { raw: JSON.stringify(events), headers: { Authorization: authorization } });

const intervalsOf = async (app: Served, meetingId: string) => {
  const { body } = await app.call(`GET /api/v1/meetings/${meetingId}/attendance`, {
    token: app.owner.session.credential,
  });
  return body.data.attendance.find(
    ({ person }: { person: { displayName: string } }) => person.displayName === 'Guest',
  )?.intervals;
};

describe('events of the media server', () => {
  let app: Served;
  before(async () => {
    app = await served();
  });
  after(() => app.close());

  it('MTG-65: give the same attendance in every order and with any repetition, one leave missing', async () => {
    const { meeting, roomName, admission } = await liveOnMediaServer(app);
    const presence = (connection: string, joinedAt: string | null, leftAt: string | null) => ({
      kind: 'presence',
      room: roomName,
      identity: admission.id,
      connection,
      joinedAt,
      leftAt,
    });
    const events = [
      presence('a', '2026-11-23T12:00:10.000Z', null),
      presence('a', '2026-11-23T12:00:10.000Z', '2026-11-23T12:01:00.000Z'),
      presence('b', '2026-11-23T12:00:30.000Z', null),
      presence('c', null, '2026-11-23T12:00:05.000Z'),
    ];
    const orders = fc.sample(fc.shuffledSubarray([...events, ...events], { minLength: 8 }), 5);
    const seen: unknown[] = [];
    for (const order of orders) {
      await app.sql('delete from attendance_facts');
      await app.sql(`update admissions set status = 'admitted' where id = $1`, [admission.id]);
      for (const event of order)
        expect((await send(app, [event])).body.data).to.deep.equal({ accepted: 1, ignored: 0 });
      seen.push(await intervalsOf(app, meeting.id));
    }

    const livekit = { source: 'livekit' };
    expect(seen[0]).to.deep.equal([
      {
        ...livekit,
        joinedAt: '2026-11-23T12:00:00.000Z',
        leftAt: '2026-11-23T12:00:05.000Z',
        leftReason: 'left',
      },
      {
        ...livekit,
        joinedAt: '2026-11-23T12:00:10.000Z',
        leftAt: '2026-11-23T12:01:00.000Z',
        leftReason: 'left',
      },
      { ...livekit, joinedAt: '2026-11-23T12:00:30.000Z', leftAt: null, leftReason: null },
    ]);
    for (const other of seen) expect(other).to.deep.equal(seen[0]);
  });

  it('MTG-66: change nothing and are 401 without a good signature', async () => {
    const { meeting, roomName, admission } = await liveOnMediaServer(app);
    const forged = {
      kind: 'presence',
      room: roomName,
      identity: admission.id,
      connection: 'a',
      joinedAt: '2026-11-23T12:00:10.000Z',
      leftAt: null,
    };

    const answer = await send(app, [forged], 'forged');

    expect([answer.status, answer.body.error.code]).to.deep.equal([401, 'auth.required']);
    expect(await intervalsOf(app, meeting.id)).to.equal(undefined);
  });

  it('MTG-104: are 413 over 256 KiB, and 404 if no such provider is configured', async () => {
    const { status } = await app.call(`${room}/livekit`, {
      raw: new Uint8Array(256 * 1024 + 1),
      headers: { Authorization: 'media' },
    });

    expect(status).to.equal(413);
    for (const provider of ['embedded', 'jitsi'])
      expect(
        (await app.call(`${room}/${provider}`, { raw: '[]', headers: { Authorization: 'media' } })).status,
      ).to.equal(404);
  });

  it('count and drop rooms and people that are not ours', async () => {
    const { roomName } = await liveOnMediaServer(app);
    const presence = {
      kind: 'presence',
      connection: 'a',
      joinedAt: '2026-11-23T12:00:10.000Z',
      leftAt: null,
    };

    const answer = await send(app, [
      { ...presence, room: 'chn-elsewhere', identity: 'x' },
      { ...presence, room: roomName, identity: 'recorder' },
      { ...presence, room: roomName, identity: '01900000-0000-7000-8000-00000000000a' },
    ]);

    expect([answer.status, answer.body.data]).to.deep.equal([201, { accepted: 0, ignored: 3 }]);
  });

  it('remove whoever has left, and end a room that is finished and empty', async () => {
    const { meeting, roomName, admission, admissionToken } = await liveOnMediaServer(app);
    const presence = { kind: 'presence', room: roomName, identity: admission.id, connection: 'a' };
    await send(app, [
      { ...presence, joinedAt: '2026-11-23T12:00:00.000Z', leftAt: '2026-11-23T12:00:30.000Z' },
    ]);
    const polled = await app.call(`GET /api/v1/meetings/admissions/${admissionToken}`);
    expect(polled.body.data.admission.status).to.equal('left');
    const [host] = await app.sql<{ id: string }>(
      `select id from admissions where meeting_id = $1 and role = 'host'`,
      [meeting.id],
    );
    await send(app, [
      {
        kind: 'presence',
        room: roomName,
        identity: host?.id,
        connection: 'h',
        joinedAt: '2026-11-23T12:00:00.000Z',
        leftAt: null,
      },
      { kind: 'snapshot', room: roomName, at: '2026-11-23T12:00:40.000Z', connections: [], finished: true },
    ]);
    app.clock.advance({ seconds: 60 });

    await app.worker.run('meetings.close_sessions');

    const [session] = await app.sql(
      'select status, end_reason from meeting_occurrences where meeting_id = $1',
      [meeting.id],
    );
    expect(session).to.deep.equal({ status: 'ended', end_reason: 'provider' });
  });

  it('leave somebody in who was let in again and has yet to connect', async () => {
    const { meeting, roomName, admission, admissionToken } = await liveOnMediaServer(app);
    const presence = (identity: string, joinedAt: string, leftAt: string | null) => ({
      kind: 'presence',
      room: roomName,
      identity,
      connection: `${identity} ${joinedAt}`,
      joinedAt,
      leftAt,
    });
    const standing = async () =>
      (await app.call(`GET /api/v1/meetings/admissions/${admissionToken}`)).body.data.admission.status;
    const now = Date.parse(app.clock.now());
    const at = (seconds: number) => new Date(now + seconds * 1000).toISOString();
    await send(app, [presence(admission.id, at(1), at(20))]);
    expect(await standing()).to.equal('left');
    app.clock.advance({ seconds: 30 });
    const other = await app.call(`POST /api/v1/meetings/resolve/${meeting.joinCode}/admissions`, {
      body: { displayName: 'Other' },
    });
    await app.sql("update admissions set status = 'admitted', decided_at = $2 where id = $1", [
      admission.id,
      app.clock.now(),
    ]);

    await send(app, [presence(other.body.data.admission.id, at(31), null)]);
    expect(await standing()).to.equal('admitted');

    await send(app, [presence(admission.id, at(32), at(40))]);
    expect(await standing()).to.equal('left');
  });
});

describe('the way into a meeting over HTTP', () => {
  let app: Served;
  before(async () => {
    app = await served();
  });
  after(() => app.close());

  it('keeps tokens and passcodes out of the log, and answers with no-store', async () => {
    const { chancery, owner } = app;
    const { meeting } = await chancery.meetings.createMeeting(
      {
        title: 'Review',
        scheduledStartAt: '2026-11-23T12:10:00.000Z',
        timeZone: 'UTC',
        passcode: 'harbour-42',
        settings: { admission: 'open' },
      },
      owner.session,
    );

    const entry = await app.call(`POST /api/v1/meetings/resolve/${meeting.joinCode}/admissions`, {
      body: { displayName: 'Guest', passcode: 'harbour-42' },
    });
    const token = entry.body.data.admissionToken;
    const polled = await app.call(`GET /api/v1/meetings/admissions/${token}`);

    expect([entry.status, polled.status]).to.deep.equal([201, 200]);
    expect(entry.headers.get('cache-control')).to.include('no-store');
    expect(app.logLines.join('\n')).to.not.include(token).and.to.not.include('harbour-42');
  });

  it('recognises a signed-in person by their token, and refuses an invalid token', async () => {
    const { chancery, owner } = app;
    const { meeting } = await chancery.meetings.createMeeting(
      { title: 'Review', scheduledStartAt: '2026-11-23T12:10:00.000Z', timeZone: 'UTC' },
      owner.session,
    );
    const path = `POST /api/v1/meetings/resolve/${meeting.joinCode}/admissions` as const;

    const asHost = await app.call(path, { token: owner.session.credential, body: {} });
    const asNobody = await app.call(path, { token: 'e30.e30.e30', body: { displayName: 'Guest' } });

    expect(asHost.body.error.code).to.equal('occurrence.not_started');
    expect([asNobody.status, asNobody.body.error.code]).to.deep.equal([401, 'auth.token_invalid']);
  });
});
