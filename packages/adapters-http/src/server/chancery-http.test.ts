import { expect } from 'chai';
import { type Served, served } from '../testing/served.ts';

const project = { name: 'Annual report' };

describe('the HTTP surface', () => {
  let http: Served;
  before(async () => {
    http = await served();
  });
  after(() => http.close());
  const token = () => http.owner.session.credential;

  it('wraps a success with the ids that trace it, in body and headers', async () => {
    const correlation = '018f6f0e-7a55-7d3e-8f63-2d7a3c1b9a10';
    const { status, headers, body } = await http.call('POST /api/v1/projects', {
      token: token(),
      body: project,
      headers: { 'X-Correlation-Id': correlation },
    });

    expect(status).to.equal(201);
    expect(body).to.have.all.keys('success', 'data', 'meta');
    expect(body.meta).to.have.all.keys('requestId', 'correlationId', 'timestamp');
    expect(body.meta.correlationId).to.equal(correlation);
    expect(headers.get('x-request-id')).to.equal(body.meta.requestId);
    expect(headers.get('etag')).to.equal('"1"');
  });

  it('says in each answer when it was made, by the clock of the core', async () => {
    const answers = await Promise.all([
      http.call('GET /api/v1/projects', { token: token() }),
      http.call('GET /api/v1/projects'),
      http.call('GET /api/v1/nowhere'),
      http.call('PUT /api/v1/projects'),
      http.call('GET /api/health/live'),
    ]);

    expect(answers.map(({ status }) => status)).to.deep.equal([200, 401, 404, 405, 200]);
    for (const { body } of answers) expect(body.meta.timestamp).to.equal(http.clock.now());
  });

  it('PLT-6: names an unknown body field by its pointer and ignores an unknown query parameter', async () => {
    const refused = await http.call('POST /api/v1/projects', {
      token: token(),
      body: { ...project, colour: 'red' },
    });
    const listed = await http.call('GET /api/v1/projects?colour=red', { token: token() });

    expect(refused.status).to.equal(400);
    expect(refused.body.error.details).to.deep.equal([
      { path: '/body/colour', code: 'field.unknown', message: 'Leave this field out; it is not known here.' },
    ]);
    expect(listed.status).to.equal(200);
  });

  it('says what is wrong with a field in German to who likes that best, and everything else in English', async () => {
    const answerIn = async (languages: string, body: object) => {
      const headers = { 'Accept-Language': languages };
      const { error } = (await http.call('POST /api/v1/projects', { token: token(), body, headers })).body;
      return [error.message, ...error.details.map(({ message }: { message: string }) => message)];
    };
    const both = { name: '', visibility: 'secret' };

    expect(await answerIn('de-AT, en;q=0.5', both)).to.deep.equal([
      'Berichtigen Sie die Felder, die in details genannt sind, und senden Sie die Anfrage erneut.',
      'Geben Sie 1 bis 120 Zeichen an.',
      'Schreiben Sie eines von workspace, private.',
    ]);
    expect(await answerIn('en, de;q=0.5', both)).to.deep.equal([
      'Correct the fields named in details and send the request again.',
      'Give 1 to 120 characters.',
      'Write one of workspace, private.',
    ]);
    const unknown = await http.call('GET /api/v1/projects', { headers: { 'Accept-Language': 'de' } });
    expect(unknown.body.error.message).to.equal('Sign in, or send the API key, in the Authorization header.');
  });

  it('takes a member called __proto__ for an unknown field like any other, and gives its values to nobody', async () => {
    const polluting = '{"isAdmin":true}';
    const refused = await http.call('POST /api/v1/projects', {
      token: token(),
      raw: `{"name":"Estate","__proto__":${polluting},"constructor":{"prototype":${polluting}}}`,
    });

    expect(refused.status).to.equal(400);
    expect(refused.body.error.details.map(({ path }: { path: string }) => path)).to.have.members([
      '/body/__proto__',
      '/body/constructor',
    ]);
    expect({}).not.to.have.property('isAdmin');
  });

  it('PLT-7: refuses bodies that are too large, too deep, ambiguous, not JSON or of another type', async () => {
    const post = (options: object) => http.call('POST /api/v1/projects', { token: token(), ...options });
    const code = async (options: object) => {
      const { status, body } = await post(options);
      return `${status} ${body.error.code}`;
    };

    expect(await code({ body: { name: 'x'.repeat(1024 * 1024) } })).to.equal('413 request.too_large');
    expect(await code({ raw: `{"name":${'['.repeat(33)}${']'.repeat(33)}}` })).to.equal(
      '400 request.malformed_json',
    );
    expect(await code({ raw: '{"name":"a","name":"b"}' })).to.equal('400 request.malformed_json');
    expect(await code({ raw: '{"name":' })).to.equal('400 request.malformed_json');
    expect(
      await code({ raw: 'name=a', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }),
    ).to.equal('415 request.media_type_not_supported');
    for (const raw of ['[]', '3', 'null', '"name"']) {
      const { status, body } = await post({ raw });
      expect([status, body.error.details], raw).to.deep.equal([
        400,
        [{ path: '/body', code: 'field.type', message: 'Send a JSON object.' }],
      ]);
    }
  });

  it('PLT-8: says how to authenticate, and that a sent token was invalid', async () => {
    const none = await http.call('GET /api/v1/projects');
    const bad = await http.call('GET /api/v1/projects', { token: 'a.b.c' });

    expect([none.status, none.headers.get('www-authenticate'), none.body.error.code]).to.deep.equal([
      401,
      'Bearer',
      'auth.required',
    ]);
    expect([bad.status, bad.headers.get('www-authenticate'), bad.body.error.code]).to.deep.equal([
      401,
      'Bearer error="invalid_token"',
      'auth.token_invalid',
    ]);
  });

  it('PLT-15: lets the web app read and nobody else, never with credentials', async () => {
    const ours = await http.call('GET /api/v1/projects', {
      token: token(),
      headers: { Origin: 'https://app.example.com' },
    });
    const other = await http.call('GET /api/v1/projects', {
      token: token(),
      headers: { Origin: 'https://evil.example' },
    });
    const preflight = await http.call('OPTIONS /api/v1/projects', {
      headers: { Origin: 'https://app.example.com' },
    });

    expect(ours.headers.get('access-control-allow-origin')).to.equal('https://app.example.com');
    expect(other.headers.get('access-control-allow-origin')).to.equal(null);
    expect(preflight.status).to.equal(204);
    expect(preflight.headers.get('access-control-allow-headers')).to.include('Authorization');
    expect(
      [ours, other, preflight].map(({ headers }) => headers.get('access-control-allow-credentials')),
    ).to.deep.equal([null, null, null]);
  });

  it('PLT-14: sends what holds a secret with no-store', async () => {
    const { status, headers } = await http.call('POST /api/v1/workspace/api-keys', {
      token: token(),
      body: { name: 'k', scopes: ['meetings.read'] },
    });

    expect([status, headers.get('cache-control')]).to.deep.equal([201, 'no-store']);
  });

  it('INT-1: takes the key in either header on all five endpoints, and refuses two that differ', async () => {
    const { secret } = await http.apiKey();
    const rows = ['', '/members', '/meetings', '/projects'].map(
      (path) => `GET /api/v1/integrations/workspace${path}` as const,
    );
    const meeting = { title: 'Kick-off', scheduledStartAt: '2026-12-01T09:00:00Z' };

    for (const row of rows) {
      expect((await http.call(row, { headers: { authorization: `bEaReR ${secret}` } })).status, row).to.equal(
        200,
      );
      expect((await http.call(row, { headers: { 'X-Service-API-Key': secret } })).status, row).to.equal(200);
      expect(
        (await http.call(row, { token: secret, headers: { 'X-Service-API-Key': secret } })).status,
        row,
      ).to.equal(200);
      expect(
        (await http.call(row, { token: secret, headers: { 'X-Service-API-Key': `${secret}x` } })).status,
        row,
      ).to.equal(400);
    }
    const create = 'POST /api/v1/integrations/workspace/meetings' as const;
    expect((await http.call(create, { token: secret, body: meeting })).status).to.equal(201);
    expect(
      (await http.call(create, { headers: { 'X-Service-API-Key': secret }, body: meeting })).status,
    ).to.equal(201);
  });

  it('takes If-Match for expectedVersion, and answers 412 with the current version when it moved on', async () => {
    const { body } = await http.call('POST /api/v1/projects', { token: token(), body: project });
    const line = `PATCH /api/v1/projects/${body.data.project.id}` as const;

    const first = await http.call(line, {
      token: token(),
      body: { name: 'Two' },
      headers: { 'If-Match': '"1"' },
    });
    const stale = await http.call(line, {
      token: token(),
      body: { name: 'Three' },
      headers: { 'If-Match': '"1"' },
    });

    expect([first.status, first.headers.get('etag')]).to.deep.equal([200, '"2"']);
    expect([stale.status, stale.body.error.code]).to.deep.equal([412, 'version_conflict']);
  });

  it('MTG-20: refuses If-Match and expectedVersion that differ', async () => {
    const { body } = await http.call('POST /api/v1/projects', { token: token(), body: project });
    const line = `PATCH /api/v1/projects/${body.data.project.id}` as const;

    const { status, body: answer } = await http.call(line, {
      token: token(),
      body: { name: 'Two', expectedVersion: 1 },
      headers: { 'If-Match': '"2"' },
    });

    expect([status, answer.error.details[0].code]).to.deep.equal([400, 'version.contradiction']);
    const agreeing = await http.call(line, {
      token: token(),
      body: { name: 'Two', expectedVersion: 1 },
      headers: { 'If-Match': '"1"' },
    });
    expect([agreeing.status, agreeing.headers.get('etag')]).to.deep.equal([200, '"2"']);
  });

  it('refuses an idempotency key that is not visible ASCII, at its header', async () => {
    const { status, body } = await http.call('POST /api/v1/projects', {
      token: token(),
      body: project,
      headers: { 'X-Idempotency-Key': 'a b' },
    });

    expect([status, body.error.details[0].path]).to.deep.equal([400, '/header/x-idempotency-key']);
  });

  it('PLT-2: gives a repeated POST its first answer, marked as replayed, when the thing has changed since', async () => {
    const headers = { 'X-Idempotency-Key': 'project-1' };
    const first = await http.call('POST /api/v1/projects', { token: token(), body: project, headers });
    await http.call(`POST /api/v1/projects/${first.body.data.project.id}/archive`, { token: token() });

    const second = await http.call('POST /api/v1/projects', { token: token(), body: project, headers });

    expect([second.status, second.headers.get('idempotency-replayed')]).to.deep.equal([201, 'true']);
    expect(second.body.data).to.deep.equal(first.body.data);
  });

  it('names the methods that an address takes, and answers 404 to an unknown address', async () => {
    const wrong = await http.call('DELETE /api/v1/projects');
    const nothing = await http.call('GET /api/v1/no-such-thing');

    expect([wrong.status, wrong.headers.get('allow')]).to.deep.equal([405, 'GET, POST, OPTIONS']);
    expect([nothing.status, nothing.body.error.code]).to.deep.equal([404, 'request.route_not_found']);
  });

  it('PLT-10: writes no credential, body value or address of a thing into its log', async () => {
    const { secret } = await http.apiKey();
    http.logLines.length = 0;
    await http.call('GET /api/v1/integrations/workspace', { token: secret });
    await http.call('POST /api/v1/auth/login', {
      body: { email: 'somebody@example.com', password: 'a secret sentence here' },
    });
    await http.call(`GET /api/v1/projects/${http.owner.membershipId}`, { token: token() });

    const log = http.logLines.join('');
    for (const value of [
      secret,
      'somebody@example.com',
      'a secret sentence here',
      http.owner.membershipId,
      String(token()),
    ])
      expect(log).to.not.include(value);
    expect(http.logLines.length).to.be.greaterThan(2);
  });

  it('KEY-5: says with each answer how many requests the key has left and when its window ends', async () => {
    const { secret } = await http.apiKey('workspace.read');
    const { headers } = await http.call('GET /api/v1/integrations/workspace', { token: secret });

    expect(headers.get('ratelimit-policy')).to.equal('"key";q=120;w=60');
    expect(headers.get('ratelimit')).to.equal('"key";r=119;t=60');
  });

  it('THR-11: answers 429 with Retry-After once the key is used up', async () => {
    const { secret } = await http.apiKey('workspace.read');
    http.ports.requestRates.closed.add('key');
    const { status, headers, body } = await http.call('GET /api/v1/integrations/workspace', {
      token: secret,
    });
    http.ports.requestRates.closed.delete('key');

    expect([status, body.error.code, headers.get('retry-after'), body.error.retryAfterSeconds]).to.deep.equal(
      [429, 'rate_limited', '7', 7],
    );
  });

  it('serves the document and a reference page that loads nothing from outside', async () => {
    const document = await http.call('GET /openapi.json');
    const page = await http.call('GET /docs');

    expect(document.body.openapi).to.equal('3.1.0');
    expect(JSON.stringify(document.body)).to.include('createApiKey');
    expect(page.text).to.not.match(/(?:src|href)="(?:https?:)?\/\//);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy.split('; ')).to.include.members(["default-src 'none'", "script-src 'self'"]);
    expect(policy).to.not.include('unsafe-eval');

    const scripts = [...page.text.matchAll(/<script src="([^"]+)"/g)].map(([, address = '']) => address);
    expect(scripts).to.have.length(2);
    for (const address of scripts) {
      const { status, headers, text } = await http.call(`GET ${address as `/${string}`}`);
      expect([status, headers.get('cache-control')]).to.deep.equal([
        200,
        'public, max-age=31536000, immutable',
      ]);
      expect(headers.get('etag')).to.match(/^"\w+-/);
      expect(text.length).to.be.above(100);
    }
  });

  it('makes the document and the reference once: packed, and 304 to who has them', async () => {
    for (const path of ['/docs', '/openapi.json'] as const) {
      const first = await http.call(`GET ${path}`, { headers: { 'Accept-Encoding': 'br' } });
      const headers = { 'Accept-Encoding': 'br', 'If-None-Match': first.headers.get('etag') ?? '' };
      const again = await http.call(`GET ${path}`, { headers });

      expect([first.status, first.headers.get('content-encoding')]).to.deep.equal([200, 'br']);
      // It grows with each endpoint; packed it is less than a tenth of what it says.
      expect(Number(first.headers.get('content-length'))).to.be.below(
        Math.max(100_000, first.text.length / 10),
      );
      expect([again.status, again.text]).to.deep.equal([304, '']);
    }
  });

  it('has no inbox page outside development mode', async () => {
    expect((await http.call('GET /dev/inbox')).status).to.equal(404);
  });
});
