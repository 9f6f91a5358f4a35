import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operations } from '@chancery/sdk/operations';
import { expect } from 'chai';
import { type Served, served } from '../../adapters-http/src/testing/served.ts';
import { run } from './run.ts';

const title =
  'The yearly meeting of everybody who has a say in the relaunch, with a review of all that was done';

describe('what chancery shows of answers', () => {
  let api: Served;
  let folder: string;
  let key: string;
  const made: string[] = [];
  before(async () => {
    api = await served();
    folder = mkdtempSync(join(tmpdir(), 'chancery-shown-'));
    for (const start of ['2027-06-03T09:00:00Z', '2027-06-04T09:00:00Z']) {
      const create = ['meetings', 'create', '--title', title, '--scheduled-start-at', start, '--json'];
      made.push(JSON.parse((await chancery(create)).stdout).meeting.id);
    }
    const scopes = ['--scope', 'members.read', '--scope', 'workspace.read'];
    const answer = await chancery(['api-keys', 'create', '--name', 'CI', ...scopes, '--json']);
    key = JSON.parse(answer.stdout).secret;
  });
  after(async () => {
    rmSync(folder, { recursive: true });
    await api.close();
  });

  async function chancery(args: readonly string[], columns?: number, env: Record<string, string> = {}) {
    const [out, err]: [string[], string[]] = [[], []];
    const exitCode = await run(args, {
      operations,
      env: {
        CHANCERY_BASE_URL: api.baseUrl,
        NO_COLOR: '1',
        ...('CHANCERY_API_KEY' in env ? {} : { CHANCERY_TOKEN: api.owner.session.credential ?? '' }),
        ...env,
      },
      homeDirectory: folder,
      hostName: 'laptop',
      stdout: { write: (text) => out.push(String(text)), isTTY: columns !== undefined, columns },
      stderr: { write: (text) => err.push(String(text)) },
      readInput: async () => '',
      ask: async () => '',
      timeZone: 'Europe/Berlin',
      now: () => new Date('2027-06-01T09:00:00Z'),
      fetch,
      loadHost: async () => null,
    });
    return { exitCode, stdout: out.join(''), stderr: err.join('') };
  }
  const lines = (text: string) => text.trimEnd().split('\n');

  for (const columns of [80, 120])
    it(`fits lists into ${columns} columns, with whole ids and local times`, async () => {
      const meetings = await chancery(['meetings', 'list'], columns);
      const members = await chancery(['members', 'list'], columns);

      const all = [...lines(meetings.stdout), ...lines(members.stdout)];
      expect(all.filter((line) => line.length > columns)).to.deep.equal([]);
      expect(lines(meetings.stdout)[0]?.split(/\s{2,}/)).to.include.members(['title', 'status', 'id']);
      expect(lines(members.stdout)[0]?.split(/\s+/)).to.include.members([
        'displayName',
        'email',
        'role',
        'id',
      ]);
      for (const id of [...made, api.owner.id]) expect(all.join('\n')).to.include(id);
      expect(meetings.stdout).to.include('2027-06-03 11:00').and.include('…');
    });

  it('shows the columns that are asked for, in their order', async () => {
    const { stdout } = await chancery(['meetings', 'list', '--columns', 'status,organizer.userId'], 80);
    expect(lines(stdout)[0]?.split(/\s{2,}/)).to.deep.equal(['status', 'userId']);
    expect(lines(stdout)[1]).to.include(api.owner.id);
  });

  it('keeps times as they are, and cuts nothing, where no person reads', async () => {
    const { stdout } = await chancery(['meetings', 'list']);
    expect(stdout).to.include('2027-06-03T09:00:00.000Z').and.include(title).and.include('http');
  });

  it('says in one line what was changed, with the address to open', async () => {
    const create = ['meetings', 'create', '--title', 'Board', '--scheduled-start-at', '2027-07-03T09:00:00Z'];
    const { stdout } = await chancery(create, 80);
    const id = /[0-9a-f-]{36}/.exec(stdout)?.[0] ?? '';
    expect(stdout).to.match(/^Created meeting "Board" [0-9a-f-]{36} https?:\S+\n/);

    const cancelled = await chancery(['meetings', 'cancel', id, '--reason', 'No news'], 80);
    expect(lines(cancelled.stdout)[0]).to.match(/^Cancelled meeting "Board" /);
    const json = await chancery(['meetings', 'get', id, '--json'], 80);
    expect(JSON.parse(json.stdout).meeting).to.include({ id, status: 'cancelled' });
  });

  it('shows one thing with times told both ways', async () => {
    const { stdout } = await chancery(['meetings', 'get', made[0] ?? ''], 80);
    expect(stdout).to.match(/scheduledStartAt +2027-06-03 11:00 \(in 2 days\)/);
  });

  it('shows as whom the next command acts: member, key, or nobody', async () => {
    const member = await chancery(['auth', 'status', '--json']);
    expect(JSON.parse(member.stdout)).to.include({ signedInWith: 'access token', role: 'owner' });
    const application = await chancery(['auth', 'status', '--json'], 80, { CHANCERY_API_KEY: key });
    expect(JSON.parse(application.stdout)).to.include({ signedInWith: 'API key', name: null });
    expect(JSON.parse(application.stdout).workspace).to.equal(JSON.parse(member.stdout).workspace);
    const nobody = await chancery(['auth', 'status'], 80, { CHANCERY_TOKEN: '' });
    expect(nobody.exitCode).to.equal(2);
    expect(nobody.stderr).to.include('chancery auth login');
  });

  it('leads a key from a member’s command to its own, and it works', async () => {
    const refused = await chancery(['members', 'list'], 80, { CHANCERY_API_KEY: key });
    expect(refused.exitCode).to.equal(3);
    const [, command = ''] = /use `chancery ([^`]+)`/.exec(refused.stderr) ?? [];
    expect((await chancery(command.split(' '), 80, { CHANCERY_API_KEY: key })).exitCode).to.equal(0);
    const asMember = await chancery(command.split(' '));
    expect(asMember.stderr).to.include('use `chancery members list`');
  });
});
