import { expect } from 'chai';
import { Client, type ClientOptions, type ResponseFacts } from './client.ts';
import {
  AuthenticationError,
  type ChanceryError,
  ConnectionError,
  RateLimitError,
  TimeoutError,
  ValidationError,
} from './errors.ts';
import { memorySession } from './session.ts';
import { type Answer, failure, type Seen, serviceDouble, success } from './testing/service-double.ts';

describe('Client', () => {
  const open: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of open.splice(0)) await close();
  });

  async function client(
    answer: (request: Seen, index: number) => Answer,
    options: Partial<ClientOptions> = {},
  ) {
    const { baseUrl, requests, close } = await serviceDouble(answer);
    open.push(close);
    const waits: number[] = [];
    const wait = async (delayMs: number) => {
      waits.push(delayMs);
    };
    return { client: new Client({ baseUrl, apiKey: 'chan_live_x', wait, ...options }), requests, waits };
  }
  const errorOf = (call: Promise<unknown>) =>
    call.then(
      () => expect.fail('the call should have failed'),
      (error: unknown) => error as ChanceryError, // each test then says which error it is
    );

  it('sends the key, an idempotency key and the body, and gives data', async () => {
    const { client: chancery, requests } = await client(() => success({ id: 'a' }, 201));

    const data = await chancery.call('POST /api/v1/things/{thingId}/void', {
      thingId: 'a/b',
      reason: 'x',
      gone: undefined,
    });

    expect(data).to.deep.equal({ id: 'a' });
    const [request] = requests;
    expect(request).to.deep.include({
      method: 'POST',
      path: '/api/v1/things/a%2Fb/void',
      body: { reason: 'x' },
    });
    expect(request?.headers.authorization).to.equal('Bearer chan_live_x');
    expect(request?.headers['x-idempotency-key']).to.match(/^[0-9a-f-]{36}$/);
  });

  it('sends bytes with their length and as they are, again too, without an idempotency key where none is needed', async () => {
    const { client: chancery, requests } = await client((_, index) =>
      index === 0 ? { status: 503 } : success({}),
    );
    const text = Array.from({ length: 200_000 }, (_, at) => `${at % 9973} `).join('');
    const bytes = new TextEncoder().encode(text);

    await chancery.send('POST /api/v1/things', {}, bytes, {
      idempotencyKey: null,
      headers: { 'content-type': 'application/octet-stream' },
    });

    expect(requests).to.have.length(2);
    for (const { headers, body } of requests) {
      expect(headers).to.include({ 'content-length': String(bytes.length) });
      expect(headers).not.to.have.any.keys('transfer-encoding', 'x-idempotency-key');
      expect(body === text).to.equal(true);
    }
  });

  it('sends a fresh idempotency key in browsers that have no randomUUID, as without HTTPS', async () => {
    const described = Object.getOwnPropertyDescriptor(crypto, 'randomUUID');
    Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
    try {
      const { client: chancery, requests } = await client(() => success('in'));
      for (const _ of [1, 2]) await chancery.call('POST /api/v1/projects', {});
      const keys = requests.map(({ headers }) => headers['x-idempotency-key']);
      expect(keys[0])
        .to.match(/^[0-9a-f]{32}$/)
        .and.not.equal(keys[1]);
    } finally {
      if (described === undefined) Reflect.deleteProperty(crypto, 'randomUUID');
      else Object.defineProperty(crypto, 'randomUUID', described);
    }
  });

  it('repeats a POST that failed temporarily, with the same idempotency key', async () => {
    const {
      client: chancery,
      requests,
      waits,
    } = await client((_, index) =>
      index < 2 ? failure(503, 'dependency.unavailable') : success('done', 201),
    );

    expect(await chancery.call('POST /api/v1/things', {})).to.equal('done');

    const keys = requests.map(({ headers }) => headers['x-idempotency-key']);
    expect(new Set(keys).size).to.equal(1);
    expect(waits).to.have.length(2);
    expect(waits[0]).to.be.within(0, 500);
    expect(waits[1]).to.be.within(0, 1000);
  });

  it('PLT-5: repeats while the first request with the key is in flight', async () => {
    const busy = failure(409, 'idempotency.in_flight', 'Wait.', {}, { 'retry-after': '1' });
    const { client: chancery, waits } = await client((_, index) => (index < 1 ? busy : success('done', 201)));

    expect(await chancery.call('POST /api/v1/things', {})).to.equal('done');
    expect(waits[0]).to.be.within(1000, 1500);
  });

  for (const [form, header] of [
    ['seconds', () => '7'],
    ['an HTTP date', () => new Date(Date.now() + 7500).toUTCString()],
  ] as const) {
    it(`waits as long as Retry-After says in ${form}`, async () => {
      const { client: chancery, waits } = await client((_, index) =>
        index < 1 ? failure(429, 'rate_limited', 'Wait.', {}, { 'retry-after': header() }) : success(1),
      );
      await chancery.call('GET /api/v1/things');
      expect(waits[0]).to.be.within(6000, 8000);
    });
  }

  it('gives up at once if Retry-After is too long to wait, and says how long it is', async () => {
    const { client: chancery, waits } = await client(() =>
      failure(429, 'rate_limited', 'Wait.', { retryAfterSeconds: 3600 }),
    );
    const error = await errorOf(chancery.call('GET /api/v1/things'));

    expect(error).to.be.instanceOf(RateLimitError).and.include({ retryAfterSeconds: 3600 });
    expect(waits).to.deep.equal([]);
  });

  it('does not repeat a change without an idempotency key', async () => {
    const { client: chancery, requests } = await client(() => failure(503, 'dependency.unavailable'));
    await errorOf(chancery.call('PATCH /api/v1/things/{id}', { id: '1' }));
    expect(requests).to.have.length(1);

    await errorOf(
      chancery.call('PATCH /api/v1/things/{id}', { id: '1' }, { idempotencyKey: 'mine', maxRetries: 1 }),
    );
    expect(requests).to.have.length(3);
  });

  it('does not repeat what would fail again', async () => {
    const details = [{ path: '/query/limit', code: 'too_big', message: 'At most 200.' }];
    const { client: chancery, requests } = await client(() =>
      failure(400, 'request.invalid', 'Correct it.', { details }),
    );
    const error = await errorOf(chancery.call('GET /api/v1/things', { limit: 900 }));

    expect(requests).to.have.length(1);
    expect(error).to.be.instanceOf(ValidationError);
    expect(error).to.deep.include({
      code: 'request.invalid',
      message: 'Correct it.',
      status: 400,
      details,
      requestId: '01900000-0000-7000-8000-000000000001',
      retryAfterSeconds: null,
    });
  });

  it('repeats a read whose connection broke, then reports the break', async () => {
    const { client: chancery, requests } = await client(() => ({ instead: 'broken' }));
    const error = await errorOf(chancery.call('GET /api/v1/things'));

    expect(error).to.be.instanceOf(ConnectionError).and.include({ code: 'connection', status: null });
    expect(requests).to.have.length(3);
  });

  it('ends an attempt that takes too long', async () => {
    const { client: chancery } = await client(() => ({ instead: 'never' }), { timeoutMs: 30, maxRetries: 0 });
    expect(await errorOf(chancery.call('GET /api/v1/things'))).to.be.instanceOf(TimeoutError);
  });

  it('stops when the caller aborts, with the reason of the caller, and does not repeat', async () => {
    const abort = new AbortController();
    const reason = new Error('changed my mind');
    const { client: chancery, requests } = await client(() => {
      abort.abort(reason);
      return { instead: 'never' };
    });
    expect(await errorOf(chancery.call('GET /api/v1/things', {}, { signal: abort.signal }))).to.equal(reason);
    expect(requests).to.have.length(1);
  });

  it('passes the facts of the answer to onResponse', async () => {
    const { client: chancery } = await client((_, index) =>
      index < 1 ? failure(500, 'internal.unexpected') : success(1, 201, { 'idempotency-replayed': 'true' }),
    );
    const seen: ResponseFacts[] = [];
    await chancery.call('POST /api/v1/things', {}, { onResponse: (response) => seen.push(response) });

    expect(seen.map(({ status, replayed, attempts }) => ({ status, replayed, attempts }))).to.deep.equal([
      { status: 500, replayed: false, attempts: 1 },
      { status: 201, replayed: true, attempts: 2 },
    ]);
    expect(seen[1]?.requestId).to.equal('01900000-0000-7000-8000-000000000001');
  });

  it('reads a failure without an envelope, such as a health body or a page of a proxy', async () => {
    const report = { status: 'draining', dependencies: [] };
    const { client: chancery } = await client(({ path }) =>
      path === '/api/health' ? { status: 503, body: report } : { status: 502, body: '<h1>Bad gateway</h1>' },
    );
    const quick = { maxRetries: 0 };

    const drained = await errorOf(chancery.call('GET /api/health', {}, quick));
    expect(drained).to.deep.include({
      name: 'UnavailableError',
      code: 'dependency.unavailable',
      body: report,
    });
    const proxied = await errorOf(chancery.call('GET /api/v1/things', {}, quick));
    expect(proxied).to.include({ name: 'UnavailableError', code: 'http.502' });
  });

  it('says so when the address answers with something other than the API', async () => {
    const { client: chancery } = await client(() => ({ body: '<html></html>' }));
    expect(await errorOf(chancery.call('GET /api/v1/things'))).to.include({ code: 'response.malformed' });
  });

  it('gives bytes unread from download', async () => {
    const { client: chancery } = await client(() => ({
      body: 'BEGIN:VCALENDAR',
      headers: {
        'content-type': 'text/calendar',
        'content-disposition': `attachment; filename="a?.ics"; filename*=UTF-8''%C3%A4.ics`,
        etag: '"1"',
      },
    }));
    const { stream, response, ...rest } = await chancery.download(
      'GET /api/v1/meetings/{meetingId}/calendar',
      { meetingId: '1' },
    );
    expect(rest).to.deep.equal({
      sizeBytes: null,
      mediaType: 'text/calendar',
      fileName: 'ä.ics',
      etag: '"1"',
    });
    expect(response.status).to.equal(200);
    expect(await new Response(stream).text()).to.equal('BEGIN:VCALENDAR');
  });

  it('gives the plain name of a file whose whole name does not decode', async () => {
    const { client: chancery } = await client(() => ({
      headers: { 'content-disposition': `attachment; filename="a?.ics"; filename*=UTF-8''%C3%ZZ.ics` },
    }));

    expect((await chancery.download('GET /api/v1/things')).fileName).to.equal('a?.ics');
  });

  describe('with a session', () => {
    const old = { accessToken: 'old', accessTokenExpiresAt: '2020-01-01T00:00:00.000Z', refreshToken: 'r1' };
    const next = { accessToken: 'new', accessTokenExpiresAt: '2020-01-01T00:10:00.000Z', refreshToken: 'r2' };
    const guarded = (request: Seen): Answer => {
      if (request.path.endsWith('/refresh')) return success(next, 201);
      return request.headers.authorization === 'Bearer new'
        ? success('in')
        : failure(401, 'auth.token_expired');
    };
    const paths = (requests: readonly Seen[]) => requests.map(({ path }) => path.split('/').at(-1));

    it('refreshes an expired token once for many calls, and keeps the new one', async () => {
      const session = memorySession(old);
      const { client: chancery, requests } = await client(guarded, { apiKey: undefined, session });
      const calls = await Promise.all([1, 2, 3].map(() => chancery.call('GET /api/v1/auth/me')));

      expect(calls).to.deep.equal(['in', 'in', 'in']);
      expect(requests.filter(({ path }) => path.endsWith('/refresh')).map(({ body }) => body)).to.deep.equal([
        { refreshToken: 'r1' },
      ]);
      expect(await session.load()).to.deep.equal(next);
    });

    it('refreshes a token that is refused, and sends even a change again', async () => {
      const session = memorySession({ ...old, accessTokenExpiresAt: '2100-01-01T00:00:00.000Z' });
      const { client: chancery, requests } = await client(guarded, { apiKey: undefined, session });

      expect(await chancery.call('PATCH /api/v1/auth/me', {})).to.equal('in');
      expect(paths(requests)).to.deep.equal(['me', 'refresh', 'me']);
    });

    it('renews as its store says, and sends no refresh token then', async () => {
      const store = { ...memorySession({ ...old, refreshToken: '' }), renew: () => next };
      const { client: chancery, requests } = await client(guarded, { apiKey: undefined, session: store });
      const calls = await Promise.all([1, 2].map(() => chancery.call('GET /api/v1/auth/me')));

      expect(calls).to.deep.equal(['in', 'in']);
      expect(paths(requests)).to.deep.equal(['me', 'me']);
      expect(await store.load()).to.deep.equal(next);
    });

    it('forgets a session that its store cannot renew, and no session if the service is only away', async () => {
      for (const [error, left] of [
        [new AuthenticationError({ code: 'auth.refresh_invalid', message: 'x' }), null],
        [new ConnectionError({ code: 'connection', message: 'x' }), old],
      ] as const) {
        const renew = () => {
          throw error;
        };
        const store = { ...memorySession(old), renew };
        const { client: chancery } = await client(guarded, {
          apiKey: undefined,
          session: store,
          maxRetries: 0,
        });
        await chancery.call('GET /api/v1/auth/me').catch(() => undefined);
        expect(await store.load()).to.deep.equal(left);
      }
    });

    it('takes what another process has refreshed meanwhile', async () => {
      const lasting = { ...next, accessTokenExpiresAt: '2100-01-01T00:00:00.000Z' };
      const loads = [{ ...lasting, accessToken: 'old' }, lasting];
      const session = { load: () => loads.shift() ?? lasting, save: () => {} };
      const { client: chancery, requests } = await client(guarded, { apiKey: undefined, session });

      expect(await chancery.call('GET /api/v1/auth/me')).to.equal('in');
      expect(paths(requests)).to.deep.equal(['me', 'me']);
    });

    it('forgets a session that the service has ended, so that signing in works again', async () => {
      const session = memorySession(old);
      const { client: chancery, requests } = await client(
        ({ path }) =>
          path.endsWith('/refresh') ? failure(401, 'auth.refresh_reused') : success('hello', 201),
        { apiKey: undefined, session },
      );

      expect(
        await chancery.call('POST /api/v1/auth/login', { email: 'a@b.example', password: 'x' }),
      ).to.equal('hello');
      expect(requests.at(-1)?.headers.authorization).to.equal(undefined);
      expect(await session.load()).to.equal(null);
    });

    it('does not try a wrong password twice', async () => {
      const session = memorySession({ ...old, accessTokenExpiresAt: '2100-01-01T00:00:00.000Z' });
      const { client: chancery, requests } = await client(() => failure(401, 'auth.invalid_credentials'), {
        apiKey: undefined,
        session,
      });
      await errorOf(chancery.call('POST /api/v1/auth/login', {}));
      expect(requests).to.have.length(1);
    });
  });
});
