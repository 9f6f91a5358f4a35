import { randomBytes } from 'node:crypto';
import { type World, world } from '@chancery/adapters-persistence/testing';
import { InProcessThrottle } from '@chancery/adapters-services';
import type { Throttled } from '@chancery/core';
import { mostBytesOf, takesFile } from '@chancery/core/internal';
import { expect } from 'chai';
import type { Route } from '../contract/routes.ts';
import { allRoutes } from '../routes/index.ts';
import { pathOf, rawRequest, validBodies } from '../testing/requests.ts';
import { type Answer, type Served, served } from '../testing/served.ts';

const publicRoutes = allRoutes.filter(({ useCase }) => useCase.access === 'anyone');

/** Counts as production does, and tells which rows it holds. */
class OpenCounts extends InProcessThrottle {
  readonly rows = new Set<string>();
  override consume(...asked: Parameters<InProcessThrottle['consume']>) {
    this.rows.add(`${asked[0]}:${asked[1]}`);
    return super.consume(...asked);
  }
  override reset(bucket: string, key: string) {
    this.rows.delete(`${bucket}:${key}`);
    return super.reset(bucket, key);
  }
}

describe('endpoints that anyone may call', () => {
  let here: World;
  let http: Served;
  let throttle: OpenCounts;
  before(async () => {
    throttle = new OpenCounts();
    here = await world({ settings: { rateLimitScale: 0.1 }, ports: { throttle } });
    http = await served({ world: here, trustedProxies: 1 });
  });
  after(() => http.close());
  const somewhere = () => `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`;
  const ask = (route: Route, address: string, payload: object): Promise<Answer> => {
    const raw = rawRequest(route);
    const headers = { 'X-Forwarded-For': address, ...('headers' in raw ? raw.headers : {}) };
    return http.call(`${route.method} ${pathOf(route, {})}` as 'GET /', {
      ...(route.method === 'GET' ? {} : { ...raw, ...payload }),
      headers,
    });
  };
  const allowedOf = ({ useCase }: Route) => Math.ceil((useCase.throttle?.limit ?? 0) * 0.1);

  it('PLT-29: say by what they are throttled, or do not compile', () => {
    // @ts-expect-error whoever may be called by anyone names a throttle
    const unthrottled: Throttled = { access: 'anyone' };

    expect(unthrottled.access).to.equal('anyone');
    for (const { name, useCase } of publicRoutes) {
      expect(useCase.throttle?.limit, name).to.be.within(1, 300);
      expect(useCase.throttle?.windowSeconds, name).to.be.within(60, 3600);
    }
  });

  for (const route of publicRoutes) {
    const { name, useCase, method } = route;

    it(`PLT-29: ${name} is throttled by address for calls that open nothing`, async () => {
      const address = somewhere();
      // Another account each time: the tries at one are limited from wherever they come.
      const bodyOf = () => ({
        ...validBodies[name]?.({}),
        ...(name === 'login' ? { email: `nobody.${randomBytes(6).toString('hex')}@example.com` } : {}),
      });
      const statuses = [];
      for (let index = 0; index <= allowedOf(route); index += 1)
        statuses.push((await ask(route, address, { body: bodyOf() })).status);

      // Plans are for everybody, and a challenge is made for whoever asks: these have nothing to miss.
      if (name === 'listPlans') return;
      expect(statuses.at(-1), String(statuses)).to.equal(429);
      expect(statuses[0]).to.not.equal(429);
      expect((await ask(route, somewhere(), { body: bodyOf() })).status).to.not.equal(429);
    });

    if (method === 'GET' || useCase.body?.form === 'stream') continue;

    // A form is read part by part, each with a bound of its own; as JSON it cannot be read, however short.
    const ofTooLarge = takesFile(useCase) ? 400 : 413;
    it(`PLT-29: ${name} counts bodies that cannot be read, and takes no more than it says`, async () => {
      const address = somewhere();
      const tooLarge = { raw: `{"x":"${'x'.repeat(mostBytesOf(useCase))}"}` };
      const unreadable = useCase.body === undefined ? { raw: '{"x":' } : tooLarge;
      const statuses = [];
      for (let index = 0; index <= allowedOf(route); index += 1)
        statuses.push((await ask(route, address, index === 0 ? tooLarge : unreadable)).status);

      expect(statuses[0]).to.equal(allowedOf(route) === 0 ? 429 : ofTooLarge);
      expect(statuses.at(-1), String(statuses)).to.equal(429);
    });
  }

  it('PLT-29: take at most 64 KiB, except the five that say why they take more', () => {
    const larger = publicRoutes.flatMap(({ name, useCase }) =>
      mostBytesOf(useCase) > 64 * 1024 ? [[name, mostBytesOf(useCase) / 1024]] : [],
    );
    expect(larger).to.have.deep.members([
      ['receiveStripeEvent', 1024],
      ['completeSigning', 1024],
      ['receiveConferenceEvents', 256],
      ['receiveItip', 1024],
      ['decidePortalConsent', 512],
    ]);
    for (const { useCase } of publicRoutes)
      if (useCase.mostBytes !== undefined) expect(useCase.mostBytes.because).to.match(/\w+ .+\.$/);
  });

  it('PLT-29: a thousand random tokens of one network leave one row, and are stopped', async () => {
    const feed = publicRoutes.find(({ name }) => name === 'readCalendarFeed') as Route;
    const address = somewhere();
    const before = throttle.rows.size;
    const statuses = new Map<number, number>();
    for (let index = 0; index < 1000; index += 1) {
      const token = randomBytes(32).toString('base64url');
      const { status } = await http.call(`GET ${pathOf(feed, { token })}` as 'GET /', {
        headers: { 'X-Forwarded-For': address },
      });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }

    expect([...statuses]).to.have.deep.members([
      [404, 3],
      [429, 997],
    ]);
    expect(throttle.rows.size - before).to.equal(1);
  });

  /** Calls from one address, on an installation whose throttles let everything pass but what strangers make grow. */
  async function flooding(line: `POST /${string}`, body: object, idempotencyKeys: boolean) {
    const counted = new InProcessThrottle();
    const open = new OpenCounts();
    open.consume = (bucket, ...asked) =>
      ['security_log', 'kept_refusals'].includes(bucket)
        ? counted.consume(bucket, ...asked)
        : Promise.resolve({ allowed: true, remaining: 9, retryAfterSeconds: 0 });
    const large = await world({
      settings: { rateLimitScale: 1 },
      ports: { throttle: open },
    });
    const flooded = await served({ world: large, trustedProxies: 1 });
    const address = `198.51.${randomBytes(1)[0]}.${randomBytes(1)[0]}`;
    const kept = `${address} ${randomBytes(4).toString('hex')}`;
    const statuses = new Set<number>();
    for (let index = 0; index < 130; index += 1) {
      const headers = {
        'X-Forwarded-For': address,
        ...(idempotencyKeys ? { 'X-Idempotency-Key': `${kept.replace(' ', '-')}-${index}` } : {}),
      };
      statuses.add((await flooded.call(line, { headers, body })).status);
    }
    await flooded.close();
    return { address, statuses: [...statuses], sql: flooded.sql };
  }

  it('PLT-29: garbage in place of provider tokens leaves 120 lines of one network an hour in the security log', async () => {
    const body = { idToken: 'garbage', nonce: 'A'.repeat(16) };
    const { address, statuses, sql } = await flooding('POST /api/v1/auth/google', body, false);

    const [found] = await sql<{ lines: string }>(
      'select count(*) lines from security_log where network = $1',
      [address],
    );
    expect(statuses).to.deep.equal([401]);
    expect(Number(found?.lines)).to.equal(120);
  });

  it('PLT-29: of what one network misses 120 answers an hour are kept for repeats', async () => {
    const count = () => here.sql<{ rows: string }>('select count(*) "rows" from idempotency');
    const [before] = await count();
    const { statuses } = await flooding(
      `POST /api/v1/workspace-invitations/${'A'.repeat(43)}/decline`,
      {},
      true,
    );
    const [after] = await count();

    expect(statuses).to.deep.equal([404]);
    expect(Number(after?.rows) - Number(before?.rows)).to.equal(120);
  });
});
