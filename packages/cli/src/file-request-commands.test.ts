import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  aClient,
  aFile,
  type FileRequestWorld,
  fileRequestWorld,
} from '@chancery/adapters-persistence/testing';
import { operations } from '@chancery/sdk/operations';
import { expect } from 'chai';
import { type Served, served } from '../../adapters-http/src/testing/served.ts';
import { UsageError } from './exit-codes.ts';
import { run } from './run.ts';

const client = ['--client-name', 'Grace Hopper', '--client-email', 'grace@example.com'];
const pdf = (text: string) => aFile(`${text}.pdf`, `%PDF-1.7\n${text}\n%%EOF`);

describe('chancery file-requests', () => {
  let world: FileRequestWorld;
  let api: Served;
  let folder: string;
  const here = process.cwd();
  beforeEach(async () => {
    world = await fileRequestWorld({ settings: { rateLimitScale: 0 } });
    api = await served({ world });
    folder = mkdtempSync(join(tmpdir(), 'chancery-requests-'));
  });
  afterEach(async () => {
    process.chdir(here);
    rmSync(folder, { recursive: true });
    await api.close();
  });

  /** Runs a command; `answers` is what somebody types at the terminal, which is there only if something is typed. */
  async function chancery(args: readonly string[], answers: readonly string[] | null = null) {
    const [out, err, asked]: [string[], string[], string[]] = [[], [], []];
    const exitCode = await run(['file-requests', ...args], {
      operations,
      env: { CHANCERY_BASE_URL: api.baseUrl, CHANCERY_TOKEN: api.owner.session.credential ?? '' },
      homeDirectory: folder,
      hostName: 'laptop',
      stdout: { write: (content) => out.push(String(content)) },
      stderr: { write: (text) => err.push(String(text)) },
      readInput: async () => '',
      async ask(question, { instead } = {}) {
        const answer = answers?.[asked.push(question) - 1];
        if (answer === undefined) throw new UsageError('There is no terminal.', `Give ${instead}.`);
        return answer;
      },
      fetch,
      loadHost: async () => null,
    });
    return { exitCode, stdout: out.join(''), stderr: err.join(''), asked };
  }
  const send = (token: string, itemName: string, text: string, over = {}) =>
    world.sendIn(token, itemName, { file: pdf(text), ...over });
  const statusesOf = async (requestId: string) =>
    (await world.read(requestId)).items.flatMap(({ uploads }) => uploads.map(({ status }) => status));

  it('do not call a decision required for which the command asks', async () => {
    const { stdout } = await chancery(['review', '--help']);
    const [, decision = ''] = /\n {2}--decision([\s\S]*?)\n {2}--/.exec(stdout) ?? [];
    expect(decision).to.include('choices').and.not.to.include('(required)');
  });

  it('create asks for several things in one line, and prints the link to hand over', async () => {
    const { exitCode, stdout, stderr } = await chancery([
      'create',
      ...client,
      ...['--title', 'Tax return', '--delivery', 'link', '--json'],
      ...['--item', 'name=Passport,acceptedTypes=pdf,image,maxFiles=2,description=Both sides, please'],
      ...['--item', 'name=Bank statements,required=false'],
    ]);

    expect({ exitCode, stderr }).to.deep.equal({ exitCode: 0, stderr: '' });
    const { request, url } = JSON.parse(stdout);
    expect(request.status).to.equal('sent');
    expect(
      request.items.map(
        ({ name, required, acceptedTypes, maxFiles, description }: Record<string, unknown>) => [
          name,
          required,
          acceptedTypes,
          maxFiles,
          description,
        ],
      ),
    ).to.deep.equal([
      ['Passport', true, ['pdf', 'image'], 2, 'Both sides, please'],
      ['Bank statements', false, [], 5, null],
    ]);
    const token = /\/upload#token=([\w-]{43})$/.exec(url)?.[1] ?? '';
    expect((await world.requests.getClientFileRequest({ token }, aClient)).request.title).to.equal(
      'Tax return',
    );
    await world.worker.drain();
    expect(world.subjectsTo('grace@example.com')).to.deep.equal([]);
  });

  it('create mails the link with --delivery email, makes a draft without, and shows a person where the link is', async () => {
    const item = ['--title', 'Tax return', '--item', 'name=Passport'];
    const mailed = await chancery(['create', ...client, ...item, '--delivery', 'email', '--json']);
    const drafted = await chancery(['create', ...client, ...item, '--json']);
    const shown = await chancery(['create', ...client, ...item, '--delivery', 'link']);
    await world.worker.drain();

    expect(JSON.parse(mailed.stdout).url).to.equal(null);
    expect(world.subjectsTo('grace@example.com')).to.deep.equal(['Please send: Tax return']);
    expect(JSON.parse(drafted.stdout).request.status).to.equal('draft');
    expect(shown.stdout).to.match(/\/upload#token=[\w-]{43}/);
  });

  for (const [wrong, says] of [
    ['name=Passport,required=maybe', 'required is one of yes, true, no, false.'],
    ['name=Passport,maxFiles=many', 'maxFiles is a number.'],
    ['title=Passport', 'Write it as name=…,description=…,required=…'],
  ] as const)
    it(`create refuses --item ${wrong} before anything is sent`, async () => {
      const { exitCode, stderr } = await chancery(['create', ...client, '--title', 'Tax', '--item', wrong]);
      expect(exitCode).to.equal(2);
      expect(stderr).to.include(says);
    });

  it('create shows in its help how an item is written', async () => {
    const { stdout } = await chancery(['create', '--help']);
    expect(stdout.replace(/\s+/g, ' '))
      .to.include('--item <json>')
      .and.include('name=…,description=…; keys: name, description, required (yes, no)')
      .and.include('--delivery <way>')
      .and.include('--item name=Passport,acceptedTypes=pdf,image,maxFiles=2')
      .and.not.include('--items');
  });

  it('review goes through what came: one is accepted, one rejected with a reason, one is saved and left', async () => {
    const { request, token } = await world.sent();
    await send(token, 'Passport', 'front', { note: 'Both sides', uploaderName: 'Alan' });
    await send(token, 'Passport', 'back');
    await send(token, 'Payslips', 'january');
    process.chdir(folder);

    const answers = ['what?', 'a', 'r', '', 'reject', 'Too dark.', 's', 'n'];
    const { exitCode, stdout, stderr, asked } = await chancery(['review'], answers);

    expect(exitCode).to.equal(0);
    expect(asked).to.have.length(answers.length);
    expect(stderr)
      .to.include('Tax return, from Grace Hopper\n')
      .and.match(/Passport: front\.pdf \(application\/pdf, 1 kB\), sent by Alan, “Both sides”\n/)
      .and.include('Written to january.pdf.');
    expect(stdout).to.match(
      /^Passport: front\.pdf is accepted, as document [\w-]{36}\.\nPassport: back\.pdf is rejected\.\n$/,
    );
    expect(readFileSync(join(folder, 'january.pdf'), 'utf8')).to.equal('%PDF-1.7\njanuary\n%%EOF');
    expect(await statusesOf(request.id)).to.have.members(['accepted', 'rejected', 'pending_review']);
    const reasons = (await world.read(request.id)).items.flatMap(({ uploads }) =>
      uploads.map(({ reviewReason }) => reviewReason),
    );
    expect(reasons).to.include('Too dark.');
  });

  it('review takes the decision by a flag for a script, of one request or of all, and says what is complete', async () => {
    const [first, second] = [await world.sent(), await world.sent({ title: 'Mandate' })];
    for (const { token } of [first, second]) await send(token, 'Passport', 'front');

    const one = await chancery(['review', '--request', second.request.id, '--decision', 'accept']);
    expect(one.stderr).to.include('Mandate is complete.');
    expect([await statusesOf(first.request.id), await statusesOf(second.request.id)]).to.deep.equal([
      ['pending_review'],
      ['accepted'],
    ]);
    const rejecting = ['review', '--decision', 'reject', '--reason', 'Too dark.', '--json'];
    const { reviews } = JSON.parse((await chancery(rejecting)).stdout);
    expect(reviews.map(({ upload }: { upload: object }) => upload)).to.have.length(1);
    expect(reviews[0].upload).to.deep.include({ status: 'rejected', reviewReason: 'Too dark.' });
    expect((await chancery(['review'])).stderr).to.include('No file waits for you.');
  });

  it('review of one file is as before, and takes a decision back', async () => {
    const { request, token } = await world.sent();
    const { upload } = await send(token, 'Passport', 'front');

    for (const [decision, status] of [
      ['accept', 'accepted'],
      ['reset', 'pending_review'],
    ] as const) {
      const { stdout } = await chancery(['review', upload.id, '--decision', decision, '--json']);
      expect(JSON.parse(stdout).upload.status).to.equal(status);
    }
    expect(await statusesOf(request.id)).to.deep.equal(['pending_review']);
  });

  it('review asks nobody where there is no terminal, and decides nothing for many that is meant for one', async () => {
    const { request, token } = await world.sent();
    const { upload } = await send(token, 'Passport', 'front');

    for (const [args, says] of [
      [['review'], 'Give --decision.'],
      [['review', upload.id], 'The command also needs --decision.'],
      [['review', '--decision', 'reset'], 'Name the file by its id.'],
      [['review', '--decision', 'accept', '--document-name', 'Pass'], '--document-name is for one file.'],
    ] as const) {
      const { exitCode, stderr } = await chancery(args);
      expect([exitCode, stderr]).to.satisfy(
        ([code, text]: [number, string]) => code === 2 && text.includes(says),
      );
    }
    expect(await statusesOf(request.id)).to.deep.equal(['pending_review']);
    expect(existsSync(join(folder, 'front.pdf'))).to.equal(false);
  });
});
