import { expect } from 'chai';
import { type Served, served } from '../testing/served.ts';

describe('the endpoints of webinars', () => {
  let api: Served;
  let meetingId: string;
  let joinCode: string;
  before(async () => {
    api = await served();
    const { body } = await api.call('POST /api/v1/meetings', {
      token: api.owner.session.credential,
      body: {
        title: 'Spring release',
        meetingType: 'webinar',
        scheduledStartAt: '2026-11-30T09:00:00Z',
        webinar: { capacity: 2, showRemaining: true, waitlistEnabled: true },
      },
    });
    ({
      joinCode,
      meeting: { id: meetingId },
    } = body.data);
  });
  after(() => api.close());
  const token = () => api.owner.session.credential;
  const register = (email: string, headers: Record<string, string> = {}) =>
    api.call(`POST /api/v1/meetings/webinars/${joinCode}/registrations`, {
      body: { email, displayName: 'Cleo' },
      headers,
    });

  it('MTG-84: shows its page to anybody, and answers each registration alike', async () => {
    const page = await api.call(`GET /api/v1/meetings/webinars/${joinCode.replace('-', '').toUpperCase()}`);
    const [first, again] = [await register('cleo@client.example'), await register('cleo@client.example')];

    expect(page.status).to.equal(200);
    expect(page.body.data).to.deep.include({ joinCode, title: 'Spring release', hosts: ['Ada'] });
    expect(page.body.data.registration).to.deep.equal({
      mode: 'automatic',
      isOpen: true,
      opensAt: null,
      closesAt: '2026-11-30T10:00:00.000Z',
      capacity: 2,
      remaining: 2,
      waitlistEnabled: true,
      questions: [],
    });
    expect([first.status, again.status]).to.deep.equal([201, 201]);
    expect(first.body.data).to.deep.equal(again.body.data);
    expect(Object.keys(first.body.data)).to.deep.equal(['registration', 'message']);
  });

  it('MTG-99: a registration repeated with one key is one registration, and says that it was', async () => {
    const headers = { 'X-Idempotency-Key': 'once' };

    const [first, again] = [
      await register('dan@client.example', headers),
      await register('dan@client.example', headers),
    ];

    expect([
      first.headers.get('idempotency-replayed'),
      again.headers.get('idempotency-replayed'),
    ]).to.deep.equal([null, 'true']);
    expect(again.body.data).to.deep.equal(first.body.data);
  });

  it('MTG-99: two decisions at once on one registration are one 201 and one 409', async () => {
    const list = await api.call(`GET /api/v1/meetings/${meetingId}/registrations`, { token: token() });
    const [{ id }] = list.body.data.registrations;
    const decide = () =>
      api.call(`POST /api/v1/meetings/${meetingId}/registrations/${id}/decision`, {
        token: token(),
        body: { decision: 'decline' },
      });

    const answers = await Promise.all([decide(), decide()]);

    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 409]);
  });

  it('PLT-19: sends the table as a file that no cache keeps, while it is written', async () => {
    const answer = await api.call(`GET /api/v1/meetings/${meetingId}/registrations.csv`, { token: token() });

    expect(answer.status).to.equal(200);
    expect(answer.headers.get('content-type')).to.equal('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).to.equal('attachment; filename=registrations.csv');
    expect(answer.headers.get('cache-control')).to.equal('no-store');
    expect(answer.headers.get('x-content-type-options')).to.equal('nosniff');
    // It is written while it is sent, so nobody knows its length before.
    expect(answer.headers.get('content-length')).to.equal(null);
    expect(answer.headers.get('transfer-encoding')).to.equal('chunked');
    expect(answer.text.split('\r\n')[0]).to.equal('Name,E-mail,Status,Registered,Decided,Decided by,Reason');
    const refused = await api.call(`GET /api/v1/meetings/${meetingId}/registrations.csv`);
    expect([refused.status, refused.body.error.code]).to.deep.equal([401, 'auth.required']);
  });

  it('MTG-104: refuses unknown fields on each endpoint, by their pointer', async () => {
    const answers = await Promise.all(
      (
        [
          [
            'meetings/availability/check',
            { startsAt: '2026-12-01T09:00:00Z', durationMinutes: 30, timeZone: 'UTC' },
          ],
          ['meetings/availability/blocks', { kind: 'time_off', timeZone: 'UTC' }],
          ['meetings/templates', { name: 'x' }],
          [`meetings/webinars/${joinCode}/registrations`, { email: 'x@y.example', displayName: 'x' }],
        ] as const
      ).map(([path, body]) =>
        api.call(`POST /api/v1/${path}`, { token: token(), body: { ...body, surprise: 1 } }),
      ),
    );

    for (const { status, body } of answers) {
      expect(status).to.equal(400);
      expect(body.error.details).to.deep.include({
        path: '/body/surprise',
        code: 'field.unknown',
        message: 'Leave this field out; it is not known here.',
      });
    }
  });
});
