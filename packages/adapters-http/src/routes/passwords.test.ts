import { randomBytes } from 'node:crypto';
import { mailedToken as tokenOf } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { allRoutes } from '../routes/index.ts';
import { type Answer, type Served, served } from '../testing/served.ts';

const password = 'correct horse battery staple';
const anybody = () => `anybody.${randomBytes(6).toString('hex')}@example.com`;
const ownNetwork = () => ({ 'X-Forwarded-For': `2001:db8:${randomBytes(2).toString('hex')}:9::1` });

/** All of an answer but what names the request and its time. */
const bare = ({ status, headers, text }: Answer) => ({
  status,
  body: text.replace(/,"meta":\{[^}]*\}/, ''),
  headers: [...headers].filter(([name]) => !['date', 'x-request-id', 'x-correlation-id'].includes(name)),
});

describe('the endpoints of passwords and addresses', () => {
  let http: Served;
  let token: string;
  let claimed: string;
  before(async () => {
    http = await served({ trustedProxies: 1 });
    token = http.owner.session.credential ?? '';
    claimed = anybody();
    await register(claimed);
  });
  after(() => http.close());
  const post = (path: string, body: object, over: object = {}) =>
    http.call(`POST /api/v1/auth/${path}`, { body, headers: ownNetwork(), ...over });
  const register = (email: string) => post('register', { email, password, displayName: 'Claimant' });
  const mailedToken = (address: string, page: string) => tokenOf(http, address, page);

  for (const [path, body, over] of [
    ['login', (email: string) => ({ email, password: 'wrong horse battery staple' }), () => ({})],
    ['forgot-password', (email: string) => ({ email }), () => ({})],
    ['resend-email-verification', (email: string) => ({ email }), () => ({})],
    ['email-change/request', (newEmail: string) => ({ newEmail, password }), () => ({ token })],
  ] as const) {
    it(`AUT-3: ${path} answers byte for byte alike for an owned, a claimed and an unknown address`, async () => {
      const other = await http.stranger();
      // All three of one length, so that an answer that repeats one has the same length too.
      const addresses = [other.email, claimed, anybody()];

      const answers = [];
      for (const email of addresses) {
        const answer = bare(await post(path, body(email), over()));
        answers.push({ ...answer, body: answer.body.replace(email, 'the address') });
      }

      expect(answers[1]).to.deep.equal(answers[0]);
      expect(answers[2]).to.deep.equal(answers[0]);
      expect(answers[0]?.status).to.equal(path === 'login' ? 401 : 201);
    });
  }

  it('PLT-14: every answer of identity is sent with no-store, refused or not', async () => {
    const rows = allRoutes.filter(({ path }) => path.startsWith('/api/v1/auth/'));
    const path = (pattern: string) => pattern.replace(/\{\w+\}/g, '0190a000-0000-7000-8000-000000000000');

    for (const { method, path: pattern } of rows) {
      const refused = await http.call(`${method} ${path(pattern)}` as 'GET /', {
        ...(method === 'GET' ? {} : { body: {} }),
        headers: ownNetwork(),
      });
      expect(refused.headers.get('cache-control'), `${method} ${pattern}`).to.equal('no-store');
    }
    const me = await http.call('GET /api/v1/auth/me', { token });
    const asked = await post('forgot-password', { email: anybody() });
    expect([me, asked].map(({ status, headers }) => [status, headers.get('cache-control')])).to.deep.equal([
      [200, 'no-store'],
      [201, 'no-store'],
    ]);
    expect(rows.length).to.be.greaterThan(10);
  });

  it('AUT-15: opening a link with GET spends nothing, and the server never sees its token', async () => {
    const { owner } = http;
    await post('forgot-password', { email: owner.email });
    const reset = await mailedToken(owner.email, 'reset-password');
    const url = new URL(`${http.baseUrl}/reset-password#token=${reset}`);

    await fetch(url);
    const scanned = await http.call(`GET /api/v1/auth/reset-password?token=${reset}`);

    expect(scanned.status).to.be.within(404, 405);
    expect(http.logLines.join('')).to.not.include(reset);
    const answer = await post('reset-password', { token: reset, newPassword: `${password} again` });
    expect([answer.status, answer.body.data.passwordChanged]).to.deep.equal([201, true]);
  });

  it('AUT-9, AUT-12: the links of a change of address each work once', async () => {
    const ann = await http.stranger();
    const own = { token: ann.session.credential };
    const newEmail = anybody();

    const asked = await post('email-change/request', { newEmail, password }, own);
    const link = { token: await mailedToken(newEmail, 'confirm-email') };
    const confirmed = await post('email-change/confirm', link);
    const again = await post('email-change/confirm', link);
    const undo = { token: await mailedToken(ann.email, 'revert-email') };
    const reverted = await post('email-change/revert', undo);
    const undone = await post('email-change/revert', undo);

    expect([asked, confirmed, reverted].map(({ status, body }) => [status, body.data])).to.deep.equal([
      [201, { accepted: true, pendingEmail: newEmail, expiresAt: '2026-11-24T12:00:00.000Z' }],
      [201, { emailChanged: true, email: newEmail }],
      [201, { emailReverted: true, email: ann.email, revokedSessionCount: 1 }],
    ]);
    expect([again, undone].map(({ status, body }) => [status, body.error.code])).to.deep.equal([
      [410, 'link.gone'],
      [410, 'link.gone'],
    ]);
    expect((await http.call('GET /api/v1/auth/me', own)).status).to.equal(401);
  });

  it('PWD-5: a password of more than 4096 bytes is refused before anything is hashed', async () => {
    const before = http.ports.passwords.hashings;
    const long = '漢'.repeat(1366);

    const answers = [
      await post('login', { email: claimed, password: long }),
      await post('register', { email: anybody(), password: long, displayName: 'Long' }),
      await post('reset-password', { token: 'x'.repeat(43), newPassword: long }),
    ];

    expect(answers.map(({ status, body }) => [status, body.error.code])).to.deep.equal(
      Array(3).fill([400, 'request.invalid']),
    );
    expect(http.ports.passwords.hashings).to.equal(before);
  });
});
