import { expect } from 'chai';
import { type Served, served } from '../testing/served.ts';

const start = '2026-11-30T09:00:00.000Z';

describe('meetingsRoutes', () => {
  let here: Served;
  let token: string | null;
  before(async () => {
    here = await served();
    token = here.owner.session.credential;
  });
  after(() => here.close());

  const created = async (body: object = {}) => {
    const { status, body: answer } = await here.call('POST /api/v1/meetings', {
      token,
      body: { title: 'Review', scheduledStartAt: start, timeZone: 'UTC', ...body },
    });
    expect(status, JSON.stringify(answer)).to.equal(201);
    return answer.data.meeting as { id: string; version: number };
  };

  it('schedules, shows, changes, moves, cancels and copies a meeting, each with its status', async () => {
    const meeting = await created({ recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' } });
    const path = `/api/v1/meetings/${meeting.id}` as const;

    const shown = await here.call(`GET ${path}`, { token });
    expect([shown.status, shown.headers.get('etag')]).to.deep.equal([200, '"1"']);
    const changed = await here.call(`PATCH ${path}`, {
      token,
      headers: { 'If-Match': '"1"' },
      body: { title: 'New' },
    });
    expect([changed.status, changed.body.data.meeting.version]).to.deep.equal([200, 2]);
    const sessions = await here.call(`GET ${path}/occurrences?status=scheduled&status=live`, { token });
    expect([sessions.status, sessions.body.data.count]).to.deep.equal([200, 3]);
    const [first] = sessions.body.data.occurrences;
    const moved = await here.call(`PATCH ${path}/occurrences/${first.id}`, {
      token,
      body: { startsAt: '2026-11-30T11:00:00+01:00', expectedVersion: first.version },
    });
    expect([moved.status, moved.body.data.occurrence.startsAt]).to.deep.equal([
      200,
      '2026-11-30T10:00:00.000Z',
    ]);
    const activity = await here.call(`GET ${path}/activity?limit=1`, { token });
    expect([activity.status, activity.body.data.activity[0].type]).to.deep.equal([200, 'occurrence.updated']);
    expect((await here.call(`POST ${path}/cancel`, { token, body: { reason: 'Budget' } })).status).to.equal(
      201,
    );
    const listed = await here.call('GET /api/v1/meetings?scope=previous&all=true', { token });
    expect(listed.body.data.meetings.map(({ id }: { id: string }) => id)).to.include(meeting.id);
    expect((await here.call(`POST ${path}/duplicate`, { token, body: {} })).status).to.equal(201);
  });

  it('MTG-19: without a version it is 400, with another 412 that names the current one', async () => {
    const meeting = await created();
    const change = (headers: Record<string, string>) =>
      here.call(`PATCH /api/v1/meetings/${meeting.id}`, { token, headers, body: { title: 'A' } });

    const missing = await change({});
    const stale = await change({ 'If-Match': '"7"' });

    expect([missing.status, missing.body.error.code, missing.body.error.details[0].code]).to.deep.equal([
      400,
      'request.invalid',
      'version.required',
    ]);
    expect([stale.status, stale.body.error.code, stale.headers.get('etag')]).to.deep.equal([
      412,
      'version_conflict',
      '"1"',
    ]);
    expect(stale.body.error.details[0]).to.include({
      path: '/body/expectedVersion',
      message: 'The current version is 1.',
    });
  });

  it('MTG-20: If-Match and expectedVersion that differ are refused', async () => {
    const meeting = await created();

    const { status, body } = await here.call(`PATCH /api/v1/meetings/${meeting.id}`, {
      token,
      headers: { 'If-Match': '"1"' },
      body: { title: 'A', expectedVersion: 2 },
    });

    expect([status, body.error.details[0].code]).to.deep.equal([400, 'version.contradiction']);
  });

  it('keeps an answer with a secret out of every cache', async () => {
    const { headers, body } = await here.call('POST /api/v1/meetings', {
      token,
      body: { title: 'Review', scheduledStartAt: start, generatePasscode: true },
    });

    expect(body.data.passcode).to.have.lengthOf(10);
    expect(headers.get('cache-control')).to.equal('no-store');
  });

  it('creates an instant meeting, and opens the same personal room at every call', async () => {
    const instant = await here.call('POST /api/v1/meetings/instant', { token, body: {} });
    const rooms = [
      await here.call('POST /api/v1/meetings/personal-room', { token }),
      await here.call('POST /api/v1/meetings/personal-room', { token, body: {} }),
    ];

    expect([instant.status, instant.body.data.meeting.status]).to.deep.equal([201, 'live']);
    expect(rooms.map(({ status }) => status)).to.deep.equal([201, 201]);
    expect(rooms[0]?.body.data.meeting.id).to.equal(rooms[1]?.body.data.meeting.id);
  });
});
