import { expect } from 'chai';
import { type Served, served } from '../testing/served.ts';

describe('invitations over HTTP', () => {
  let here: Served;
  before(async () => {
    here = await served();
  });
  after(() => here.close());

  const mailedTo = async (email: string) => {
    await here.worker.drain();
    // A newcomer is mailed a link that verifies the address, too, and the two mails leave in any order.
    const links = here.ports.mail.sent
      .filter(({ to }) => to.address === email)
      .flatMap(({ text }) => /\/invitation#token=([A-Za-z0-9_-]{43})/.exec(text)?.[1] ?? []);
    return links.at(-1) ?? '';
  };
  const invite = async (email: string, role = 'member') => {
    const token = here.owner.session.credential;
    const answer = await here.call('POST /api/v1/workspace/invitations', { token, body: { email, role } });
    expect(answer.status).to.equal(201);
    return { invitation: answer.body.data.invitation, link: await mailedTo(email) };
  };

  it('AUT-13: an invited newcomer looks, registers by the link and is in the workspace', async () => {
    const { link } = await invite('newcomer@example.com');

    const looked = await here.call(`GET /api/v1/workspace-invitations/${link}`);
    const registered = await here.call('POST /api/v1/auth/register', {
      body: {
        email: 'newcomer@example.com',
        password: 'correct horse battery staple',
        displayName: 'Newcomer',
        invitationToken: link,
      },
    });
    const settings = await here.call('GET /api/v1/workspace/settings', {
      token: registered.body.data.accessToken,
    });

    expect([looked.status, registered.status, settings.status]).to.deep.equal([200, 201, 200]);
    expect(looked.body.data).to.have.all.keys(
      'workspaceName',
      'workspaceLogoUrl',
      'inviterDisplayName',
      'email',
      'role',
      'expiresAt',
      'status',
    );
    expect(registered.body.data.workspace.id).to.equal(here.workspaceId);
    expect((await here.call(`GET /api/v1/workspace-invitations/${link}`)).status).to.equal(410);
    expect((await here.call(`GET /api/v1/workspace-invitations/${'A'.repeat(43)}`)).body.error.code).to.equal(
      'link.not_found',
    );
  });

  it('WSP-4: a signed-in person accepts, switches and works there; a token of the link is in no log line', async () => {
    const grace = await here.stranger();
    const { link } = await invite(grace.email);
    const token = grace.session.credential;

    const accepted = await here.call(`POST /api/v1/workspace-invitations/${link}/accept`, { token });
    const switched = await here.call(`POST /api/v1/workspaces/${here.workspaceId}/switch`, { token });
    const members = await here.call('GET /api/v1/workspace/members', {
      token: switched.body.data.accessToken,
    });

    expect([accepted.status, switched.status, members.status]).to.deep.equal([200, 200, 200]);
    expect(accepted.body.data).to.have.all.keys('workspace', 'membership');
    expect(switched.headers.get('cache-control')).to.equal('no-store');
    expect(here.logLines.join('\n')).to.not.include(link);
  });

  it('resends after a minute, revokes, and the holder declines', async () => {
    const token = here.owner.session.credential;
    const [one, two] = [await invite('one@example.com'), await invite('two@example.com', 'guest')];

    const early = await here.call(`POST /api/v1/workspace/invitations/${one.invitation.id}/resend`, {
      token,
    });
    here.clock.advance({ minutes: 1 });
    const resent = await here.call(`POST /api/v1/workspace/invitations/${one.invitation.id}/resend`, {
      token,
    });
    const stale = await here.call(`POST /api/v1/workspace/invitations/${one.invitation.id}/revoke`, {
      token,
      headers: { 'If-Match': '"1"' },
    });
    const revoked = await here.call(`POST /api/v1/workspace/invitations/${one.invitation.id}/revoke`, {
      token,
    });
    const declined = await here.call(`POST /api/v1/workspace-invitations/${two.link}/decline`);
    const list = await here.call('GET /api/v1/workspace/invitations?status=declined', { token });

    expect([early.status, Number(early.headers.get('retry-after'))]).to.deep.equal([429, 60]);
    expect([resent.status, resent.body.data.invitation.sendCount]).to.deep.equal([200, 2]);
    expect(stale.status).to.equal(412);
    expect([revoked.status, revoked.body.data.invitation.status]).to.deep.equal([200, 'revoked']);
    expect([declined.status, declined.body.data]).to.deep.equal([200, { status: 'declined' }]);
    expect(list.body.data.invitations.map(({ id }: { id: string }) => id)).to.deep.equal([two.invitation.id]);
  });

  it('creates and changes workspaces and settings', async () => {
    const token = here.owner.session.credential;

    const created = await here.call('POST /api/v1/workspaces', { token, body: { name: 'Second practice' } });
    const renamed = await here.call('PATCH /api/v1/workspace', { token, body: { name: 'First practice' } });
    const etag = renamed.headers.get('etag') ?? '';
    const set = await here.call('PATCH /api/v1/workspace/settings', {
      token,
      body: { weekStartsOn: 'sunday', expectedVersion: renamed.body.data.workspace.version },
    });
    const unknown = await here.call('PATCH /api/v1/workspace/settings', { token, body: { theme: 'dark' } });

    expect([created.status, renamed.status, set.status]).to.deep.equal([201, 200, 200]);
    expect(created.body.data).to.have.all.keys('workspace', 'membership');
    expect(etag).to.equal('"2"');
    expect(set.body.data.settings).to.include({ weekStartsOn: 'sunday', version: 3 });
    expect(unknown.body.error.details[0]).to.include({ path: '/body/theme', code: 'field.unknown' });
  });
});
