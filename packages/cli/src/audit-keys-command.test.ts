import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '@chancery/sdk/operations';
import { expect } from 'chai';
import { failure, success } from '../../sdk/src/testing/service-double.ts';
import { type CommandLine, commandLine } from './testing/command-line.ts';

const origin = 'chancery.example.org/audit/workspace_a';
const keys = { origin, vkeys: [{ vkey: `${origin}+k`, fromSize: 1 }], signingKeys: [{ keyId: 'k1' }] };

describe('chancery records audit keys', () => {
  let line: CommandLine;
  let known: string | null = origin;
  beforeEach(async () => {
    known = origin;
    line = await commandLine(({ path, query }) => {
      if (path.endsWith('/checkpoints')) return success({ checkpoints: [], origin: known, count: 0 });
      if (path.endsWith('/latest')) return { body: `${origin}\n3\n` };
      return query.get('origin') === origin
        ? { body: JSON.stringify(keys) }
        : failure(404, 'audit.checkpoint_not_found', 'There is no checkpoint of this size.');
    });
  });
  afterEach(() => line.close());
  const audit = (args: readonly string[], columns?: number) =>
    line.chancery(['records', 'audit', ...args], { operations, ...(columns !== undefined && { columns }) });

  it('reads those of the workspace that somebody is signed in to, unless it is given an origin', async () => {
    const { exitCode, stdout } = await audit(['keys']);

    expect([exitCode, stdout]).to.deep.equal([0, JSON.stringify(keys)]);
    await audit(['keys', '--origin', origin]);
    expect(line.requests.map(({ path, query }) => [path, query.get('origin')])).to.deep.equal([
      ['/api/v1/records/audit/checkpoints', null],
      ['/.well-known/chancery-audit.json', origin],
      ['/.well-known/chancery-audit.json', origin],
    ]);
  });

  it('says of an origin that is not known that no ledger has it, and how one is written', async () => {
    const { exitCode, stderr } = await audit(['keys', '--origin', 'https://chancery.example.org']);

    expect(exitCode).to.equal(5);
    expect(stderr).to.include('No ledger of this service has the origin https://chancery.example.org.');
    expect(stderr).to.not.include('size');
  });

  it('says that a ledger without a checkpoint has no keys', async () => {
    known = null;
    const { exitCode, stderr } = await audit(['keys']);

    expect([exitCode, stderr]).to.deep.equal([
      2,
      'usage: The ledger of this workspace has no checkpoint yet, and so no keys.\nnext: Make the first with `chancery records audit checkpoint`.\n',
    ]);
  });

  it('shows keys and checkpoints at a terminal, and writes them as they are to a file', async () => {
    const shown = await audit(['keys', '--no-color'], 80);
    expect(shown.stdout.split('\n').slice(0, 4)).to.deep.equal([
      `origin  ${origin}`,
      '',
      'Vkey 1 of 1',
      `  vkey      ${origin}+k`,
    ]);
    expect((await audit(['latest-checkpoint'], 80)).stdout).to.equal(`${origin}\n3\n`);

    const file = join(line.homeDirectory, 'keys.json');
    await audit(['keys', '--output', file], 80);
    expect(readFileSync(file, 'utf8')).to.equal(JSON.stringify(keys));
  });
});
