import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { tsImport } from 'tsx/esm/api';
import type * as sdk from '../src/index.ts';
import { failure, serviceDouble, success } from '../src/testing/service-double.ts';
import { generateSdk, writeSdk } from './generate.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const sample = JSON.parse(readFileSync(join(here, 'testing/sample-openapi.json'), 'utf8'));
const compiler = join(here, '../../../node_modules/@typescript/native/bin/tsc');

describe('generateSdk', () => {
  const file = (name: string) => generateSdk(sample).get(name) ?? '';

  it('writes one file for each context, and the whole', () => {
    expect([...generateSdk(sample).keys()]).to.deep.equal([
      'chancery.ts',
      'health.ts',
      'identity.ts',
      'index.ts',
      'integration.ts',
      'integrations.ts',
      'meetings.ts',
      'operations.ts',
      'schemas.ts',
      'version.ts',
      'workspace.ts',
    ]);
  });

  it('gives the same text for the same document', () => {
    expect([...generateSdk(structuredClone(sample))]).to.deep.equal([...generateSdk(sample)]);
  });

  it('writes a method with its documentation and types, and its path in the tree of its context', () => {
    expect(file('workspace.ts')).to.include(
      `  /**
   * Create an API key. The secret is in this answer and never again.
   *
   * @example
   * \`\`\`ts
   * const { apiKey, secret } = await chancery.workspace.createApiKey({ name, scopes });
   * \`\`\`
   */
  createApiKey(input: CreateApiKeyInput, options?: RequestOptions): Promise<CreateApiKeyResult>;
`,
    );
    expect(file('workspace.ts')).to.match(/define<WorkspaceApi>\(\n.* {2}'\(api-keys [^']*PcreateApiKey\b/s);
    expect(file('health.ts')).to.include(
      "define<HealthApi>(\n  '' +\n    '(api' +\n      '(health GgetHealth",
    );
  });

  it('flattens path, query and body into one input, and lists the query of a change in its route', () => {
    expect(file('meetings.ts')).to.include(
      `export interface CancelMeetingInput {
  /** The meeting. */
  meetingId: string;
  /** Whether to tell the invitees. Default: true. */
  notify?: boolean | undefined;
  /** Told to the invitees. */
  reason?: string | undefined;
  /** The version that you read. */
  expectedVersion: number;
}
`,
    );
    expect(file('meetings.ts')).to.include("'(cancel PcancelMeeting{?notify})");
  });

  it('writes an input once, where its method is', () => {
    expect(file('schemas.ts')).not.to.include('CreateApiKeyInput');
    expect(file('schemas.ts'))
      .to.include('export interface ApiKey {')
      .and.to.include("status: 'active' | 'expired' | 'revoked';");
  });

  it('writes what two methods take alike once, and apart if one takes more', () => {
    const document = structuredClone(sample);
    const made = document.paths['/api/v1/workspace/api-keys'].post;
    const query = { name: 'dry', in: 'query', schema: { type: 'boolean' } };
    document.paths['/api/v1/checks'] = { post: { ...made, operationId: 'checkApiKey' } };
    document.paths['/api/v1/trials'] = { post: { ...made, operationId: 'tryApiKey', parameters: [query] } };
    const source = generateSdk(document).get('workspace.ts');

    expect(source).to.include('export type CheckApiKeyInput = CreateApiKeyInput;\n');
    expect(source).to.include('export interface TryApiKeyInput {\n  dry?: boolean | undefined;\n');
  });

  it('cannot be made to write code by a description', () => {
    const hostile = structuredClone(sample);
    hostile.paths['/api/health'].get.summary = '*/ process.exit() /*';
    expect(generateSdk(hostile).get('health.ts')).not.to.include('*/ process');
  });

  it('writes unions, intersections, maps, tuples and nullable enumerations', () => {
    const document = {
      info: { version: '0.1.0' },
      paths: {},
      components: {
        schemas: {
          Union: { anyOf: [{ $ref: '#/components/schemas/Map' }, { type: 'null' }] },
          Map: { type: 'object', additionalProperties: { type: ['integer', 'null'] } },
          Both: {
            allOf: [
              { $ref: '#/components/schemas/Map' },
              { type: 'object', properties: { 'a-b': { const: "it's" } } },
            ],
          },
          List: { type: 'array', items: { enum: ['a', null] } },
          Pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'boolean' }] },
          Anything: {},
          ThingInput: { type: 'object', properties: { note: { type: 'string' } } },
        },
      },
    };
    const schemas = (generateSdk(document).get('schemas.ts') ?? '')
      .replace(/^\/\/.*\n/, '')
      .replaceAll(/\n+/g, '\n');
    expect(schemas).to.equal(`
export type Anything = unknown;
export type Both = Map & {
  'a-b'?: 'it\\'s';
};
export type List = ('a' | null)[];
export type Map = Record<string, number | null>;
export type Pair = [string, boolean];
export interface ThingInput {
  note?: string | undefined;
}
export type Union = Map | null;
`);
  });

  it('PLT-20: writes a method that takes a file, in whatever form it is there', () => {
    const document = structuredClone(sample);
    document.paths['/api/v1/files'] = {
      post: {
        operationId: 'addFile',
        tags: ['workspace'],
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                properties: { name: { type: 'string' }, file: { type: 'string', format: 'binary' } },
                required: ['file'],
              },
            },
          },
        },
        responses: { 201: {} },
        'x-chancery': { kind: 'command', idempotent: true, body: 'file' },
      },
    };
    const files = generateSdk(document);

    expect(files.get('workspace.ts')).to.include("import type { FileContent } from '../multipart.ts';");
    expect(files.get('workspace.ts')).to.include(
      `export interface AddFileInput {
  name?: string | undefined;
  file: FileContent;
}
`,
    );
    expect(files.get('workspace.ts')).to.match(/\(files\b[^']* FaddFile\b|^ +'files FaddFile'/m);
    expect(files.get('operations.ts')).to.match(/"id":"addFile".*"file":"file"/);
  });

  it('marks what opens something as the contract says, and never by its name', () => {
    const document = structuredClone(sample);
    const { schema } = document.paths['/api/v1/auth/login'].post.requestBody.content['application/json'];
    schema.properties.deviceName.writeOnly = true;
    schema.properties.password.writeOnly = false;
    const { fields } = JSON.parse(
      /^ {2}(\{"id":"login".*\}),$/m.exec(generateSdk(document).get('operations.ts') ?? '')?.[1] ?? '',
    );

    expect(
      fields.map(({ name, secret = false }: { name: string; secret?: boolean }) => [name, secret]),
    ).to.deep.equal([
      ['email', false],
      ['password', false],
      ['deviceName', true],
    ]);
  });

  it('refuses two operations of one name, and a list that names no field of its answer', () => {
    const twice = structuredClone(sample);
    twice.paths['/api/v1/auth/me'].get.operationId = 'login';
    expect(() => generateSdk(twice)).to.throw('two operations are called login');
    const astray = structuredClone(sample);
    astray.paths['/api/v1/meetings'].get['x-chancery'].pagination = 'things';
    expect(() => generateSdk(astray)).to.throw('listMeetings');
  });

  describe('compiled', () => {
    let root: string;
    let directory: string;
    before(async () => {
      root = mkdtempSync(join(tmpdir(), 'chancery-sdk-'));
      writeFileSync(join(root, 'package.json'), '{"type":"module"}');
      directory = join(root, 'generated');
      mkdirSync(directory);
      writeFileSync(join(directory, 'stale.ts'), 'left from before');
      await writeSdk(sample, directory, { runtime: relative(directory, join(here, '../src')) });
    });
    after(() => rmSync(root, { recursive: true }));

    it('leaves no file of an earlier run', () => {
      expect(readdirSync(directory)).to.not.include('stale.ts');
    });

    it('compiles for a browser, with types that accept the right calls and refuse the wrong', () => {
      writeFileSync(join(directory, 'usage.ts'), usage);
      const options = {
        extends: join(here, '../../../tsconfig.base.json'),
        compilerOptions: { lib: ['es2023', 'dom'], types: [], noEmit: true },
        files: ['usage.ts'],
      };
      writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(options));
      const output = execFileSync(process.execPath, [
        compiler,
        '-p',
        directory,
        '--checkers',
        '1',
      ]).toString();
      expect(output).to.equal('');
    });

    it('runs: contexts are made once, lists go on by their cursor, failures are typed', async () => {
      const { Chancery }: typeof sdk = await tsImport(
        pathToFileURL(join(directory, 'index.ts')).href,
        import.meta.url,
      );
      const { baseUrl, requests, close } = await serviceDouble(({ query, path }) => {
        if (path.endsWith('/me')) return failure(401, 'auth.required');
        const more = query.get('cursor') === null;
        return success({ apiKeys: [{ id: more ? 'a' : 'b' }], count: 1, nextCursor: more ? 'next' : null });
      });
      try {
        const chancery = new Chancery({ baseUrl, accessToken: async () => 'token' });
        // The published client is generated from the real contract, this one from the sample.
        const contexts = chancery as unknown as Record<
          string,
          Record<string, (input: object) => AsyncIterable<{ id: string }>>
        >;
        const ids: string[] = [];
        for await (const { id } of contexts.workspace?.listApiKeysAll?.({ limit: 1 }) ?? []) ids.push(id);

        expect(ids).to.deep.equal(['a', 'b']);
        expect(requests.map(({ query }) => query.toString())).to.deep.equal([
          'limit=1',
          'limit=1&cursor=next',
        ]);
        expect(requests[0]?.headers.authorization).to.equal('Bearer token');
        expect(contexts.workspace).to.equal(contexts.workspace);
      } finally {
        await close();
      }
    });
  });
});

const usage = `
import { Chancery } from './index.ts';
import type { ApiKey, CreateApiKeyResult } from './index.ts';
declare const chancery: Chancery;
export async function use(): Promise<ApiKey[]> {
  const made: CreateApiKeyResult = await chancery.workspace.createApiKey({ name: 'CI', scopes: ['meetings.read'], expiresAt: undefined });
  const found: ApiKey[] = [made.apiKey];
  for await (const key of chancery.workspace.listApiKeysAll()) found.push(key);
  for await (const meeting of chancery.meetings.listMeetingsAll({ limit: 10 }, { timeoutMs: 5 })) meeting.joinUrl.trim();
  const calendar = await chancery.meetings.downloadMeetingCalendar({ meetingId: 'm' });
  await calendar.stream.cancel();
  await chancery.identity.getMe();
  // @ts-expect-error a required field is missing
  await chancery.workspace.createApiKey({ name: 'CI' });
  // @ts-expect-error there is no such scope
  await chancery.workspace.createApiKey({ name: 'CI', scopes: ['everything'] });
  // @ts-expect-error there is no such field
  await chancery.meetings.getMeeting({ meetingId: 'm', limit: 3 });
  return found;
}
`;
