import { randomUUID } from 'node:crypto';
import { PlainTokenSigner, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { type Served, served } from '../testing/served.ts';

const password = 'correct horse battery staple';

describe('the endpoints of account and sessions', () => {
  let here: Served;
  let email: string;
  before(async () => {
    here = await served();
    email = here.owner.email;
  });
  after(() => here.close());
  const signIn = async () => {
    const { body } = await here.call('POST /api/v1/auth/login', { body: { email, password } });
    return body.data;
  };

  it('lists sessions, ends one by its address, and says so with 200 and no-store', async () => {
    const [token, phone] = [(await signIn()).accessToken, await signIn()];

    const list = await here.call('GET /api/v1/auth/sessions', { token });
    const ended = await here.call(`DELETE /api/v1/auth/sessions/${phone.sessionId}`, { token });

    expect([list.status, list.headers.get('cache-control')]).to.deep.equal([200, 'no-store']);
    expect(list.body.data.sessions[0].current).to.equal(true);
    expect(list.text).to.not.match(/secret|salt|generation/i);
    expect([ended.status, ended.body.data.sessionIds]).to.deep.equal([200, [phone.sessionId]]);
    expect(
      (await here.call(`DELETE /api/v1/auth/sessions/${randomUUID()}`, { token })).body.error.code,
    ).to.equal('session.not_found');
    expect((await here.call('GET /api/v1/auth/me', { token: phone.accessToken })).body.error.code).to.equal(
      'auth.session_revoked',
    );
  });

  it('SES-8: revokes the access token of the request with 200; it is refused from then on', async () => {
    const session = await signIn();
    const row = { token: session.accessToken };

    const { status, body } = await here.call('POST /api/v1/auth/tokens/revoke-current', row);

    expect([status, body.data.revokedCount, body.data.sessionIds]).to.deep.equal([200, 1, []]);
    const refused = await here.call('GET /api/v1/auth/me', row);
    expect([refused.status, refused.body.error.code]).to.deep.equal([401, 'auth.token_revoked']);
  });

  it('changes the profile under the version that If-Match names', async () => {
    const { accessToken: token } = await signIn();
    const rename = (version: string) =>
      here.call('PATCH /api/v1/auth/me', {
        token,
        body: { displayName: 'Ada L.' },
        headers: { 'If-Match': version },
      });

    const [first, stale] = [await rename('"1"'), await rename('"1"')];

    expect([first.status, first.body.data.user.displayName, first.headers.get('etag')]).to.deep.equal([
      200,
      'Ada L.',
      '"2"',
    ]);
    expect([stale.status, stale.body.error.code]).to.deep.equal([412, 'version_conflict']);
  });

  it('signs out everywhere with 201', async () => {
    const { accessToken: token } = await signIn();

    expect((await here.call('POST /api/v1/auth/logout-all', { token })).status).to.equal(201);
    expect((await here.call('GET /api/v1/auth/me', { token })).status).to.equal(401);
  });

  it('ACC-7: deactivates by DELETE with a body; its repeat is marked as replayed, and the old token is 401', async () => {
    const { accessToken: token } = await signIn();
    const row = {
      token,
      body: { confirm: 'DELETE', password, closeWorkspaceIds: [here.workspaceId] },
      headers: { 'X-Idempotency-Key': `leave-${randomUUID()}` },
    };

    const first = await here.call('DELETE /api/v1/auth/me', row);
    const again = await here.call('DELETE /api/v1/auth/me', row);

    expect([first.status, first.body.data.status]).to.deep.equal([200, 'deactivated']);
    expect([again.status, again.headers.get('idempotency-replayed')]).to.deep.equal([200, 'true']);
    expect(again.body.data).to.deep.equal(first.body.data);
    expect((await here.call('DELETE /api/v1/auth/me', { token, body: row.body })).status).to.equal(401);
    expect(here.logLines.join('\n')).to.not.include(password).and.not.include(token);
  });
});

describe('GET /.well-known/jwks.json', () => {
  it('is the bare key set of the signer, for an hour in any cache', async () => {
    const keys = [{ kty: 'OKP', crv: 'Ed25519', kid: 'k1', x: 'AA', alg: 'EdDSA', use: 'sig' }];
    const tokens = Object.assign(new PlainTokenSigner(), { jwks: async () => ({ keys }) });
    const here = await served({ world: await world({ ports: { tokens } }) });

    const { status, headers, body } = await here.call('GET /.well-known/jwks.json');
    await here.close();

    expect([status, headers.get('cache-control')]).to.deep.equal([200, 'public, max-age=3600']);
    expect(headers.get('content-disposition')).to.equal('inline; filename="jwks.json"');
    expect(body).to.deep.equal({ keys });
  });
});
