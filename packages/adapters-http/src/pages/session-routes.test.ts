import { enrolTotp } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { openApiDocument } from '../contract/openapi.ts';
import { allRoutes } from '../routes/index.ts';
import { type Call, type Served, served } from '../testing/served.ts';

const webUrl = 'https://chancery.example.com';
const fromPage = { Origin: webUrl, 'Sec-Fetch-Site': 'same-origin' };
const password = 'a long walk by the river';
const steps = [
  'register',
  'login',
  'challenge',
  'passkey',
  'handoff',
  'refresh',
  'logout',
  'logout-all',
] as const;

describe('the session addresses of the pages', () => {
  let http: Served;
  before(async () => {
    http = await served({ webUrl, baseUrl: webUrl });
  });
  after(() => http?.close());

  let persons = 0;
  const newcomer = () => {
    persons += 1;
    return { email: `page.${persons}.${http.owner.email}`, displayName: 'Paula', password };
  };
  const ask = (step: string, { headers, ...call }: Call = {}) =>
    http.call(`POST /session/${step}`, { body: {}, ...call, headers: { ...fromPage, ...headers } });
  type Asked = Awaited<ReturnType<typeof ask>>;
  const cookieOf = ({ headers }: Pick<Asked, 'headers'>) => headers.get('set-cookie') ?? '';
  /** What a browser sends from then on. */
  const kept = (answer: Pick<Asked, 'headers'>) => ({ Cookie: cookieOf(answer).split(';')[0] ?? '' });
  const registered = () => ask('register', { body: newcomer() });

  it('the refresh token travels in a cookie that no sibling host can set, and is nowhere in the answer', async () => {
    const answer = await registered();

    expect(answer.status).to.equal(201);
    expect(cookieOf(answer)).to.match(
      /^__Host-chancery_session=chr_[\w-]+; Path=\/; Expires=\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT; HttpOnly; Secure; SameSite=Strict$/,
    );
    const [, until = ''] = /Expires=([^;]+)/.exec(cookieOf(answer)) ?? [];
    expect(Date.parse(until)).to.equal(
      Math.floor(Date.parse(answer.body.data.refreshTokenExpiresAt) / 1000) * 1000,
    );
    expect(answer.body.data).to.include({ tokenType: 'Bearer' }).and.not.have.property('refreshToken');
    expect(answer.text).to.not.include('chr_');
    expect(answer.headers.get('cache-control')).to.equal('no-store');
  });

  it('without HTTPS the cookie is named otherwise, since browsers would drop it', async () => {
    const plain = await served({ webUrl: 'http://127.0.0.1:8080', baseUrl: 'http://127.0.0.1:8080' });
    const answer = await plain.call('POST /session/register', {
      body: newcomer(),
      headers: { Origin: 'http://127.0.0.1:8080' },
    });
    await plain.close();

    expect(cookieOf(answer)).to.match(
      /^chancery_session=chr_.*; Path=\/session; .*; HttpOnly; SameSite=Strict$/,
    );
  });

  it('SES-1: the cookie renews the session and is replaced; the one before gives the same one again', async () => {
    const first = kept(await registered());

    const renewed = await ask('refresh', { headers: first });
    const again = await ask('refresh', { headers: first });

    expect([renewed.status, again.status]).to.deep.equal([201, 201]);
    expect(kept(renewed)).to.deep.equal(kept(again)).and.not.deep.equal(first);
    expect(
      (await http.call('GET /api/v1/auth/me', { token: renewed.body.data.accessToken })).status,
    ).to.equal(200);
  });

  it('SES-3: a cookie that was superseded for longer ends the session', async () => {
    const first = kept(await registered());
    const second = kept(await ask('refresh', { headers: first }));
    await ask('refresh', { headers: second });

    const reused = await ask('refresh', { headers: first });

    expect([reused.status, reused.body.error.code]).to.deep.equal([401, 'auth.refresh_reused']);
    expect((await ask('refresh', { headers: second })).status).to.equal(401);
  });

  it('SES-9: signing out ends the session and takes the cookie back; so does signing out everywhere', async () => {
    for (const step of ['logout', 'logout-all']) {
      const answer = await registered();
      const token: string = answer.body.data.accessToken;

      const out = await ask(step, { token });

      expect(cookieOf(out)).to.equal(
        '__Host-chancery_session=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Strict',
      );
      expect((await ask('refresh', { headers: kept(answer) })).body.error.code).to.equal(
        'auth.refresh_invalid',
      );
      expect(cookieOf(await ask(step, { token }))).to.equal('');
    }
  });

  it('MFA-5: a sign-in that asks for a second factor sets the cookie with its last step', async () => {
    const { person, ports, clock } = http;
    const armed = await person('member', 'Armed');
    const { secret } = await enrolTotp(http, armed);
    clock.advance({ seconds: 30 });

    const answer = await ask('login', {
      body: { email: armed.email, password: 'correct horse battery staple' },
    });
    const { challengeToken, tokenType } = answer.body.data;
    const totpCode = ports.totp.code(secret, clock.now());
    const session = await ask('challenge', { body: { challengeToken, totpCode } });

    expect([answer.status, tokenType, cookieOf(answer)]).to.deep.equal([201, 'Challenge', '']);
    expect([session.status, session.body.data.tokenType]).to.deep.equal([201, 'Bearer']);
    expect((await ask('refresh', { headers: kept(session) })).status).to.equal(201);
  });

  it('no other site, sibling host, other port or program is answered, whatever cookie comes along', async () => {
    const cookie = kept(await registered());
    const strangers: Record<string, string>[] = [
      { Origin: 'https://evil.example' },
      { Origin: 'https://mail.chancery.example.com', 'Sec-Fetch-Site': 'same-site' },
      { Origin: `${webUrl}:8443`, 'Sec-Fetch-Site': 'same-site' },
      { Origin: 'http://chancery.example.com' },
      { Origin: 'null' },
      { Origin: webUrl, 'Sec-Fetch-Site': 'cross-site' },
      {},
    ];
    for (const step of steps)
      for (const headers of strangers) {
        const answer = await http.call(`POST /session/${step}`, {
          body: step === 'register' ? newcomer() : {},
          headers: { ...cookie, ...headers },
        });
        expect([step, headers.Origin, answer.status, answer.body.error.code]).to.deep.equal([
          step,
          headers.Origin,
          403,
          'permission.denied',
        ]);
        expect(cookieOf(answer)).to.equal('');
      }
    expect((await ask('refresh', { headers: cookie })).status).to.equal(201);
  });

  it('a page without the cookie is told that nobody is signed in, by the field that is missing', async () => {
    const { status, body } = await ask('refresh');
    expect([status, body.error.details[0]?.path]).to.deep.equal([400, '/header/cookie']);
  });

  it('a refresh token in the body is refused: the cookie of this browser alone says who goes on', async () => {
    const stranger = await http.call('POST /api/v1/auth/register', { body: newcomer() });
    const { refreshToken } = stranger.body.data;
    for (const headers of [{}, kept(await registered())]) {
      const answer = await ask('refresh', { body: { refreshToken }, headers });
      expect([answer.status, answer.body.error.details]).to.deep.equal([
        400,
        [
          {
            path: '/body/refreshToken',
            code: 'field.unknown',
            message: 'This field travels in a cookie; leave it out of the body.',
          },
        ],
      ]);
      expect(cookieOf(answer)).to.equal('');
    }
  });

  it('what programs are answered has no cookie and all of the session', async () => {
    const { headers, body } = await http.call('POST /api/v1/auth/register', { body: newcomer() });
    expect(headers.get('set-cookie')).to.equal(null);
    expect(body.data.refreshToken).to.match(/^chr_/);
  });

  it('none of them is part of the API, or there if another web app is configured', async () => {
    const paths = Object.keys((openApiDocument(webUrl, allRoutes) as { paths: object }).paths);
    expect(paths.filter((path) => path.startsWith('/session'))).to.deep.equal([]);
    const elsewhere = await served();
    for (const step of steps)
      expect(
        (await elsewhere.call(`POST /session/${step}`, { body: {}, headers: { Origin: webUrl } })).status,
      ).to.equal(404);
    await elsewhere.close();
  });

  it('they take POST alone', async () => {
    for (const step of steps) expect((await http.call(`GET /session/${step}`)).status).to.equal(405);
  });
});
