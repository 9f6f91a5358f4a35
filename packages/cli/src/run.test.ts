import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Operation, operations as published } from '@chancery/sdk/operations';
import { expect } from 'chai';
import { commandPathOf } from './command-names.ts';
import { flagOf } from './field-options.ts';
import { richerCommands } from './former-names.ts';
import { kebabCase } from './names.ts';
import { type CommandLine, commandLine, sampleOperations } from './testing/command-line.ts';
import { type Answer, failure, type Seen, success } from './testing/service.ts';

/** The least that an operation takes; secrets are asked for. */
function neededFlagsOf({ fields, positional, file }: Operation): string[] {
  const values = {
    string: 'x',
    integer: '1',
    number: '1',
    boolean: 'true',
    object: '{}',
    any: '"x"',
    array: '["x"]',
  };
  return fields
    .filter(({ name, required, secret }) => required && !secret && !positional.includes(name))
    .flatMap((field) => {
      if (field.name === file) return [`--${flagOf(field.name)}`, import.meta.filename];
      if (field.type === 'boolean') return [`--${flagOf(field.name)}`];
      return [`--${flagOf(field.name)}`, field.values?.[0] ?? field.items?.values?.[0] ?? values[field.type]];
    });
}

/** A value for each argument, of the type that it has. */
const positionalOf = ({ fields, positional }: Operation): string[] =>
  positional.map((name, index) =>
    fields.find((field) => field.name === name)?.type === 'integer' ? `${index + 1}` : `p${index}`,
  );

describe('chancery', () => {
  let line: CommandLine;
  let answer: (request: Seen, index: number) => Answer;
  beforeEach(async () => {
    answer = () => success({});
    line = await commandLine((request, index) => answer(request, index));
  });
  afterEach(() => line.close());

  const apiKey = {
    id: 'k1',
    name: 'CI',
    scopes: ['members.read'],
    status: 'active',
    expiresAt: null,
    version: 1,
  };

  describe('arguments', () => {
    it('takes a token that begins with a dash, as an argument and as the value of a flag', async () => {
      // Its second letter is that of a short flag, which must not be taken out of it.
      const token = `-h${'A-b_'.repeat(10)}9`;
      for (const args of [
        ['shares', 'open', token],
        ['shares', 'open', '--json', token],
        ['shares', 'open', token, '--quiet'],
        ['list', '--cursor', token, '--json'],
      ]) {
        const { exitCode } = await line.chancery(['documents', ...args], { operations: published });
        expect(exitCode, args.join(' ')).to.equal(0);
      }

      const link = `/api/v1/document-shares/${token}`;
      expect(line.requests.map(({ path, query }) => [path, query.get('cursor')])).to.deep.equal([
        [link, null],
        [link, null],
        [link, null],
        ['/api/v1/documents', token],
      ]);
    });

    it('sends flags as the fields of the body, by their types', async () => {
      // biome-ignore format: a command line
      const { exitCode } = await line.chancery([
        'meetings', 'create', '--title', 'Board', '--scheduled-start-at', '2026-05-04T09:30:00Z', '--duration-minutes', '45',
        '--invitees', '[{"email":"a@b.example"}]', '--invitee', 'email=c@d.example,displayName=Byron, Ada',
        '--settings', '{"waitingRoom":true}', '--no-mute-on-entry', '--description', 'null',
        '--json', '--idempotency-key', 'mine', '--api-key', 'chan_live_x',
      ]);

      expect(exitCode).to.equal(0);
      const [request] = line.requests;
      expect(request).to.deep.include({ method: 'POST', path: '/api/v1/meetings' });
      expect(request?.body).to.deep.equal({
        title: 'Board',
        scheduledStartAt: '2026-05-04T09:30:00Z',
        durationMinutes: 45,
        invitees: [{ email: 'a@b.example' }, { email: 'c@d.example', displayName: 'Byron, Ada' }],
        settings: { waitingRoom: true },
        muteOnEntry: false,
        description: null,
      });
      expect(request?.headers).to.include({
        authorization: 'Bearer chan_live_x',
        'x-idempotency-key': 'mine',
      });
      expect(request?.headers['user-agent']).to.match(/^chancery-cli\//);
    });

    it('takes a person as names and values, even if an optional value is no text', async () => {
      const invitee = 'email=ada@b.example,displayName=Byron, Ada';
      const scheduledStartAt = '2026-05-04T09:30:00Z';
      await line.chancery(
        [
          'meetings',
          'create',
          '--title',
          'Board',
          '--scheduled-start-at',
          scheduledStartAt,
          '--invitee',
          invitee,
        ],
        { operations: published },
      );
      await line.chancery(['meetings', 'invite', 'm1', '--email', 'ada@b.example'], {
        operations: published,
      });

      expect(line.requests.map(({ path, body }) => [path, body])).to.deep.equal([
        [
          '/api/v1/meetings',
          {
            title: 'Board',
            scheduledStartAt,
            invitees: [{ email: 'ada@b.example', displayName: 'Byron, Ada' }],
          },
        ],
        ['/api/v1/meetings/m1/invitations', { email: 'ada@b.example' }],
      ]);
    });

    it('takes path parameters by position and query fields by flag', async () => {
      await line.chancery(['meetings', 'cancel-meeting', 'm1', '--expected-version', '3', '--no-notify']);
      const [request] = line.requests;
      expect(request).to.deep.include({ path: '/api/v1/meetings/m1/cancel', body: { expectedVersion: 3 } });
      expect(request?.query.toString()).to.equal('notify=false');
    });

    it('repeats arrays, takes several values of an enumeration at once, and the singular', async () => {
      await line.chancery([
        'workspace',
        'create-api-key',
        '--name',
        'CI',
        '--scopes',
        'members.read,meetings.read',
        '--scope',
        'meetings.write',
      ]);
      expect(line.requests[0]?.body).to.deep.include({
        scopes: ['members.read', 'meetings.read', 'meetings.write'],
      });
    });

    it('takes the body from standard input or a file; flags win over it', async () => {
      const body = JSON.stringify({ name: 'from file', scopes: ['members.read'] });
      const file = join(line.homeDirectory, 'key.json');
      writeFileSync(file, body);
      await line.chancery(['workspace', 'create-api-key', '--input', '-', '--name', 'from flag'], {
        input: body,
      });
      await line.chancery(['workspace', 'create-api-key', '--input', file]);

      expect(line.requests.map((request) => request.body)).to.deep.equal([
        { name: 'from flag', scopes: ['members.read'] },
        { name: 'from file', scopes: ['members.read'] },
      ]);
    });

    for (const [what, args, says] of [
      ['an unknown command', ['meetings', 'craete'], /Did you mean create/],
      ['an unknown context', ['meeting', 'create'], /Did you mean meetings/],
      ['an unknown flag', ['meetings', 'list', '--limt', '3'], /Did you mean --limit/],
      ['a missing field', ['workspace', 'create-api-key', '--name', 'x'], /The command also needs --scopes/],
      ['a missing argument', ['meetings', 'get-meeting'], /meetingId/],
      ['a number that is none', ['meetings', 'list', '--limit', 'many'], /whole number/],
      [
        'a value that is not allowed',
        ['workspace', 'list-api-keys', '--status', 'gone'],
        /active, expired, revoked/,
      ],
      ['JSON that is none', ['meetings', 'create', '--settings', '{'], /not valid JSON/],
      ['pairs with an unknown key', ['meetings', 'create', '--invitee', 'mail=x'], /email=…,displayName=…/],
      ['a base URL that is none', ['health', 'get-health', '--base-url', 'localhost:1'], /is no base URL/],
      ['a profile that is not there', ['health', 'get-health', '--profile', 'x'], /no profile "x"/],
      ['a file that is not there', ['meetings', 'create', '--input', 'nowhere.json'], /cannot be read/],
      ['input that is no object', ['meetings', 'create', '--input', '-'], /not a JSON object/],
    ] as const) {
      it(`exits 2 for ${what}, says how to go on, and sends nothing`, async () => {
        const { exitCode, stderr, stdout } = await line.chancery(args);
        expect({ exitCode, stdout }).to.deep.equal({ exitCode: 2, stdout: '' });
        expect(stderr).to.match(says);
        expect(line.requests).to.deep.equal([]);
      });
    }

    for (const operation of [...sampleOperations, ...published]) {
      // `auth login` keeps the session too, and `documents upload` resumes; the bare operations stay under their former names.
      const current = commandPathOf(operation).join(' ');
      const names = [
        ...(richerCommands.has(current) ? [] : [current]),
        `${kebabCase(operation.tag)} ${kebabCase(operation.id)}`,
      ];
      for (const name of names)
        it(`reaches ${operation.route} as chancery ${name}`, async () => {
          const operations = sampleOperations.includes(operation) ? sampleOperations : published;
          const positional = positionalOf(operation);
          answer = () => success({ done: true });
          const { exitCode, stdout, stderr } = await line.chancery(
            [...name.split(' '), ...positional, ...neededFlagsOf(operation), '--json'],
            { operations, answers: ['secret', 'secret'] },
          );

          expect({ exitCode, stderr }).to.deep.equal({ exitCode: 0, stderr: '' });
          expect(JSON.parse(stdout)).to.deep.equal(
            operation.binary
              ? { success: true, data: { done: true }, meta: JSON.parse(stdout).meta }
              : { done: true },
          );
          const path = positional.reduce((sum, value) => sum.replace(/\{\w+\}/, value), operation.path);
          expect(line.requests.at(-1)).to.include({ method: operation.method, path });
        });
    }
  });

  describe('output', () => {
    const meetings = [
      {
        id: '0190a000-0000-7000-8000-000000000001',
        title: 'Annual general meeting of the association',
        count: 12,
        notes: null,
      },
      { id: '0190a000-0000-7000-8000-000000000002', title: '会議 \u001b[31m', count: 3, notes: null },
    ];

    it('prints exactly the data with --json', async () => {
      answer = () => success({ meetings, count: 2, nextCursor: null });
      const { stdout } = await line.chancery(['meetings', 'list', '--json']);
      expect(JSON.parse(stdout)).to.deep.equal({ meetings, count: 2, nextCursor: null });
    });

    it('prints a list as a table, and cuts nothing off if no terminal reads it', async () => {
      answer = () => success({ meetings, count: 2, nextCursor: 'abc' });
      const { stdout, stderr } = await line.chancery(['meetings', 'list']);
      expect(stdout.split('\n')).to.deep.equal([
        'id                                    title                                      count',
        '0190a000-0000-7000-8000-000000000001  Annual general meeting of the association  12',
        '0190a000-0000-7000-8000-000000000002  会議  [31m                                 3',
        '',
      ]);
      expect(stderr).to.equal('There are more: repeat with --cursor abc, or use --all.\n');
    });

    it('fits a table to the terminal, and says what it leaves out', async () => {
      answer = () => success({ meetings, count: 2, nextCursor: null });
      const narrow = await line.chancery(['meetings', 'list', '--no-color'], { columns: 52 });
      expect(Math.max(...narrow.stdout.split('\n').map((each) => each.length))).to.be.at.most(52);
      expect(narrow.stdout).to.include('…');

      const tiny = await line.chancery(['meetings', 'list', '--no-color'], { columns: 20 });
      expect(tiny.stderr).to.include('Not shown for want of width: title, count. Use --columns or --json.');
    });

    it('prints colours on a terminal, unless NO_COLOR or --no-color is given', async () => {
      answer = () => success({ meetings, count: 2, nextCursor: null });
      const bold = '\u001b[1m';
      expect((await line.chancery(['meetings', 'list'], { columns: 120 })).stdout).to.include(bold);
      expect((await line.chancery(['meetings', 'list'])).stdout).not.to.include(bold);
      expect(
        (await line.chancery(['meetings', 'list', '--no-color'], { columns: 120 })).stdout,
      ).not.to.include(bold);
      expect(
        (await line.chancery(['meetings', 'list'], { columns: 120, env: { NO_COLOR: '1' } })).stdout,
      ).not.to.include(bold);
    });

    it('says in one line what was made, and warns that a secret is shown once', async () => {
      answer = () => success({ apiKey, secret: 'chan_live_shown_once' }, 201);
      const command = ['workspace', 'create-api-key', '--name', 'CI', '--scope', 'members.read'];
      const { stdout, stderr } = await line.chancery(command);
      expect(stdout.split('\n')).to.deep.equal([
        'Created API key "CI" k1',
        'secret  chan_live_shown_once',
        '',
      ]);
      expect(stderr).to.equal('Keep secret now: it is shown this once and cannot be read again.\n');
      expect((await line.chancery([...command, '--quiet'])).stderr).to.equal('');
    });

    it('reads every page with --all, showing progress at a terminal only', async () => {
      answer = ({ query }) =>
        query.get('cursor')
          ? success({ meetings: [meetings[1]], count: 1, nextCursor: null })
          : success({ meetings: [meetings[0]], count: 1, nextCursor: 'b' });
      const { stdout, stderr } = await line.chancery(['meetings', 'list', '--all', '--json']);
      expect(JSON.parse(stdout)).to.deep.equal({ meetings, count: 2, nextCursor: null });
      expect(stderr).to.equal('');
      expect((await line.chancery(['meetings', 'list', '--all'], { columns: 80 })).stderr).to.include(
        '2 meetings read…',
      );
    });

    it('PLT-20: sends the file at a path, and says on a terminal how far it is', async () => {
      answer = () => success({ stored: true }, 201);
      const path = join(line.homeDirectory, 'report.pdf');
      writeFileSync(path, '%PDF-1.7');
      const field = { in: 'body', type: 'string', nullable: false, description: '' } as const;
      const addFile: Operation = {
        ...(published[0] as Operation),
        id: 'addFile',
        tag: 'workspace',
        route: 'POST /api/v1/files',
        method: 'POST',
        path: '/api/v1/files',
        file: 'file',
        fields: [
          { ...field, name: 'name', required: false },
          { ...field, name: 'file', required: true },
        ],
      };
      const given = ['workspace', 'add-file', '--name', 'Report', '--file'];

      const piped = await line.chancery([...given, path, '--json'], { operations: [addFile] });
      const watched = await line.chancery([...given, path], { operations: [addFile], columns: 80 });
      const missing = await line.chancery([...given, `${path}.none`], { operations: [addFile] });

      expect([piped.exitCode, JSON.parse(piped.stdout), piped.stderr]).to.deep.equal([
        0,
        { stored: true },
        '',
      ]);
      expect(line.requests.at(-1)?.body).to.match(
        /name="name"\r\n\r\nReport\r\n[\s\S]*name="file"; filename="report.pdf"[\s\S]*%PDF-1.7/,
      );
      expect(watched.stderr).to.include('Sending');
      expect([missing.exitCode, missing.stderr]).to.satisfy(
        ([code, text]: [number, string]) => code === 2 && text.includes('cannot be read'),
      );
    });

    it('writes a file to --output or a pipe, never to a terminal', async () => {
      answer = () => ({ body: 'BEGIN:VCALENDAR' });
      const file = join(line.homeDirectory, 'm.ics');
      await line.chancery(['meetings', 'download-meeting-calendar', 'm1', '--output', file]);
      expect(readFileSync(file, 'utf8')).to.equal('BEGIN:VCALENDAR');
      expect((await line.chancery(['meetings', 'download-meeting-calendar', 'm1'])).stdout).to.equal(
        'BEGIN:VCALENDAR',
      );
      expect(
        (await line.chancery(['meetings', 'download-meeting-calendar', 'm1'], { columns: 80 })).exitCode,
      ).to.equal(2);
    });
  });

  describe('failures', () => {
    for (const [status, code, exitCode, says] of [
      [500, 'internal.unexpected', 1, /^internal\.unexpected: Do it otherwise\.\nrequest 0190/],
      [401, 'auth.required', 3, /next: Nobody is signed in here: run `chancery auth login`\./],
      [401, 'auth.refresh_reused', 3, /Run `chancery auth login` again/],
      [401, 'auth.key_revoked', 3, /See them with `chancery api-keys list`/],
      [403, 'plan.limit_reached', 4, /plan/],
      [404, 'meeting.not_found', 5, /See what is there with `chancery meetings list`/],
      [410, 'link.gone', 5, /^link\.gone: Do it otherwise\.\n$/],
      [409, 'document.invalid_state', 6, /^document\.invalid_state/],
      [422, 'idempotency.key_reused', 6, /another --idempotency-key/],
      [412, 'version_conflict', 6, /Read it again with `chancery meetings get <meetingId>`/],
      [400, 'request.invalid', 7, /next: See what it takes: `chancery meetings cancel --help`/],
      [429, 'rate_limited', 8, /Wait 90 seconds/],
      [503, 'dependency.unavailable', 9, /`chancery health get`/],
    ] as const) {
      it(`exits ${exitCode} for ${status} ${code} and says what to do`, async () => {
        answer = () =>
          failure(status, code, 'Do it otherwise.', status === 429 ? { retryAfterSeconds: 90 } : {});
        const result = await line.chancery([
          'meetings',
          'cancel-meeting',
          'm1',
          '--expected-version',
          '1',
          '--timeout',
          '5',
        ]);
        expect(result).to.include({ exitCode, stdout: '' });
        expect(result.stderr).to.match(says);
      });
    }

    it('names fields by their flags', async () => {
      const details = [
        { path: '/body/invitees/0/email', code: 'email.invalid', message: 'This is no address.' },
        { path: '/body/recurrence/until', code: 'field.invalid', message: 'It is over by then.' },
        { path: '/header/x-idempotency-key', code: 'too_long', message: 'At most 255.' },
      ];
      answer = () => failure(400, 'request.invalid', 'Correct the fields.', { details });
      const { stderr } = await line.chancery([
        'meetings',
        'create',
        '--title',
        'x',
        '--scheduled-start-at',
        'y',
      ]);
      expect(stderr.split('\n').slice(0, 4)).to.deep.equal([
        'request.invalid: Correct the fields.',
        '  --invitee 1 email  This is no address.',
        '  --recurrence.until  It is over by then.',
        '  x-idempotency-key  At most 255.',
      ]);
    });

    it('KEY-2: names the scope that is missing and the command that adds it', async () => {
      const details = [
        { path: '/header/authorization', code: 'scope.missing', message: 'The key lacks meetings.write.' },
      ];
      answer = () => failure(403, 'scope.missing', 'Ask an owner.', { details });
      const { exitCode, stderr } = await line.chancery(['integrations', 'list-integration-members']);
      expect(exitCode).to.equal(4);
      expect(stderr).to.include(
        '`chancery api-keys update <apiKeyId> --scopes <scopes>`, with all scopes that it has and meetings.write.',
      );
    });

    it('writes the failure as JSON on stderr with --json, also a usage error', async () => {
      answer = () => failure(404, 'meeting.not_found');
      const { stdout, stderr } = await line.chancery(['meetings', 'get-meeting', 'm1', '--json']);
      expect(stdout).to.equal('');
      expect(JSON.parse(stderr)).to.deep.equal({
        error: {
          code: 'meeting.not_found',
          message: 'Do it otherwise.',
          status: 404,
          details: [],
          requestId: '01900000-0000-7000-8000-000000000001',
          retryAfterSeconds: null,
          nextStep: 'See what is there with `chancery meetings list`',
          exitCode: 5,
        },
      });
      const usage = await line.chancery(['meetings', 'fly', '--json']);
      expect(JSON.parse(usage.stderr).error).to.include({ code: 'usage', exitCode: 2 });
    });

    it('exits 9 when nothing listens at the address', async () => {
      const { exitCode, stderr } = await line.chancery(
        ['identity', 'get-me', '--base-url', 'http://127.0.0.1:1'],
        { env: {} },
      );
      expect(exitCode).to.equal(9);
      expect(stderr).to.include('chancery serve');
    });

    it('shows the report of a service that is not ready, and exits 9', async () => {
      const report = {
        status: 'draining',
        dependencies: [{ name: 'database', required: true, status: 'ok' }],
      };
      answer = () => ({ status: 503, body: report, headers: { 'retry-after': '600' } });
      const { exitCode, stdout } = await line.chancery(['health', 'get-health', '--json']);
      expect(exitCode).to.equal(9);
      expect(JSON.parse(stdout)).to.deep.equal(report);
    });
  });

  describe('help', () => {
    it('lists contexts, and a command with its fields', async () => {
      const help = await line.chancery(['--help']);
      expect(help).to.include({ exitCode: 0, stderr: '' });
      expect(help.stdout).to.match(/Signing in:[\s\S]*auth[\s\S]*login[\s\S]*Commands:[\s\S]*meetings/);
      const { stdout } = await line.chancery(['help', 'meetings', 'create']);
      expect(stdout).to.include('--scheduled-start-at').and.to.include('(required)');
      const update = await line.chancery(['help', 'meetings', 'update-meeting'], {
        operations: published,
      });
      expect(update.stdout).to.match(/For any owner, admin or\s+member who is host of the\s+meeting\./);
      expect((await line.chancery(['help', 'nothing'])).exitCode).to.equal(2);
      expect((await line.chancery([])).stdout).to.equal(help.stdout);
    });

    it('explains the exit codes', async () => {
      const { stdout } = await line.chancery(['help', 'exit-codes']);
      expect(
        stdout
          .split('\n')
          .map((each) => each.slice(0, 1))
          .join(''),
      ).to.equal('0123456789');
    });
  });

  describe('host commands', () => {
    it('explain how to install the server if it is missing', async () => {
      const { exitCode, stderr } = await line.chancery(['serve', '--port', '1']);
      expect(exitCode).to.equal(2);
      expect(stderr).to.include('npm install --global @chancery/server');
    });

    it('run with their options and give their exit code', async () => {
      const given: unknown[] = [];
      const tend = {
        name: 'tend',
        summary: 'Tend it',
        options: [{ flag: '--depth <n>', description: 'How deep' }],
      };
      const host = [{ ...tend, run: async (options: object) => given.push(options) * 0 + 4 }];
      const { exitCode } = await line.chancery(['tend', '--depth', '3', '--json'], { host });
      expect(exitCode).to.equal(4);
      expect(given).to.deep.equal([{ depth: '3', json: true, color: true }]);
      expect((await line.chancery(['--help'], { host })).stdout).to.include('tend');
    });

    it('that have two words make a group, or join the context of that name; what has no flag is given by its name', async () => {
      const given: object[] = [];
      const named = (name: string) => ({
        name,
        summary: 'Do it',
        arguments: [{ name: 'work-order', description: 'Which' }],
        options: [{ flag: '--now', description: 'At once' }],
        run: async (options: object) => given.push(options) * 0,
      });
      const host = [named('keys turn'), named('identity tend')];

      await line.chancery(['keys', 'turn', 'first', '--now'], { host });
      await line.chancery(['identity', 'tend', 'second'], { host });
      const help = (await line.chancery(['keys', '--help'], { host })).stdout;
      const incomplete = await line.chancery(['keys', 'turn'], { host });

      expect(given).to.deep.equal([
        { color: true, now: true, workOrder: 'first' },
        { color: true, workOrder: 'second' },
      ]);
      expect(help).to.include('turn').and.include('<work-order>');
      expect(incomplete.exitCode).to.equal(2);
    });

    it('are in the help of a group of the API, which alone loads the server', async () => {
      const host = [{ name: 'meetings verify', summary: 'Look at it', options: [], run: async () => 0 }];
      let loads = 0;
      const situation = { host, loaded: () => (loads += 1) };

      for (const args of [
        ['meetings', '--help'],
        ['help', 'meetings'],
      ])
        expect((await line.chancery(args, situation)).stdout, args.join(' ')).to.include('verify');
      await line.chancery(['meetings', 'list'], situation);
      await line.chancery(['meetings', 'get', '--help'], situation);

      expect(loads).to.equal(2);
    });

    it('never take the name of an endpoint’s command, nor one of its aliases', async () => {
      const given: string[] = [];
      const names = ['workspace suspend', 'workspace suspend-member'];
      const host = names.map((name) => ({
        name,
        summary: 'Do it',
        options: [],
        run: async () => given.push(name) * 0,
      }));
      const situation = { host, operations: published };

      const endpoint = await line.chancery(['workspace', 'suspend', '--help'], situation);
      await line.chancery(['workspace', 'host-suspend'], situation);
      await line.chancery(['workspace', 'host-suspend-member'], situation);

      expect(endpoint.stdout).to.include('Usage: chancery members suspend');
      expect(given).to.deep.equal(names);
    });

    it('join a context with a name that only a command of another context has', async () => {
      const given: string[] = [];
      const named = { name: 'meetings get-health', summary: 'Look', options: [] };
      const host = [{ ...named, run: async () => given.push(named.name) * 0 }];

      await line.chancery(['meetings', 'get-health'], { host });

      expect(given).to.deep.equal(['meetings get-health']);
    });

    it('may stand in a group of a group, beside others there', async () => {
      const given: string[] = [];
      const names = ['vault keys check', 'vault keys count', 'vault open'];
      const host = names.map((name) => ({
        ...{ name, summary: 'Look', options: [] },
        run: async () => given.push(name) * 0,
      }));

      for (const name of names) await line.chancery(name.split(' '), { host });
      const help = await line.chancery(['vault', 'keys', '--help'], { host });

      expect(given).to.deep.equal(names);
      expect(help.stdout).to.include('check').and.include('count').and.not.include('open');
    });

    it('never take the name of a context', async () => {
      const health = { name: 'health', summary: 'Look', options: [], run: async () => 0 };
      expect((await line.chancery(['health', 'get-health'], { host: [health] })).exitCode).to.equal(0);
      expect((await line.chancery(['host-health'], { host: [health] })).exitCode).to.equal(0);
    });
  });

  describe('profiles', () => {
    const session = {
      tokenType: 'Bearer',
      accessToken: 'access-1',
      accessTokenExpiresAt: '2100-01-01T00:00:00.000Z',
      refreshToken: 'refresh-1',
      user: { id: 'usr_1' },
    };
    const login = (...more: string[]) =>
      line.chancery(['login', '--email', 'ada@b.example', ...more], { answers: ['correct horse battery'] });

    it('login asks for the password unseen and keeps the session for the next command', async () => {
      answer = ({ path }) => success(path.endsWith('/login') ? session : { user: {} }, 201);
      const { exitCode, asked, stdout, stderr } = await line.chancery(['login'], {
        answers: ['ada@b.example', 'secret words'],
      });
      expect({ exitCode, stdout, asked }).to.deep.equal({
        exitCode: 0,
        stdout: '',
        asked: ['E-mail: ', 'Password: (hidden)'],
      });
      expect(stderr).to.include('Signed in to').and.not.to.include('secret words');
      expect(line.requests[0]?.body).to.deep.equal({
        email: 'ada@b.example',
        password: 'secret words',
        deviceName: 'chancery on laptop',
      });

      await line.chancery(['identity', 'get-me']);
      expect(line.requests[1]?.headers.authorization).to.equal('Bearer access-1');
    });

    it('renews the session by itself and keeps what it got', async () => {
      answer = ({ path }) =>
        path.endsWith('/login')
          ? success({ ...session, accessTokenExpiresAt: '2020-01-01T00:00:00.000Z' }, 201)
          : success(
              path.endsWith('/refresh')
                ? { ...session, accessToken: 'access-2', refreshToken: 'refresh-2' }
                : {},
              201,
            );
      await login();
      await line.chancery(['identity', 'get-me']);

      expect(line.requests.map(({ path }) => path.split('/').at(-1))).to.deep.equal([
        'login',
        'refresh',
        'me',
      ]);
      expect(JSON.parse(readFileSync(line.configFile, 'utf8')).profiles.default.session).to.deep.equal({
        accessToken: 'access-2',
        accessTokenExpiresAt: '2100-01-01T00:00:00.000Z',
        refreshToken: 'refresh-2',
      });
    });

    it('keeps tokens where only their owner can read them', async () => {
      answer = () => success(session, 201);
      await login();
      expect(statSync(line.configFile).mode & 0o777).to.equal(0o600);
      expect(statSync(dirname(line.configFile)).mode & 0o777).to.equal(0o700);
      expect(readdirSync(dirname(line.configFile))).to.deep.equal(['config.json']);
    });

    it('gives an operation the credential that it accepts', async () => {
      answer = () => success(session, 201);
      await login();
      await line.chancery(['login', '--with-api-key', '--password-stdin'], { input: 'chan_live_kept\n' });
      await line.chancery(['identity', 'get-me']);
      await line.chancery(['integrations', 'list-integration-members']);
      await line.chancery(['integrations', 'list-integration-members'], {
        env: { CHANCERY_API_KEY: 'chan_live_env' },
      });
      expect(line.requests.slice(1).map(({ headers }) => headers.authorization)).to.deep.equal([
        'Bearer access-1',
        'Bearer chan_live_kept',
        'Bearer chan_live_env',
      ]);
    });

    it('never sends what is kept for one service to another', async () => {
      answer = () => success(session, 201);
      await login();
      const other = await commandLine(() => success({}));
      await line.chancery(['identity', 'get-me', '--base-url', other.baseUrl]);
      expect(other.requests[0]?.headers.authorization).to.equal(undefined);
      await other.close();
    });

    it('keeps several profiles, shows them without secrets, and forgets them', async () => {
      answer = ({ path }) => (path.endsWith('/login') ? success(session, 201) : success({}));
      await login();
      await login('--profile', 'other');
      const list = await line.chancery(['profiles', 'list', '--json']);
      expect(list.stdout).not.to.include('refresh-1').and.not.to.include('access-1');
      expect(JSON.parse(list.stdout)).to.deep.equal({
        profiles: ['default', 'other'].map((name) => ({
          name,
          current: name === 'other',
          baseUrl: line.baseUrl,
          email: 'ada@b.example',
          keeps: ['session'],
        })),
        count: 2,
      });

      await line.chancery(['profiles', 'use', 'default']);
      expect(JSON.parse((await line.chancery(['profiles', 'show', '--json'])).stdout)).to.include({
        name: 'default',
      });
      await line.chancery(['logout']);
      expect(JSON.parse((await line.chancery(['profiles', 'show', '--json'])).stdout).keeps).to.deep.equal(
        [],
      );
      await line.chancery(['profiles', 'remove', 'default']);
      expect((await line.chancery(['profiles', 'use', 'default'])).exitCode).to.equal(2);
    });

    it('login says that another profile is the current one from now on, and how to go back', async () => {
      answer = () => success(session, 201);
      const first = await login();
      const again = await login();
      const other = await login('--profile', 'other');
      const key = await line.chancery(
        ['login', '--with-api-key', '--password-stdin', '--profile', 'default'],
        { input: 'chan_live_kept\n' },
      );

      for (const { stderr } of [first, again]) expect(stderr).to.not.include('current profile');
      const switched = (next: string, before: string) =>
        `"${next}" is the current profile now, instead of "${before}". Go back with \`chancery profiles use ${before}\`.\n`;
      expect(other.stderr).to.include(switched('other', 'default'));
      expect(key.stderr).to.include(switched('default', 'other'));
    });

    it('MFA-5: login asks for the second factor, asks again if it was wrong, and keeps the session', async () => {
      const codes = ['123 456', 'ABCD-EFGH-IJKL-MNOP'];
      answer = ({ path, body }) =>
        path.endsWith('/login')
          ? success({ tokenType: 'Challenge', challengeToken: 'c', methods: ['totp', 'recovery_code'] }, 201)
          : Object.hasOwn(Object(body), 'totpCode')
            ? failure(403, 'factor.code_invalid')
            : success(session, 201);

      const { exitCode, asked, stderr } = await line.chancery(['login', '--email', 'ada@b.example'], {
        answers: ['correct horse battery', ...codes],
      });

      const question = 'Code of your authenticator, or a recovery code: (hidden)';
      expect({ exitCode, asked }).to.deep.equal({
        exitCode: 0,
        asked: ['Password: (hidden)', question, question],
      });
      expect(line.requests.slice(1).map(({ path, body }) => ({ path, body }))).to.deep.equal(
        [{ totpCode: '123456' }, { recoveryCode: codes[1] }].map((factor) => ({
          path: '/api/v1/auth/factors/challenge',
          body: { challengeToken: 'c', ...factor, deviceName: 'chancery on laptop' },
        })),
      );
      for (const hidden of codes) expect(stderr).not.to.include(hidden);
      await line.chancery(['identity', 'get-me']);
      expect(line.requests.at(-1)?.headers.authorization).to.equal('Bearer access-1');
    });

    it('MFA-5: login takes the second factor as an option and tries it once', async () => {
      answer = ({ path }) =>
        path.endsWith('/login')
          ? success({ tokenType: 'Challenge', challengeToken: 'c', methods: ['totp'] }, 201)
          : failure(403, 'factor.code_invalid');

      const { stderr, asked } = await login('--code', '123456');

      expect(asked).to.deep.equal(['Password: (hidden)']);
      expect(stderr).to.include('factor.code_invalid');
      expect(line.requests).to.have.length(2);
    });

    it('says what to do instead if only a passkey is accepted, and exits with 3 after a wrong password', async () => {
      answer = () => success({ tokenType: 'Challenge', challengeToken: 'c', methods: ['passkey'] }, 201);
      expect((await login()).stderr).to.include('chancery auth login --with-api-key');
      answer = () => failure(401, 'auth.invalid_credentials');
      expect((await login()).exitCode).to.equal(3);
    });

    it('refuses a configuration file that is damaged or that others can read', async () => {
      mkdirSync(join(line.homeDirectory, '.config/chancery'), { recursive: true, mode: 0o700 });
      writeFileSync(line.configFile, '{', { mode: 0o600 });
      expect((await line.chancery(['identity', 'get-me'])).stderr).to.include('is damaged');
      writeFileSync(line.configFile, '{"current":"default","profiles":{}}');
      chmodSync(line.configFile, 0o644);
      const { exitCode, stderr } = await line.chancery(['identity', 'get-me']);
      expect(exitCode).to.equal(2);
      expect(stderr).to.include('chmod 600');
    });
  });
});
