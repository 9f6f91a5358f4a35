import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { allRoutes, openApiDocument, type Route } from '@chancery/adapters-http';
import { contexts, headerField } from '@chancery/core';
import { Chancery } from '@chancery/sdk';
import { expect } from 'chai';
import { z } from 'zod';
import { type Served, served } from '../../adapters-http/src/testing/served.ts';
import { commandLine } from '../../cli/src/testing/command-line.ts';
import { useCasesOf } from '../../core/src/kernel/use-case.ts';
import { generateSdk } from '../../sdk/generator/generate.ts';
import type { OpenApiDocument } from '../../sdk/generator/openapi.ts';
import { endpointsOf } from '../../sdk/generator/operations.ts';
import { success } from '../../sdk/src/testing/service-double.ts';

const { query, command } = useCasesOf(contexts.workspace.ports);

/** Declared once, and used by both endpoints below. */
const purposeOfUse = headerField(
  'X-Purpose-Of-Use',
  z.enum(['treatment', 'audit']).optional().describe('What the records are read for.'),
);
const Echo = z.object({ echo: z.record(z.string(), z.unknown()) });

const readThing = query({
  summary: 'Read a thing',
  access: { owner: 'any' },
  input: z.strictObject({
    thingId: z.string(),
    limit: z.int().optional(),
    purposeOfUse,
    passcode: headerField('X-Share-Passcode', z.string().min(4).max(64), { secret: true }),
    depth: headerField('X-Depth', z.int().min(0).optional()),
  }),
  output: Echo,
  run: async (input) => ({ echo: input }),
});

const changeThing = command({
  summary: 'Change a thing',
  access: { owner: 'any' },
  input: z.strictObject({
    thingId: z.string(),
    note: z.string().max(100),
    fails: z.boolean().default(false),
    purposeOfUse,
    signingSession: headerField('X-Signing-Session', z.string().max(64).optional(), { secret: true }),
  }),
  output: Echo,
  async run({ fails, ...input }) {
    if (fails) throw new Error('the thing could not be changed');
    return { echo: input };
  },
});

const routeOf = (line: string, name: string, useCase: unknown): Route => {
  const [method, path = ''] = line.split(' ');
  return {
    context: 'things',
    name,
    method: method as Route['method'],
    path,
    status: 200,
    useCase: useCase as Route['useCase'],
    pathFields: ['thingId'],
    wire: {},
  };
};
const things = [
  routeOf('GET /api/v1/things/{thingId}', 'readThing', readThing),
  routeOf('POST /api/v1/things/{thingId}', 'changeThing', changeThing),
];
const document = openApiDocument('https://api.example.com', things) as unknown as OpenApiDocument;
const operations = endpointsOf(document).map(({ operation }) => operation);

describe('fields that travel in headers', () => {
  let http: Served;
  before(async () => {
    http = await served({ routes: [...allRoutes, ...things], corsOrigins: ['https://other.example'] });
  });
  after(() => http.close());
  const token = () => http.owner.session.credential;
  const read = (headers: Record<string, string>, more = '') =>
    http.call(`GET /api/v1/things/t1${more}` as 'GET /', { token: token(), headers });
  const refusalOf = ({ status, body }: Awaited<ReturnType<typeof read>>) =>
    [
      status,
      ...(body.error?.details ?? []).map(
        ({ path, code }: { path: string; code: string }) => `${path} ${code}`,
      ),
    ].join(' ');

  it('PLT-24: are read from there into the flat input, in reads and in writes', async () => {
    const seen = await read(
      { 'x-purpose-of-use': 'audit', 'X-SHARE-PASSCODE': 'harbour', 'X-Depth': '3' },
      '?limit=7',
    );
    const changed = await http.call('POST /api/v1/things/t1', {
      token: token(),
      body: { note: 'a' },
      headers: { 'X-Signing-Session': 'hunter2' },
    });

    expect(seen.body.data?.echo).to.deep.equal({
      thingId: 't1',
      limit: 7,
      purposeOfUse: 'audit',
      passcode: 'harbour',
      depth: 3,
    });
    expect(changed.body.data?.echo).to.deep.equal({ thingId: 't1', note: 'a', signingSession: 'hunter2' });
  });

  it('PLT-24: are refused at their header when they do not fit, and are read from nowhere else', async () => {
    const passcode = { 'X-Share-Passcode': 'harbour' };
    const body = (fields: object) =>
      http.call('POST /api/v1/things/t1', { token: token(), body: { note: 'a', ...fields } });

    expect(refusalOf(await read({ ...passcode, 'X-Purpose-Of-Use': 'curiosity' }))).to.equal(
      '400 /header/x-purpose-of-use field.not_an_option',
    );
    expect(refusalOf(await read({ ...passcode, 'X-Purpose-Of-Use': '' }))).to.equal(
      '400 /header/x-purpose-of-use field.not_an_option',
    );
    expect(refusalOf(await read({}))).to.equal('400 /header/x-share-passcode field.required');
    expect(refusalOf(await read({}, '?passcode=harbour'))).to.equal(
      '400 /header/x-share-passcode field.required',
    );
    expect(refusalOf(await read({ 'X-Share-Passcode': 'x'.repeat(65) }))).to.equal(
      '400 /header/x-share-passcode field.out_of_range',
    );
    expect(refusalOf(await read({ ...passcode, 'X-Depth': 'deep' }))).to.equal(
      '400 /header/x-depth field.type',
    );
    expect(refusalOf(await body({ purposeOfUse: 'audit' }))).to.equal('400 /body/purposeOfUse field.unknown');
    expect(refusalOf(await body({ signingSession: null }))).to.equal(
      '400 /body/signingSession field.unknown',
    );
  });

  it('PLT-24: are UTF-8, and what is not is refused', async () => {
    const sent = (bytes: Buffer) =>
      new Promise<string>((resolve, reject) => {
        const asked = request(
          `${http.baseUrl}/api/v1/things/t1`,
          { headers: { Authorization: `Bearer ${token()}`, 'X-Share-Passcode': bytes.toString('latin1') } },
          async (response) => {
            const parts: Buffer[] = [];
            for await (const part of response) parts.push(part as Buffer);
            const { data, error } = JSON.parse(Buffer.concat(parts).toString());
            resolve(data?.echo.passcode ?? `${response.statusCode} ${error.details[0].path}`);
          },
        );
        asked.on('error', reject);
        asked.end();
      });

    expect(await sent(Buffer.from('hörbar 😀'))).to.equal('hörbar 😀');
    expect(await sent(Buffer.from([0x68, 0xff, 0x68, 0x68]))).to.equal('400 /header/x-share-passcode');
    expect(await sent(Buffer.from('hörbar', 'latin1'))).to.equal('400 /header/x-share-passcode');
  });

  it('PLT-24: pages of other origins may send them', async () => {
    const preflight = (path: string) =>
      fetch(http.baseUrl + path, {
        method: 'OPTIONS',
        headers: {
          Origin: 'https://other.example',
          'Access-Control-Request-Method': 'GET',
          'Access-Control-Request-Headers': 'x-share-passcode',
        },
      });
    const allowed = (await preflight('/api/v1/things/t1')).headers.get('access-control-allow-headers') ?? '';

    expect(allowed.split(', ')).to.include.members([
      'Authorization',
      'If-Match',
      'Upload-Offset',
      'X-Idempotency-Key',
      'X-Purpose-Of-Use',
      'X-Share-Passcode',
      'X-Signing-Session',
    ]);
    expect(allowed.split(', ')).to.have.length(new Set(allowed.split(', ')).size);
    expect((await preflight('/api/v1/projects')).headers.get('access-control-allow-headers')).to.equal(
      allowed,
    );
  });

  it('PLT-10: no line of the log has their values, whatever became of the request', async () => {
    const secret = `hunter-${randomUUID()}`;
    const begun = http.logLines.length;
    await read({ 'X-Share-Passcode': secret });
    await read({ 'X-Share-Passcode': `${secret}${'x'.repeat(64)}` });
    for (const fails of [false, true])
      await http.call('POST /api/v1/things/t1', {
        token: token(),
        body: { note: 'a', fails },
        headers: { 'X-Signing-Session': secret },
      });

    const lines = http.logLines.slice(begun);
    expect(lines.filter((line) => line.includes('"route":"changeThing","status":500'))).to.have.length(1);
    expect(lines.length).to.be.at.least(4);
    expect(lines.filter((line) => line.includes(secret))).to.deep.equal([]);
  });

  it('PLT-24: are header parameters of the OpenAPI document, and in no body', () => {
    const operation = (method: 'get' | 'post') => document.paths['/api/v1/things/{thingId}']?.[method];
    const headers = (method: 'get' | 'post') =>
      (operation(method)?.parameters ?? []).filter((each) => 'in' in each && each.in === 'header');

    expect(headers('get')).to.deep.equal([
      {
        name: 'X-Purpose-Of-Use',
        in: 'header',
        required: false,
        description: 'What the records are read for.',
        schema: { type: 'string', enum: ['treatment', 'audit'] },
        'x-chancery-field': 'purposeOfUse',
      },
      {
        name: 'X-Share-Passcode',
        in: 'header',
        required: true,
        schema: { type: 'string', minLength: 4, maxLength: 64 },
        'x-chancery-field': 'passcode',
        'x-chancery-secret': true,
      },
      {
        name: 'X-Depth',
        in: 'header',
        required: false,
        schema: { type: 'integer', minimum: 0 },
        'x-chancery-field': 'depth',
      },
    ]);
    expect(headers('post').map((each) => ('name' in each ? each.name : ''))).to.deep.equal([
      'X-Purpose-Of-Use',
      'X-Signing-Session',
      'X-Idempotency-Key',
    ]);
    expect(JSON.stringify(operation('post')?.requestBody)).to.not.match(/purposeOfUse|signingSession/);
  });

  it('PLT-24: are fields of the methods of the SDK, which sends them as headers', async () => {
    const source = generateSdk(document).get('things.ts') ?? '';
    const route = (name: string) => operations.find(({ id }) => id === name)?.route ?? '';
    const sdk = new Chancery({ baseUrl: http.baseUrl, accessToken: token() ?? '' });

    expect(source)
      .to.include(
        "  /** What the records are read for. */\n  purposeOfUse?: 'treatment' | 'audit' | undefined;\n",
      )
      .and.include('  passcode: string;\n')
      .and.include(' GreadThing{^purposeOfUse=X-Purpose-Of-Use,passcode=X-Share-Passcode,depth=X-Depth}');
    const given = { thingId: 't1', purposeOfUse: 'audit', passcode: 'hörbar 😀', depth: 2, limit: 5 };
    expect(await sdk.call(route('readThing'), given)).to.deep.equal({ echo: given });
    const change = { thingId: 't1', note: 'a', signingSession: 'hunter2' };
    expect(await sdk.call(route('changeThing'), change)).to.deep.equal({ echo: change });
  });

  it('PLT-24: are options of the command line, which says of them what the reference says', async () => {
    const line = await commandLine(() => success({ echo: {} }));
    try {
      const help = await line.chancery(['things', 'read-thing', '--help'], { operations });
      const called = await line.chancery(
        ['things', 'read-thing', 't1', '--purpose-of-use', 'audit', '--limit', '5'],
        { operations, answers: ['harbour'] },
      );
      const missing = await line.chancery(['things', 'read-thing', 't1'], { operations });

      expect(help.stdout).to.match(/--purpose-of-use <text>\s+What the records are read for\./);
      expect(called.exitCode).to.equal(0);
      expect(missing.stderr).to.include('Passcode is missing.');
      expect(line.requests).to.have.length(1);
      expect(line.requests[0]).to.deep.include({ path: '/api/v1/things/t1' });
      expect(line.requests[0]?.query.toString()).to.equal('limit=5');
      expect(line.requests[0]?.headers).to.include({
        'x-share-passcode': 'harbour',
        'x-purpose-of-use': 'audit',
      });
    } finally {
      await line.close();
    }
  });
});
