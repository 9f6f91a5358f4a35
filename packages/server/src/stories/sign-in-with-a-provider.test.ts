import { createHash, randomBytes } from 'node:crypto';
import {
  type Brought,
  LoopbackProvider,
  nativeClientId,
  type ProviderPerson,
  walk,
} from '@chancery/adapters-services/testing/providers';
import { expect } from 'chai';
import { type Installation, openInstallation } from './testing/installation.ts';

type Provider = 'apple' | 'google';
const rolesOf = ['apple', 'google'] as const;
const baseUrl = 'https://api.example.com';
const webUrl = 'https://app.example.com';
const page = { accept: 'text/html,application/xhtml+xml' };
const aVerifier = () => randomBytes(32).toString('base64url');
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');
const aPerson = (over: Partial<ProviderPerson> = {}): ProviderPerson => ({
  subject: randomBytes(8).toString('hex'),
  ...over,
});

describe('story: signing in at a provider (platform 10, walk-through 4)', () => {
  let installation: Installation;
  let at: Readonly<Record<Provider, LoopbackProvider>>;
  before(async () => {
    at = {
      apple: await LoopbackProvider.open('apple', baseUrl),
      google: await LoopbackProvider.open('google', baseUrl),
    };
    installation = await openInstallation({
      CHANCERY_BASE_URL: baseUrl,
      // By default people register by invitation only where others can reach the server.
      CHANCERY_REGISTRATION: 'open',
      CHANCERY_WEB_URL: webUrl,
      CHANCERY_RATE_LIMIT_SCALE: '10',
      ...(await at.apple.environment()),
      ...(await at.google.environment()),
    });
  });
  after(async () => {
    await installation?.close();
    for (const provider of rolesOf) await at?.[provider].close();
  });

  interface Answer {
    readonly status: number;
    readonly headers: Headers;
    readonly text: string;
    // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the endpoint answered
    readonly body: any;
  }

  async function call(line: string, init: RequestInit = {}): Promise<Answer> {
    const [method = '', path = ''] = line.split(' ');
    const response = await fetch(`${installation.listening}/api/v1/auth${path}`, {
      method,
      redirect: 'manual',
      ...init,
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : null,
    };
  }
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    call(`POST ${path}`, {
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const start = (
    provider: Provider,
    query: Record<string, string> = {},
    headers: Record<string, string> = {},
  ) => call(`GET /${provider}/start?${new URLSearchParams(query)}`, { headers });
  /** Brings the answer of the provider to Chancery, as the browser does. */
  function bring(
    { method, address, fields }: Brought,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    expect(address.startsWith(`${baseUrl}/api/v1/auth/`)).to.equal(true);
    const path = address.slice(`${baseUrl}/api/v1/auth`.length);
    const form = new URLSearchParams(fields);
    return method === 'GET'
      ? call(`GET ${path}?${form}`, { headers })
      : call(`POST ${path}`, { headers, body: form });
  }
  const handOff = async (provider: Provider, person: ProviderPerson, query: Record<string, string> = {}) => {
    at[provider].person = person;
    const verifier = aVerifier();
    const begun = await start(provider, { handoffChallenge: challengeOf(verifier), ...query });
    const brought = await walk(begun.body.data.authorizationUrl);
    return { verifier, begun, brought };
  };
  const codeIn = ({ text }: Answer): string => /#handoff=([\w-]{43})"/.exec(text)?.[1] ?? '';
  const codeOf = ({ body }: Answer): string => body?.error?.code ?? 'none';
  const redeem = (handoffCode: string, handoffVerifier: string) =>
    post('/handoff', { handoffCode, handoffVerifier });
  const cookieOf = ({ headers }: Answer): string => headers.get('set-cookie') ?? '';
  const session = async (provider: Provider, person: ProviderPerson) => {
    at[provider].person = person;
    const nonce = aVerifier();
    const token = await at[provider].idToken(nonce);
    return post(`/${provider}`, { [provider === 'apple' ? 'identityToken' : 'idToken']: token, nonce });
  };

  for (const [provider, status] of [
    ['apple', 201],
    ['google', 200],
  ] as const) {
    describe(provider, () => {
      it('OID-14: ends on a page of the web app, through a page without script that must not be cached or framed', async () => {
        const person = aPerson({ email: `${aVerifier()}@icloud.com`, name: 'Ada' });
        const { verifier, brought } = await handOff(provider, person, { redirectTo: '/meetings?day=today' });

        const answer = await bring(brought, page);

        expect(answer.status).to.equal(status);
        expect(answer.text).to.not.match(/<script|\son\w+=/i);
        expect(answer.text).to.include(`url=${webUrl}/meetings?day=today#handoff=`);
        const headers = ['content-type', 'content-security-policy', 'referrer-policy', 'cache-control'];
        expect(headers.map((name) => answer.headers.get(name))).to.deep.equal([
          'text/html; charset=utf-8',
          "default-src 'none'; frame-ancestors 'none'",
          'no-referrer',
          'no-store',
        ]);
        expect(answer.headers.get('set-cookie')).to.equal(null);
        const signedIn = await redeem(codeIn(answer), verifier);
        expect(signedIn.status).to.equal(201);
        expect(signedIn.body.data).to.include({ tokenType: 'Bearer', isNewUser: true });
        expect(signedIn.body.data.user.identities[0].provider).to.equal(provider);
      });

      it('OID-3: with a hand-off no cookie is set, and the code is useless without the verifier, spent and after 60 s', async () => {
        const { verifier, begun, brought } = await handOff(provider, aPerson());
        expect(begun.headers.get('set-cookie')).to.equal(null);
        expect(begun.body.data).to.have.all.keys('authorizationUrl', 'state', 'expiresAt');
        const answer = await bring(brought, { accept: 'application/json' });
        expect(answer.body.data).to.have.all.keys('handoffCode', 'expiresAt', 'redirectUrl');
        const { handoffCode } = answer.body.data;

        const other = await redeem(handoffCode, aVerifier());
        expect([other.status, codeOf(other)]).to.deep.equal([401, 'auth.handoff_invalid']);
        expect(codeOf(await redeem(handoffCode, verifier))).to.equal('none');
        expect(codeOf(await redeem(handoffCode, verifier))).to.equal('auth.handoff_invalid');

        const late = await handOff(provider, aPerson());
        const lateCode = codeIn(await bring(late.brought, page));
        installation.advance(61);
        expect(codeOf(await redeem(lateCode, late.verifier))).to.equal('auth.handoff_invalid');
        installation.advance(-61);
      });

      it('OID-3: without a hand-off the cookie of this browser is set and required, and the answer is the session', async () => {
        at[provider].person = aPerson();
        const begun = await start(provider);
        const brought = await walk(begun.body.data.authorizationUrl);
        const [cookie = '', ...attributes] = cookieOf(begun).split('; ');

        expect(cookie).to.match(/^__Host-chancery_flow=[\w-]{43}$/);
        expect(begun.text).to.not.include(cookie.split('=')[1]);
        expect(attributes).to.have.members([
          'Path=/',
          'Max-Age=600',
          'HttpOnly',
          'Secure',
          `SameSite=${provider === 'apple' ? 'None' : 'Lax'}`,
        ]);
        const answer = await bring(brought, { cookie: `other=1; ${cookie}` });
        expect(answer.status).to.equal(status);
        expect(answer.body.data).to.include({ tokenType: 'Bearer', isNewUser: true });
      });

      it('OID-2: the first answer uses up the state, even if it comes from another browser', async () => {
        at[provider].person = aPerson();
        const begun = await start(provider);
        const brought = await walk(begun.body.data.authorizationUrl);
        const [cookie = ''] = cookieOf(begun).split('; ');

        const without = await bring(brought);
        expect([without.status, codeOf(without)]).to.deep.equal([400, 'auth.state_invalid']);
        expect(codeOf(await bring(brought, { cookie }))).to.equal('auth.state_invalid');
        const asked = at[provider].asked.length;
        const { brought: replayed } = await handOff(provider, aPerson());
        expect(codeOf(await bring(replayed, { accept: 'application/json' }))).to.equal('none');
        expect(codeOf(await bring(replayed))).to.equal('auth.state_invalid');
        // Only the one good answer had its code exchanged.
        expect(at[provider].asked.slice(asked).filter((path) => path === '/token')).to.have.lengthOf(1);
      });

      it('OID-2: the state is valid for ten minutes, for its own provider', async () => {
        const late = await handOff(provider, aPerson());
        installation.advance(601);
        expect(codeOf(await bring(late.brought))).to.equal('auth.state_invalid');
        installation.advance(-601);

        const { brought } = await handOff(provider, aPerson());
        const other = provider === 'apple' ? 'google' : 'apple';
        const elsewhere: Brought = {
          method: other === 'apple' ? 'POST' : 'GET',
          address: `${baseUrl}/api/v1/auth/${other}/callback`,
          fields: brought.fields,
        };
        expect(codeOf(await bring(elsewhere))).to.equal('auth.state_invalid');
      });

      it('says that the person did not agree', async () => {
        at[provider].denies = true;
        const { brought } = await handOff(provider, aPerson());
        at[provider].denies = false;

        const answer = await bring(brought);
        expect([answer.status, codeOf(answer)]).to.deep.equal([400, 'auth.provider_denied']);
        const read = await bring(brought, page);
        expect(read.status).to.equal(400);
        expect(read.text)
          .to.include(webUrl)
          .and.not.match(/<script/i);
      });

      for (const [what, forgery] of [
        ['another issuer', { claims: { iss: 'https://evil.example' } }],
        ['another audience', { claims: { aud: 'other.example' } }],
        ['another nonce', { claims: { nonce: 'another' } }],
        ['an old time of issue', { claims: { iat: Math.floor(Date.now() / 1000) - 960 } }],
        ['an end that is past', { claims: { exp: Math.floor(Date.now() / 1000) - 90 } }],
        ['a key of its own', { otherKey: true }],
      ] as const)
        it(`OID-15: refuses a token with ${what}, exchanged and native`, async () => {
          at[provider].forgery = forgery;
          const { brought } = await handOff(provider, aPerson());
          const answer = await bring(brought);
          at[provider].forgery = null;
          expect([answer.status, codeOf(answer)]).to.deep.equal([401, 'auth.id_token_invalid']);

          const nonce = aVerifier();
          const token = await at[provider].idToken(nonce, forgery);
          const field = provider === 'apple' ? 'identityToken' : 'idToken';
          const native = await post(`/${provider}`, { [field]: token, nonce });
          expect([native.status, codeOf(native)]).to.deep.equal([401, 'auth.id_token_invalid']);
        });

      it('OID-15: a sign-in after the provider changed its keys works', async () => {
        expect((await session(provider, aPerson())).status).to.equal(201);

        await at[provider].rotateKeys();

        expect((await session(provider, aPerson())).status).to.equal(201);
        const { verifier, brought } = await handOff(provider, aPerson());
        expect((await redeem(codeIn(await bring(brought, page)), verifier)).status).to.equal(201);
      });

      it('OID-6: a native token is accepted once', async () => {
        at[provider].person = aPerson();
        const nonce = aVerifier();
        const field = provider === 'apple' ? 'identityToken' : 'idToken';
        const body = {
          [field]: await at[provider].idToken(nonce, { claims: { aud: nativeClientId } }),
          nonce,
        };

        const [first, second] = [await post(`/${provider}`, body), await post(`/${provider}`, body)];
        expect([first.status, second.status]).to.deep.equal([201, 401]);
        expect(codeOf(second)).to.equal('auth.id_token_replayed');
      });

      it('redirects a browser to the provider by itself, without script', async () => {
        const answer = await start(provider, { handoffChallenge: challengeOf(aVerifier()) }, page);

        expect(answer.text)
          .to.include(`url=${at[provider].issuer}/auth?`)
          .and.not.match(/<script/i);
        expect(answer.headers.get('content-security-policy')).to.include("default-src 'none'");
      });
    });
  }

  it('OID-10: links to the person who began, as soon as the verifier is presented', async () => {
    const own = aPerson();
    const { accessToken, user } = (await session('google', own)).body.data;
    const authorization = `Bearer ${accessToken}`;
    at.apple.person = aPerson();
    const verifier = aVerifier();
    const query = { intent: 'link', handoffChallenge: challengeOf(verifier) };

    expect(codeOf(await start('apple', query))).to.equal('auth.required');
    const begun = await start('apple', query, { authorization });
    const answer = await bring(await walk(begun.body.data.authorizationUrl), page);
    const linked = await redeem(codeIn(answer), verifier);

    expect(linked.body.data).to.have.all.keys('identity');
    expect((await session('apple', at.apple.person)).body.data.user.id).to.equal(user.id);
  });

  it('OID-12: the name that Apple posts once is the name of a new account', async () => {
    const { verifier, brought } = await handOff('apple', aPerson({ email: `${aVerifier()}@me.com` }));
    const user = JSON.stringify({
      name: { firstName: 'Ada', lastName: '<Lovelace>' },
      email: 'x@example.com',
    });

    const answer = await bring({ ...brought, fields: { ...brought.fields, user } }, page);
    const { data } = (await redeem(codeIn(answer), verifier)).body;

    expect(data.user.displayName).to.equal('Ada <Lovelace>');
  });

  for (const redirectTo of [
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    'meetings',
    '/a\nb',
    '/a#b',
    '',
  ])
    it(`OID-13: does not go to ${JSON.stringify(redirectTo)}`, async () => {
      const answer = await start('google', { redirectTo });

      expect(answer.status).to.equal(400);
      expect(answer.body.error.details[0]).to.include({
        path: '/query/redirectTo',
        code: 'auth.redirect_not_allowed',
      });
    });

  it('OID-7: while a provider is unavailable, only sign-ins there answer 503', async () => {
    const { accessToken } = (await session('google', aPerson())).body.data;
    const nonce = aVerifier();
    const identityToken = await at.apple.idToken(nonce);
    const { brought } = await handOff('apple', aPerson());
    await at.apple.goAway();
    try {
      expect((await bring(brought)).status).to.equal(503);
      installation.advance(90_000);
      expect((await post('/apple', { identityToken, nonce })).status).to.equal(503);
      installation.advance(-90_000);
      expect((await session('google', aPerson())).status).to.equal(201);
      const me = await call('GET /me', { headers: { authorization: `Bearer ${accessToken}` } });
      expect(me.status).to.equal(200);
    } finally {
      await at.apple.comeBack();
    }
  });
});

describe('story: an installation without providers', () => {
  it('says that they are not offered', async () => {
    const installation = await openInstallation();
    const call = async (path: string, body?: object) => {
      const response = await fetch(`${installation.listening}/api/v1/auth${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        ...(body === undefined
          ? {}
          : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      });
      const { error } = (await response.json()) as { error: { code: string } };
      return `${response.status} ${error.code}`;
    };
    const nonce = aVerifier();
    try {
      expect(await call('/apple/start')).to.equal('404 auth.provider_not_configured');
      expect(await call('/google/start')).to.equal('404 auth.provider_not_configured');
      expect(await call('/apple', { identityToken: 'x', nonce })).to.equal(
        '404 auth.provider_not_configured',
      );
      expect(await call('/google', { idToken: 'x', nonce })).to.equal('404 auth.provider_not_configured');
    } finally {
      await installation.close();
    }
  });

  it('THR-9: hand-off codes can be tried thirty times a minute from one address', async () => {
    const installation = await openInstallation();
    const guess = async () => {
      const response = await fetch(`${installation.listening}/api/v1/auth/handoff`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ handoffCode: aVerifier(), handoffVerifier: aVerifier() }),
      });
      return response.status;
    };
    try {
      const statuses: number[] = [];
      for (let i = 0; i < 31; i += 1) statuses.push(await guess());

      expect(statuses).to.deep.equal([...Array(30).fill(401), 429]);
    } finally {
      await installation.close();
    }
  });
});
