import { createHash } from 'node:crypto';
import { isFailure } from '@chancery/core';
import { oidcClientContract } from '@chancery/core/testing';
import { expect } from 'chai';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { OpenidOidcClient } from './openid-oidc-client.ts';
import { walk } from './testing/loopback-browser.ts';
import { type Forgery, LoopbackProvider, nativeClientId, webClientId } from './testing/loopback-provider.ts';

const baseUrl = 'https://api.example.com';
const nonce = 'a nonce of the application';
const ada = { subject: '000123.ada', email: 'ada@example.com' };
const aFlow = () => ({ state: 's'.repeat(43), nonce: 'n'.repeat(43), codeVerifier: 'v'.repeat(43) });
const now = () => Math.floor(Date.now() / 1000);

/** A clock that shows the real time plus what a test has added. */
class MovedClock {
  #seconds = 0;
  now(): string {
    return new Date(Date.now() + this.#seconds * 1000).toISOString();
  }
  advance(seconds: number): void {
    this.#seconds += seconds;
  }
}

async function open() {
  const [apple, google] = [
    await LoopbackProvider.open('apple', baseUrl),
    await LoopbackProvider.open('google', baseUrl),
  ];
  const clock = new MovedClock();
  const oidc = new OpenidOidcClient({
    apple: await apple.settings(),
    google: await google.settings(),
    baseUrl,
    clock,
  });
  const at = { apple, google };
  for (const provider of Object.values(at)) provider.person = ada;
  return {
    ...at,
    at,
    clock,
    oidc,
    async close() {
      await Promise.all([apple.close(), google.close()]);
    },
  };
}
type Opened = Awaited<ReturnType<typeof open>>;

oidcClientContract('openid-client', async () => {
  const { at, oidc, apple, close } = await open();
  return {
    oidc,
    async agree(provider, person, authorizationUrl) {
      at[provider].person = person;
      return (await walk(authorizationUrl)).fields.code ?? '';
    },
    idToken(provider, person, wanted) {
      at[provider].person = person;
      return at[provider].idToken(wanted);
    },
    revoked: () => apple.revoked,
    goAway: close,
    close,
  };
});

describe('OpenidOidcClient', () => {
  let opened: Opened;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  for (const [provider, expected] of [
    ['apple', { scope: 'openid name email', response_mode: 'form_post' }],
    ['google', { scope: 'openid email profile' }],
  ] as const)
    it(`OID-1: ${provider} is asked for a code with PKCE, state and nonce, at the configured address`, async () => {
      const flow = aFlow();

      const url = new URL(await opened.oidc.authorize(provider, flow));

      expect(Object.fromEntries(url.searchParams)).to.deep.equal({
        client_id: webClientId,
        response_type: 'code',
        redirect_uri: `${baseUrl}/api/v1/auth/${provider}/callback`,
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: createHash('sha256').update(flow.codeVerifier).digest('base64url'),
        code_challenge_method: 'S256',
        ...expected,
      });
    });

  it('OID-1: Apple posts its answer as a form, Google sends it in the query', async () => {
    const { oidc } = opened;

    const [apple, google] = [
      await walk(await oidc.authorize('apple', aFlow())),
      await walk(await oidc.authorize('google', aFlow())),
    ];

    expect([apple.method, google.method]).to.deep.equal(['POST', 'GET']);
    expect(apple.address).to.equal(`${baseUrl}/api/v1/auth/apple/callback`);
    expect(oidc.isIssuer('google', google.fields.iss ?? '')).to.equal(true);
    expect(oidc.isIssuer('apple', google.fields.iss ?? '')).to.equal(false);
  });

  it('OID-4: refuses metadata that name another issuer than the one that was asked', async () => {
    const { apple, google, clock } = opened;
    const settings = await google.settings();
    // The same provider at another name: what it says of itself is not whom we have asked.
    const issuer = settings.issuer.replace('127.0.0.1', 'localhost');
    const oidc = new OpenidOidcClient({
      ...{ apple: await apple.settings(), google: { ...settings, issuer }, baseUrl, clock },
    });

    const refusal = await oidc.authorize('google', aFlow()).then(
      () => 'none',
      (error: unknown) => (isFailure(error) ? error.code : String(error)),
    );

    expect(refusal).to.equal('dependency.unavailable');
    expect(google.asked).to.include('/.well-known/openid-configuration');
    expect(await opened.oidc.authorize('google', aFlow())).to.include(settings.issuer);
  });

  it('OID-1: refuses a code with another verifier', async () => {
    const { oidc } = opened;
    const flow = aFlow();
    const { fields } = await walk(await oidc.authorize('google', flow));

    const other = { ...flow, codeVerifier: 'w'.repeat(43) };
    expect(await oidc.exchange('google', fields.code ?? '', other)).to.equal('denied');
  });

  it('makes a new secret of Apple for each call, which is valid for five minutes', async () => {
    const { oidc, apple } = opened;
    for (let call = 0; call < 2; call += 1) {
      const flow = aFlow();
      const { fields } = await walk(await oidc.authorize('apple', flow));
      expect(await oidc.exchange('apple', fields.code ?? '', flow)).to.be.an('object');
    }

    expect(new Set(apple.secrets).size).to.equal(2);
    for (const secret of apple.secrets) {
      const { iat = 0, exp = 0 } = decodeJwt(secret);
      expect(decodeProtectedHeader(secret).alg).to.equal('ES256');
      expect(exp - iat).to.equal(300);
    }
  });

  // They are made when they are used, because some contain the present second.
  const good: readonly [string, () => Forgery][] = [
    ['as the provider gives it', () => ({})],
    ['for the web client', () => ({ claims: { aud: webClientId } })],
    [
      'for both clients, authorised by one of them',
      () => ({ claims: { aud: [webClientId, nativeClientId], azp: webClientId } }),
    ],
    ['that ended within the leeway', () => ({ claims: { exp: now() - 30 } })],
    ['that is nearly fifteen minutes old', () => ({ claims: { iat: now() - 840 } })],
  ];
  for (const [what, forgery] of good) {
    it(`OID-4: accepts a code whose ID token comes ${what}`, async () => {
      const { oidc, apple } = opened;
      const flow = aFlow();
      apple.forgery = forgery();
      const { fields } = await walk(await oidc.authorize('apple', flow));

      expect(await oidc.exchange('apple', fields.code ?? '', flow)).to.be.an('object');
    });

    it(`OID-4: accepts an ID token ${what}`, async () => {
      const token = await opened.google.idToken(nonce, forgery());

      expect((await opened.oidc.verifyIdToken('google', token, nonce))?.subject).to.equal(ada.subject);
    });
  }

  const bad: readonly [string, () => Forgery][] = [
    ['of another issuer', () => ({ claims: { iss: 'https://evil.example' } })],
    ['of an issuer that merely begins alike', () => ({ claims: { iss: 'http://127.0.0.1' } })],
    ['for another audience', () => ({ claims: { aud: 'other.example' } })],
    ['for another audience too', () => ({ claims: { aud: [nativeClientId, 'other.example'] } })],
    ['without audience', () => ({ claims: { aud: undefined } })],
    ['authorised for another party', () => ({ claims: { azp: 'other.example' } })],
    ['with another nonce', () => ({ claims: { nonce: 'another' } })],
    ['without nonce', () => ({ claims: { nonce: undefined } })],
    ['that has expired', () => ({ claims: { exp: now() - 90 } })],
    ['without end', () => ({ claims: { exp: undefined } })],
    ['that is older than fifteen minutes', () => ({ claims: { iat: now() - 960, exp: now() + 600 } })],
    ['from the future', () => ({ claims: { iat: now() + 300 } })],
    ['without the time of issue', () => ({ claims: { iat: undefined } })],
    ['without subject', () => ({ claims: { sub: undefined } })],
    ['with an empty subject', () => ({ claims: { sub: '' } })],
    ['with a subject of 256 characters', () => ({ claims: { sub: 's'.repeat(256) } })],
    ['without signature', () => ({ alg: 'none' })],
    ['signed with HS256 over the public key', () => ({ alg: 'HS256' })],
    ['signed with PS256', () => ({ alg: 'PS256' })],
    ['signed with a key of its own', () => ({ otherKey: true })],
  ];
  for (const [what, forgery] of bad) {
    it(`OID-4: refuses an ID token ${what}`, async () => {
      const token = await opened.google.idToken(nonce, forgery());

      expect(await opened.oidc.verifyIdToken('google', token, nonce)).to.equal(null);
    });

    it(`OID-4: refuses a code whose ID token comes ${what}`, async () => {
      const { oidc, apple } = opened;
      const flow = aFlow();
      apple.forgery = forgery();
      const { fields } = await walk(await oidc.authorize('apple', flow));

      expect(await oidc.exchange('apple', fields.code ?? '', flow)).to.equal('invalid');
    });
  }

  /** A client whose clock stands at this many seconds after the tokens below end. */
  const standing = async (seconds: number, end: number) =>
    new OpenidOidcClient({
      apple: null,
      google: await opened.google.settings(),
      baseUrl,
      clock: { now: () => new Date((end + seconds) * 1000).toISOString() },
    });

  it('OID-4: accepts an ID token until sixty seconds after its end, and one that was issued up to fifteen minutes ago', async () => {
    const end = now();
    const verified = async (seconds: number, claims: object) => {
      const token = await opened.google.idToken(nonce, { claims: { iat: end, exp: end, ...claims } });
      return (await (await standing(seconds, end)).verifyIdToken('google', token, nonce)) !== null;
    };

    expect([await verified(59, {}), await verified(60, {})]).to.deep.equal([true, false]);
    const lasting = (age: number) => verified(0, { iat: end - age, exp: end + 600 });
    expect([await lasting(900), await lasting(901)]).to.deep.equal([true, false]);
    expect([await lasting(-60), await lasting(-61)]).to.deep.equal([true, false]);
  });

  it('OID-6: says until when the ID token would be accepted again: sixty seconds after its end', async () => {
    const end = now() + 600;
    const token = await opened.google.idToken(nonce, { claims: { iat: end - 600, exp: end } });

    const proven = await (await standing(-600, end)).verifyIdToken('google', token, nonce);

    expect(proven?.acceptedUntil).to.equal(new Date((end + 60) * 1000).toISOString());
  });

  it('OID-4: only the issuer Google may be written without https in its tokens', () => {
    const settings = { webClientId, nativeClientIds: [], clientSecret: 'secret' };
    const oidc = new OpenidOidcClient({
      apple: null,
      google: { ...settings, issuer: 'https://accounts.google.com' },
      baseUrl,
      clock: opened.clock,
    });

    const names = [
      'https://accounts.google.com',
      'accounts.google.com',
      'http://accounts.google.com',
      'google.com',
    ];
    expect(names.map((name) => oidc.isIssuer('google', name))).to.deep.equal([true, true, false, false]);
  });

  it('OID-5: accepts the nonce of an application as base64url SHA-256 too', async () => {
    const { oidc, apple } = opened;
    const hashed = createHash('sha256').update(nonce).digest('base64url');

    expect(await oidc.verifyIdToken('apple', await apple.idToken(hashed), nonce)).to.not.equal(null);
    expect(await oidc.verifyIdToken('apple', await apple.idToken(nonce), hashed)).to.equal(null);
  });

  it('OID-9: names the domain that Google hosts for the person, if there is one', async () => {
    const hostedDomain = async (claims: Readonly<Record<string, unknown>>) => {
      const token = await opened.google.idToken(nonce, { claims });
      return (await opened.oidc.verifyIdToken('google', token, nonce))?.hostedDomain;
    };

    expect([
      await hostedDomain({ hd: 'example.com' }),
      await hostedDomain({ hd: '' }),
      await hostedDomain({ hd: true }),
      await hostedDomain({}),
    ]).to.deep.equal(['example.com', null, null, null]);
  });

  it('OID-9: an address is verified if the provider says so, as a boolean or, as Apple has done, as text', async () => {
    const isVerified = async (claim: unknown) => {
      const token = await opened.apple.idToken(nonce, { claims: { email_verified: claim } });
      return (await opened.oidc.verifyIdToken('apple', token, nonce))?.emailVerified;
    };

    expect([
      await isVerified(true),
      await isVerified('true'),
      await isVerified(false),
      await isVerified('false'),
      await isVerified(1),
    ]).to.deep.equal([true, true, false, false, false]);
  });

  it('OID-7: fetches the keys again for an unknown key, at most every 30 s', async () => {
    const { oidc, google, clock } = opened;
    const works = async () =>
      (await oidc.verifyIdToken('google', await google.idToken(nonce), nonce)) !== null;
    const fetches = () => google.asked.filter((path) => path === '/jwks').length;
    expect([await works(), fetches()]).to.deep.equal([true, 1]);

    await google.rotateKeys();
    expect([await works(), fetches()]).to.deep.equal([true, 2]);
    await google.rotateKeys();
    expect([await works(), fetches()]).to.deep.equal([false, 2]);
    clock.advance(31);
    expect([await works(), fetches()]).to.deep.equal([true, 3]);
  });

  it('OID-7: uses the known keys for a day while the provider is unavailable', async () => {
    const { oidc, google, clock } = opened;
    const probe = () =>
      oidc.probe('google').then(
        () => 'ok',
        (error) => (isFailure(error) ? error.code : 'fault'),
      );
    expect(await probe()).to.equal('ok');
    await google.goAway();

    clock.advance(23 * 3600);
    expect(await probe()).to.equal('ok');
    clock.advance(3601);
    expect(await probe()).to.equal('dependency.unavailable');
    await google.comeBack();
    expect(await probe()).to.equal('ok');
  });

  it('keeps the refresh token of a native code only if it belongs to the same person', async () => {
    const { oidc, apple } = opened;
    const proven = await oidc.verifyIdToken('apple', await apple.idToken(nonce), nonce);
    if (proven === null) throw new Error('The token proves nothing');
    const nativeCode = async () => {
      const parameters = { client_id: nativeClientId, response_type: 'code', scope: 'openid', nonce: 'n' };
      return (await walk(`${apple.issuer}/auth?${new URLSearchParams(parameters)}`)).fields.code ?? '';
    };

    expect(await oidc.redeemNativeCode('apple', await nativeCode(), proven)).to.be.a('string');
    expect(await oidc.redeemNativeCode('apple', 'no code of theirs', proven)).to.equal(null);
    apple.person = { subject: 'somebody else' };
    expect(await oidc.redeemNativeCode('apple', await nativeCode(), proven)).to.equal(null);
  });
});
