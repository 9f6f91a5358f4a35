import { execFileSync } from 'node:child_process';
import { expect } from 'chai';
import { completionScript } from './completion.ts';
import { type CommandLine, commandLine } from './testing/command-line.ts';
import { success } from './testing/service.ts';

describe('completion', () => {
  let line: CommandLine;
  beforeEach(async () => {
    line = await commandLine(() => success({}));
  });
  afterEach(() => line.close());
  const complete = async (...words: string[]) =>
    (await line.chancery(['__complete', ...words])).stdout.split('\n').filter(Boolean);

  it('offers groups, commands, flags, values and profiles, also after a former name', async () => {
    await line.chancery(['login', '--with-api-key', '--profile', 'work'], { answers: ['chan_live_x'] });

    expect(await complete('me')).to.deep.equal(['meetings', 'members']);
    expect(await complete('--json', 'meetings', 'c')).to.deep.equal(['calendar', 'cancel', 'create']);
    expect(await complete('meetings', 'create', '--ti')).to.deep.equal([
      '--time-zone',
      '--timeout',
      '--title',
    ]);
    expect(await complete('meetings', 'create', '--title', 'c')).to.deep.equal([]);
    expect(await complete('workspace', 'list-api-keys', '--status', '')).to.deep.equal([
      'active',
      'expired',
      'revoked',
    ]);
    expect(await complete('--profile', '')).to.deep.equal(['work']);
    expect(await complete('profiles', 'use', 'w')).to.deep.equal(['work']);
    expect(await complete('completion', 'z')).to.deep.equal(['zsh']);
  });

  it('offers the commands of a server beside those of the API, and loads it for nothing else', async () => {
    const names = ['meetings verify', 'seal test', 'tend'];
    const host = names.map((name) => ({ name, summary: 'Do it', options: [], run: async () => 0 }));
    const loads: string[] = [];
    const withHost = async (...words: string[]) => {
      const situation = { host, loaded: () => loads.push(words.join(' ')) };
      const { stdout } = await line.chancery(['__complete', ...words], situation);
      return stdout.split('\n').filter(Boolean);
    };

    expect(await withHost('meetings', 'v')).to.deep.equal(['verify']);
    expect(await withHost('seal', '')).to.deep.equal(['test']);
    expect(await withHost('--json', '')).to.include.members(['meetings', 'seal', 'tend']);
    expect(await withHost('meetings', 'create', '--ti')).to.include('--title');
    expect(loads).to.deep.equal(['meetings v', 'seal ', '--json ']);
  });

  it('works in bash', () => {
    const script = `chancery() { printf '%s\\n' "asked: $1 $2 $3" 'two words'; }
${completionScript('bash')}
COMP_WORDS=(chancery meetings cr); COMP_CWORD=2; _chancery; printf '%s|' "\${COMPREPLY[@]}"`;
    expect(execFileSync('bash', ['-c', script]).toString()).to.equal(
      'asked: __complete meetings cr|two words|',
    );
  });

  it('prints a script for zsh and fish, and refuses other shells', async () => {
    expect((await line.chancery(['completion', 'zsh'])).stdout).to.match(/^#compdef chancery/);
    expect((await line.chancery(['completion', 'fish'])).stdout).to.match(/^complete -c chancery/);
    expect((await line.chancery(['completion', 'cmd'])).stderr).to.include('bash, zsh, fish');
  });
});
