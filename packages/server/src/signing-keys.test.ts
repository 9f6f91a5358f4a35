import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chanceryHttp } from '@chancery/adapters-http';
import { signingKeyStore, unitOfWork } from '@chancery/adapters-persistence';
import {
  aStranger,
  failureOf,
  postgresDatabase,
  sessionOf,
  world,
} from '@chancery/adapters-persistence/testing';
import { generateSigningKey, JoseTokenSigner, RotatingTokenSigner } from '@chancery/adapters-services';
import { type AccessClaims, health, type KeyRing } from '@chancery/core';
import { expect } from 'chai';
import { createRemoteJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose';
import { pino } from 'pino';
import { useFakeTimers } from 'sinon';

const baseUrl = 'https://api.example.com';
const password = 'correct horse battery staple';

/** Sealing has its own suite; here keys need only come back unchanged. */
const openRing: KeyRing = {
  seal: (bytes) => Uint8Array.from(bytes),
  open: (sealed) => Uint8Array.from(sealed),
  derive: (label) => Buffer.from(label.padEnd(32, '.').slice(0, 32)),
};

type Open = Awaited<ReturnType<typeof postgresDatabase>>;

/** Plays a process of the installation that has read the keys once. */
async function aProcess(database: Open, now: string): Promise<RotatingTokenSigner> {
  const standIn = { ...(await generateSigningKey()), status: 'active' as const };
  const signer = new RotatingTokenSigner({
    signer: new JoseTokenSigner(baseUrl, [standIn]),
    store: signingKeyStore(database),
    keyRing: openRing,
    accessTokenSeconds: 600,
    algorithm: 'EdDSA',
  });
  await signer.load(now);
  return signer;
}

const claimsAt = (now: string, seconds: number): AccessClaims => ({
  sub: `usr_${'0'.repeat(32)}`,
  sid: '01900000-0000-7000-8000-00000000000a',
  wid: null,
  jti: '01900000-0000-7000-8000-00000000000b',
  iat: Date.parse(now) / 1000,
  exp: Date.parse(now) / 1000 + seconds,
  auth_time: Date.parse(now) / 1000,
  amr: ['pwd'],
});
const kidOf = (token: string) => decodeProtectedHeader(token).kid;

describe('the signing keys of an installation', () => {
  let database: Open;
  beforeEach(async () => {
    database = await postgresDatabase();
  });
  afterEach(() => database.close());

  it('SES-11: over two rotations a verifier that caches for an hour never meets an unknown key', async () => {
    const start = '2026-11-23T12:00:00.000Z';
    const tokens = await aProcess(database, start);
    const made = await world({ database, ports: { tokens, unitOfWork: unitOfWork(database) } });
    const { chancery, clock, worker } = made;
    const { handler } = chanceryHttp({
      chancery,
      health: health.createHealth({ probes: [], clock }),
      log: pino({ level: 'silent' }),
      webUrl: baseUrl,
      baseUrl,
    });
    const server = createServer(handler);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/.well-known/jwks.json`;
    // jose reads the clock of the runtime, which therefore follows the virtual one; nothing else reads it.
    const time = useFakeTimers({ now: Date.parse(clock.now()), toFake: ['Date'] });
    const hour = 3_600_000;
    const verifier = createRemoteJWKSet(new URL(address), { cacheMaxAge: hour, cooldownDuration: hour });
    const signedBy = new Set<string | undefined>();
    try {
      const meets = async () => {
        time.setSystemTime(Date.parse(clock.now()));
        const token = await tokens.sign(claimsAt(clock.now(), 600));
        await jwtVerify(token, verifier, { issuer: baseUrl, audience: baseUrl });
        signedBy.add(kidOf(token));
      };
      for (let day = 0; day < 190; day += 1) {
        // It has just cached the keys when the daily check runs, and uses them after it.
        clock.advance({ hours: 23 });
        await meets();
        clock.advance({ minutes: 10 });
        await worker.run('identity.rotate_signing_key');
        await meets();
        clock.advance({ minutes: 50 });
        await meets();
      }
    } finally {
      time.restore();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
    expect(signedBy.size).to.equal(3);
  });

  it('SES-11: lists a key for a day before it signs, and the retired one until its last token has ended', async () => {
    const now = (hours: number, seconds = 0) =>
      new Date(Date.parse('2026-11-23T12:00:00.000Z') + hours * 3_600_000 + seconds * 1000).toISOString();
    const signer = await aProcess(database, now(0));
    const first = kidOf(await signer.sign(claimsAt(now(0), 600)));
    const listed = async () => ((await signer.jwks()) as JSONWebKeySet).keys.map(({ kid }) => kid);

    await signer.rotate(now(1), { asked: true });
    const [second] = (await listed()).filter((kid) => kid !== first);
    expect(await listed()).to.have.members([first, second]);
    await signer.rotate(now(24, 3599));
    expect(kidOf(await signer.sign(claimsAt(now(24, 3599), 600)))).to.equal(first);
    const last = await signer.sign(claimsAt(now(25), 600));

    await signer.rotate(now(25));
    expect(kidOf(await signer.sign(claimsAt(now(25), 600)))).to.equal(second);
    expect(await signer.verify(last, now(25, 599))).to.include({ sub: claimsAt(now(25), 600).sub });
    await signer.load(now(25, 899));
    expect(await listed()).to.have.members([first, second]);
    await signer.load(now(25, 900));
    expect(await listed()).to.deep.equal([second]);
  });

  it('every process verifies with a new key before any signs with it', async () => {
    const now = '2026-11-23T12:00:00.000Z';
    const later = '2026-11-24T12:00:00.000Z';
    const [one, other] = [await aProcess(database, now), await aProcess(database, now)];
    await one.rotate(now, { asked: true });
    await one.rotate(later);

    const token = await one.sign(claimsAt(later, 600));

    expect(await other.verify(token, later)).to.deep.equal(claimsAt(later, 600));
  });

  it('after a theft every earlier access token is refused, by every process, and only refreshing helps', async () => {
    const { chancery, owner, clock } = await world({
      database,
      ports: {
        tokens: await aProcess(database, '2026-11-23T12:00:00.000Z'),
        unitOfWork: unitOfWork(database),
      },
    });
    const session = sessionOf(await chancery.identity.login({ email: owner.email, password }, aStranger()));
    const other = await aProcess(database, clock.now());

    await chancery.ports.tokens.rotate(clock.now(), { immediately: true });

    expect(
      await failureOf(chancery.identity.getMe({}, aStranger({ credential: session.accessToken }))),
    ).to.equal('auth.token_invalid');
    await other.load(clock.now());
    expect(await other.verify(session.accessToken, clock.now())).to.equal('invalid');
    const renewed = await chancery.identity.refreshSession(
      { refreshToken: session.refreshToken },
      aStranger(),
    );
    expect(
      await failureOf(chancery.identity.getMe({}, aStranger({ credential: renewed.accessToken }))),
    ).to.equal('none');
    expect(await other.verify(renewed.accessToken, clock.now())).to.include({ sub: owner.id });
  });
});
