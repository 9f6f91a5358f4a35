import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { type CommandLine, commandLine } from './testing/command-line.ts';

const stored = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../verify/src/testing/${name}`, import.meta.url), 'utf8'));
const { release, signingKey } = stored('releases.json');
const { vkey } = stored('audit-chain.json').checkpoints.key;

describe('chancery release verify', () => {
  let line: CommandLine;
  beforeEach(async () => {
    line = await commandLine(() => ({ status: 500 }));
  });
  afterEach(async () => {
    // Nothing of this asks a service.
    expect(line.requests).to.deep.equal([]);
    await line.close();
  });

  function place(name: string, text: string) {
    const path = join(line.homeDirectory, name);
    writeFileSync(path, text);
    return path;
  }
  function attachments(content = '%PDF-1.7\na scan\n', name = 'scan.pdf') {
    const folder = join(line.homeDirectory, 'attachments');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), content);
    return folder;
  }
  const verified = (text: string, ...more: readonly string[]) =>
    line.chancery(['release', 'verify', place('release.json', text), ...more]);
  const keys = ['--vkey', vkey, '--signing-key', signingKey];

  it('GOV-41: ends with 0 if all of it holds, and says what was withheld', async () => {
    const { exitCode, stdout, stderr } = await verified(
      JSON.stringify(release),
      ...keys,
      '--files',
      attachments(),
    );
    expect({ exitCode, stderr }).to.deep.equal({ exitCode: 0, stderr: '' });
    expect(stdout.split('\n').slice(0, 3)).to.deep.equal([
      'Holds: RP-2026-000001: 2 entries, 3 signatures.',
      'Entry 1, subjective, paragraph 2: shown, not provable.',
      'Entry 1, private, paragraph 1: withheld.',
    ]);
    const renamed = await verified(
      JSON.stringify(release),
      ...keys,
      '--files',
      attachments('%PDF-1.7\na scan\n', 'scan (1).pdf'),
    );
    expect(renamed.exitCode).to.equal(0);
  });

  it('GOV-41: ends with 3 if a file or a key was not there to check', async () => {
    const { exitCode, stdout, stderr } = await verified(JSON.stringify(release));
    expect(exitCode).to.equal(3);
    expect(stdout).to.contain('Holds as far as it could be checked');
    expect(stderr)
      .to.contain('warning: keys: from_file.')
      .and.contain('warning: signing_keys: from_file.')
      .and.contain('warning: entry 1: A file is neither in the export nor in --files');
  });

  it('GOV-41: ends with 1 and names the step and the entry', async () => {
    const changed = JSON.stringify(release).replace('Session 3","entryType', 'Session 4","entryType');
    const { exitCode, stdout } = await verified(changed, ...keys);
    expect(exitCode).to.equal(1);
    expect(stdout)
      .to.contain('Does not hold: RP-2026-000001.')
      .and.match(/5 +contents +1 +shown_differs/);
    const json = await verified(changed, ...keys, '--json');
    expect(json.exitCode).to.equal(1);
    expect(JSON.parse(json.stdout).faults).to.deep.equal([{ step: 5, item: 1, reason: 'shown_differs' }]);
    const file = await verified(JSON.stringify(release), ...keys, '--files', attachments('another'));
    expect(file.exitCode).to.equal(1);
    expect(file.stdout).to.match(/8 +attachments +1 +wrong_digest/);
  });

  it('GOV-41: ends with 2 for what is no release, and for a key that is none', async () => {
    const strange = await verified('{}');
    expect(strange.exitCode).to.equal(2);
    expect(strange.stderr).to.contain('is no release of chancery.release/1.');
    expect((await verified(JSON.stringify(release), '--vkey', 'x')).exitCode).to.equal(2);
    const key = await verified(JSON.stringify(release), '--signing-key', 'x');
    expect(key.stderr).to.contain('This is no signing key: x');
    expect(
      (await verified(JSON.stringify(release), '--files', join(line.homeDirectory, 'absent'))).exitCode,
    ).to.equal(2);
  });
});
