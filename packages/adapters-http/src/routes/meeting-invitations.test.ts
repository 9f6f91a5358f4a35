import { cleo, meetingWorld } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { type Served, served } from '../testing/served.ts';

describe('the endpoints of invitations to meetings', () => {
  let here: Served;
  let meetingId: string;
  before(async () => {
    const made = await meetingWorld();
    meetingId = made.meetingId;
    here = await served({ world: made });
  });
  after(() => here.close());

  const token = () => here.owner.session.credential;
  const invite = (body: object, headers = {}) =>
    here.call(`POST /api/v1/meetings/${meetingId}/invitations`, { token: token(), body, headers });

  it('PLT-14: the answer with a link is not to be stored; a repeat with its key gives the same link', async () => {
    const key = { 'X-Idempotency-Key': 'invite-1' };
    const first = await invite(cleo, key);
    const second = await invite(cleo, key);

    expect([first.status, second.status]).to.deep.equal([201, 201]);
    expect(first.headers.get('cache-control')).to.equal('no-store');
    expect(second.headers.get('idempotency-replayed')).to.equal('true');
    expect(second.body.data).to.deep.equal(first.body.data);
    expect((await invite(cleo)).body.error.code).to.equal('meeting_invitation.duplicate');
  });

  it('MTG-38: a public answer goes by the link alone, and the link is in no log line', async () => {
    const { body } = await invite({ email: 'dan@client.example' });
    const secret = /invite=([\w-]{43})/.exec(body.data.inviteUrl)?.[1] ?? '';

    const seen = await here.call(`GET /api/v1/meetings/invitations/${secret}`);
    const answered = await here.call(`POST /api/v1/meetings/invitations/${secret}/respond`, {
      body: { response: 'tentatively_accept', comment: 'Perhaps' },
    });
    const unknown = await here.call(`GET /api/v1/meetings/invitations/${'A'.repeat(43)}`);

    expect([seen.status, answered.status, unknown.status]).to.deep.equal([200, 201, 404]);
    expect(answered.body.data.invitation).to.include({ status: 'tentative', sessionId: null });
    expect(unknown.body.error.code).to.equal('meeting_invitation.not_found');
    expect(here.logLines.join('\n')).to.not.include(secret);
    expect(JSON.stringify(unknown.body)).to.not.include('AAAAAAAA');
  });

  it('MTG-39: a revoked link is 410, and a wrong field is named', async () => {
    const { body } = await invite({ email: 'fay@client.example' });
    const secret = /invite=([\w-]{43})/.exec(body.data.inviteUrl)?.[1] ?? '';
    const revoked = await here.call(
      `POST /api/v1/meetings/${meetingId}/invitations/${body.data.invitation.id}/revoke`,
      { token: token(), body: {} },
    );

    expect(revoked.status).to.equal(201);
    expect((await here.call(`GET /api/v1/meetings/invitations/${secret}`)).status).to.equal(410);
    const both = await invite({ email: 'gil@client.example', userId: here.owner.id });
    expect(both.body.error.details).to.deep.equal([
      { path: '/body/userId', code: 'invitee.ambiguous', message: 'Give exactly one of userId and email.' },
    ]);
  });

  it('a static path wins over a path with the id of a meeting', async () => {
    const { status, body } = await here.call('GET /api/v1/meetings/invite-options?limit=5', {
      token: token(),
    });

    expect(status).to.equal(200);
    expect(body.data).to.have.all.keys('options', 'count', 'nextCursor');
  });
});
