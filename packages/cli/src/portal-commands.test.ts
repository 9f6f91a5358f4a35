import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '@chancery/sdk/operations';
import { expect } from 'chai';
import { success } from '../../sdk/src/testing/service-double.ts';
import { examplesOf } from './example-lines.ts';
import { type CommandLine, commandLine } from './testing/command-line.ts';

const token = `${'A_b-'.repeat(10)}xyz`;

describe('chancery governance portal', () => {
  let line: CommandLine;
  beforeEach(async () => {
    line = await commandLine(({ query }) =>
      query.get('download') === 'true' ? { body: '{"format":"release"}' } : success({ package: null }),
    );
  });
  afterEach(() => line.close());

  const portal = (args: readonly string[], given: string) =>
    line.chancery(['governance', 'portal', ...args], { operations, answers: [given] });

  for (const [what, given] of [
    ['the token alone', token],
    ['the whole link', `https://chancery.example.org/portal#token=${token}`],
    ['what the header takes', `Bearer ${token}`],
  ] as const)
    it(`takes ${what} for --authorization`, async () => {
      const { exitCode, asked } = await portal(['show', '--authorization'], given);

      expect([exitCode, asked]).to.deep.equal([0, ['Link: (hidden)']]);
      expect(line.requests.at(-1)?.headers.authorization).to.equal(`Bearer ${token}`);
    });

  it('export saves the file that release verify reads', async () => {
    const file = join(line.homeDirectory, 'export.json');
    const { exitCode, stderr } = await portal(['export', '--authorization', '--output', file], token);

    expect([exitCode, stderr]).to.deep.equal([0, `Written to ${file}.\n`]);
    expect(readFileSync(file, 'utf8')).to.equal('{"format":"release"}');
    const redirected = await portal(['export', '--authorization', '--download'], token);
    expect(redirected.stdout).to.equal('{"format":"release"}');
  });

  it('shows in every example that the link is asked for', () => {
    const shown = operations
      .filter(({ command }) => command?.startsWith('governance portal '))
      .flatMap(examplesOf);
    expect(shown.length).to.be.greaterThan(6);
    expect(shown.filter((each) => !each.includes(' --authorization'))).to.deep.equal([]);
    expect(shown).to.include('chancery governance portal export --authorization --output export.json');
  });
});
