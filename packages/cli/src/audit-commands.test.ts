import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { type CommandLine, commandLine } from './testing/command-line.ts';

const vectors: {
  readonly exportFile: { readonly text: string };
  readonly mainLog: { readonly vkey: string };
  readonly tampering: readonly { readonly pinnedCheckpoints: readonly string[] }[];
  readonly chains: readonly {
    readonly name: string;
    readonly rows: readonly { readonly seq: number }[];
  }[];
  readonly checkpoints: { readonly key: { readonly vkey: string } };
  readonly proofs: readonly { readonly seq: number; readonly text: string }[];
  readonly proofsWithEvent: readonly { readonly seq: number; readonly text: string }[];
} = JSON.parse(readFileSync(new URL('../../verify/src/testing/audit-chain.json', import.meta.url), 'utf8'));
const exported = vectors.exportFile.text;
const vkey = vectors.mainLog.vkey;

describe('chancery audit', () => {
  let line: CommandLine;
  beforeEach(async () => {
    line = await commandLine(() => ({ status: 500 }));
  });
  afterEach(async () => {
    // Nothing of this asks a service.
    expect(line.requests).to.deep.equal([]);
    await line.close();
  });
  const file = (name: string, text: string) => {
    const path = join(line.homeDirectory, name);
    writeFileSync(path, text);
    return path;
  };

  it('REC-70: verify ends with 0 for the export of the vectors', async () => {
    const { exitCode, stdout, stderr } = await line.chancery([
      ...['audit', 'verify', file('ledger.ndjson', exported), '--vkey', vkey],
    ]);
    expect({ exitCode, stderr }).to.deep.equal({ exitCode: 0, stderr: '' });
    expect(stdout).to.equal('Intact: 10 events, 2 details, 0 erased details, checkpoints up to event 10.\n');
  });

  it('verify warns that the keys are those in the file', async () => {
    const { exitCode, stderr } = await line.chancery(['audit', 'verify', file('ledger.ndjson', exported)]);
    expect(exitCode).to.equal(0);
    expect(stderr).to.contain('warning: keys: from_file.');
  });

  it('REC-70: verify ends with 1 and names the event where the file was changed', async () => {
    const changed = file('ledger.ndjson', exported.replace('emergency', 'treatment'));
    const { exitCode, stdout } = await line.chancery(['audit', 'verify', changed, '--vkey', vkey]);
    expect(exitCode).to.equal(1);
    expect(stdout).to.contain('Tampered with: hash_mismatch at event 6.');

    const json = await line.chancery(['audit', 'verify', changed, '--json', '--vkey', vkey]);
    expect(json.exitCode).to.equal(1);
    expect(JSON.parse(json.stdout)).to.deep.include({ ok: false, firstBadSeq: 6, reason: 'hash_mismatch' });
  });

  it('REC-81: verify compares a checkpoint that was kept', async () => {
    const kept = file('kept.txt', vectors.tampering[0]?.pinnedCheckpoints.at(-1) ?? '');
    const args = ['--vkey', vkey, '--checkpoint', kept, '--json'];
    const whole = await line.chancery(['audit', 'verify', file('a.ndjson', exported), ...args]);
    expect(JSON.parse(whole.stdout)).to.include({ ok: true, checkpointsChecked: 3 });

    const foreign = file('foreign.txt', 'no note\n');
    const wrong = await line.chancery([
      ...['audit', 'verify', file('a.ndjson', exported), '--vkey', vkey, '--checkpoint', foreign],
    ]);
    expect(wrong.exitCode).to.equal(2);
    expect(wrong.stderr).to.contain('A checkpoint that was given does not open: malformed.');
  });

  it('verify ends with 2 for what is no export, for a file that is not there, and for a key that is none', async () => {
    const verified = async (...args: string[]) => {
      const { exitCode, stderr } = await line.chancery(['audit', 'verify', ...args]);
      expect(exitCode).to.equal(2);
      return stderr;
    };
    expect(await verified(file('x', 'hello'))).to.contain('is no export. Line 1: ');
    expect(await verified(join(line.homeDirectory, 'absent'))).to.contain('cannot be read');
    expect(await verified(file('a.ndjson', exported), '--vkey', 'x')).to.contain(
      'This is no verifier key: x',
    );
  });

  it('REC-70: verify-proof finds the event that the proof carries', async () => {
    const [carrying] = vectors.proofsWithEvent;
    const args = ['audit', 'verify-proof', file('proof.txt', carrying?.text ?? '')];
    const { exitCode, stdout } = await line.chancery([
      ...args,
      ...['--vkey', vectors.checkpoints.key.vkey, '--json'],
    ]);
    expect(exitCode).to.equal(0);
    expect(JSON.parse(stdout)).to.deep.include({ ok: true, seq: carrying?.seq });
    expect(JSON.parse(stdout).event).to.include({ v: 1 });

    const withoutKey = await line.chancery(args);
    expect(withoutKey).to.include({ exitCode: 2 });
    expect(withoutKey.stderr).to.contain('--vkey');
    const byAnother = await line.chancery([...args, '--vkey', vkey]);
    expect(byAnother.exitCode).to.equal(1);
    expect(byAnother.stdout).to.contain('Does not hold: unknown_origin.');
  });

  it('REC-70: verify-proof finds the event that is beside the proof, and no other', async () => {
    const [bare] = vectors.proofs;
    const rows = vectors.chains.find(({ name }) => name === 'long')?.rows ?? [];
    const args = [
      ...['audit', 'verify-proof', file('proof.txt', bare?.text ?? '')],
      ...['--vkey', vectors.checkpoints.key.vkey],
    ];
    const eventAt = (seq: number | undefined) =>
      file('event.json', JSON.stringify(rows.find((row) => row.seq === seq)));

    const found = await line.chancery([...args, '--event', eventAt(bare?.seq)]);
    expect(found).to.include({ exitCode: 0 });
    expect(found.stdout).to.contain(`Holds: event ${bare?.seq} is in the 21 events`);
    expect(await line.chancery([...args, '--event', eventAt(7)])).to.include({ exitCode: 1 });
    const without = await line.chancery(args);
    expect(without).to.include({ exitCode: 2 });
    expect(without.stderr).to.contain('Give it with --event.');
    const wrong = await line.chancery([...args, '--event', file('event.json', '{}')]);
    expect(wrong.stderr).to.contain('is no event as a line of an export has it');
    const noProof = file('other.txt', 'x');
    const asked = await line.chancery([
      ...['audit', 'verify-proof', noProof, '--vkey', vectors.checkpoints.key.vkey],
    ]);
    expect(asked).to.include({ exitCode: 2 });
  });
});
