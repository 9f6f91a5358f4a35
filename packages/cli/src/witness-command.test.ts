import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  checkpointText,
  consistencyProof,
  hashedNow,
  hexOf,
  keysOf,
  LOG_KEY,
  openCheckpoint,
  rangeRootOf,
  signatureLine,
  signerOf,
  vkeyOf,
} from '@chancery/verify';
import { expect } from 'chai';
import { failure, success } from '../../sdk/src/testing/service-double.ts';
import { sha256 } from './audit-verdict.ts';
import { type CommandLine, commandLine } from './testing/command-line.ts';

const { origin, key } = JSON.parse(
  readFileSync(new URL('../../verify/src/testing/audit-chain.json', import.meta.url), 'utf8'),
).checkpoints;
const logKey = { name: origin, kind: LOG_KEY, publicKey: Buffer.from(key.publicKey, 'hex') } as const;
const vkey = hashedNow(vkeyOf(logKey), sha256);

/** A history: of another seed, another one. */
const history = (seed: number) => Array.from({ length: 40 }, (_, at) => sha256(Buffer.of(seed, at)));

describe('chancery audit witness', () => {
  let line: CommandLine;
  /** What the server holds now. */
  let served: { leaves: readonly Uint8Array[]; size: number; text?: string };
  beforeEach(async () => {
    served = { leaves: history(1), size: 12 };
    line = await commandLine(async ({ path, query, method }) => {
      if (path.endsWith('/checkpoints/latest'))
        return { headers: { 'content-type': 'text/plain' }, body: served.text ?? (await noteOf()) };
      if (path.endsWith('/consistency')) return success(consistency(query));
      return method === 'POST' ? success({ checkpoint: {} }, 201) : failure(404, 'route.not_found');
    });
  });
  afterEach(() => line.close());

  async function noteOf(name = origin) {
    const root = hashedNow(rangeRootOf(served.leaves)(0, served.size), sha256);
    const text = checkpointText({ origin: name, size: served.size, root });
    return `${text}\n${await signatureLine(text, { ...logKey, name }, await signerOf(Buffer.from(key.seed, 'hex')))}`;
  }
  function consistency(asked: URLSearchParams) {
    const [fromSize, toSize] = [Number(asked.get('from')), Number(asked.get('to'))];
    const proof = hashedNow(consistencyProof(fromSize, toSize, rangeRootOf(served.leaves)), sha256);
    return { fromSize, toSize, fromRoot: '', toRoot: '', proof: proof.map(hexOf) };
  }
  const file = (name: string) => join(line.homeDirectory, name);
  const makeKey = () =>
    line.chancery(['audit', 'witness-key', '--name', 'witness.example', '--key', file('w.key')]);
  const witness = (...more: readonly string[]) =>
    line.chancery(
      ['audit', 'witness', '--state', file('state'), '--key', file('w.key'), '--vkey', vkey, ...more],
      { env: { CHANCERY_TOKEN: 'token' } },
    );

  it('REC-100: cosigns what it sees for the first time, and what continues it', async () => {
    const made = await makeKey();
    expect(made).to.include({ exitCode: 0, stderr: '' });
    expect(statSync(file('w.key')).mode & 0o777).to.equal(0o600);

    for (const [size, grown] of [
      [12, 'seen for the first time'],
      [12, '0 more than before'],
      [33, '21 more than before'],
    ] as const) {
      served.size = size;
      const { exitCode, stdout, stderr } = await witness();
      expect(exitCode, stderr).to.equal(0);
      expect(stderr).to.equal(`${origin}: ${size} events, ${grown}.\n`);
      const opened = await openCheckpoint(
        (await noteOf()) + stdout,
        await keysOf([vkey, made.stdout.trim()]),
      );
      expect(opened.cosignatures.map(({ witness: name }) => name)).to.deep.equal(['witness.example']);
    }
    // Of the first time there is nothing to prove, nor of the same size.
    expect(line.requests.filter(({ path }) => path.endsWith('/consistency'))).to.have.length(1);
  });

  it('REC-81: signs nothing for another history, and keeps the proof that it is one', async () => {
    await makeKey();
    expect(await witness()).to.include({ exitCode: 0 });
    const first = await noteOf();
    for (const size of [12, 20, 40]) {
      served = { leaves: history(2), size };
      const { exitCode, stdout } = await witness();
      expect(exitCode).to.equal(1);
      expect(stdout)
        .to.contain(
          'The 12 events of the last checkpoint are not those of the newest one.\nNothing was signed.',
        )
        .and.not.contain('— witness');
    }
    const kept = readdirSync(file('state')).sort();
    expect(kept).to.have.length(2);
    expect(readFileSync(join(file('state'), kept[0] ?? ''), 'utf8')).to.equal(first);
    expect(readFileSync(join(file('state'), kept[1] ?? ''), 'utf8')).to.equal(await noteOf());
    served = { leaves: history(1), size: 14 };
    expect(await witness()).to.include({ exitCode: 0 });
  });

  it('REC-81: a ledger that became shorter is another history', async () => {
    await makeKey();
    await witness();
    served.size = 11;
    const { exitCode, stdout } = await witness('--json');
    expect(exitCode).to.equal(1);
    expect(JSON.parse(stdout)).to.include({
      ok: false,
      problem: 'The ledger had 12 events, and now its newest checkpoint has 11.',
    });
  });

  it('signs nothing that the key of the log has not signed', async () => {
    await makeKey();
    served.text = (await noteOf()).replace('\n12\n', '\n13\n');
    expect(await witness()).to.include({ exitCode: 1 });
    served.text = await noteOf('another.example/audit/w');
    expect((await witness()).stdout).to.contain(
      'The newest checkpoint is not signed by the key of this log.',
    );
    expect(existsSync(file('state'))).to.equal(false);
  });

  it('adds the line to the checkpoint on the server if it is told to', async () => {
    await makeKey();
    const { stdout, exitCode } = await witness('--post', '--quiet');
    expect(exitCode).to.equal(0);
    const [sent] = line.requests.filter(({ method }) => method === 'POST');
    expect(sent?.path).to.equal('/api/v1/records/audit/checkpoints/12/cosignatures');
    expect(sent?.body).to.deep.equal({ signatureLine: stdout.trimEnd() });
  });

  it('never writes over a key, and ends with 2 for what is no key', async () => {
    await makeKey();
    const before = readFileSync(file('w.key'), 'utf8');
    const again = await makeKey();
    expect(again.exitCode).to.equal(2);
    expect(readFileSync(file('w.key'), 'utf8')).to.equal(before);
    writeFileSync(file('w.key'), before.replace('witness', 'another'));
    const spoiled = await witness();
    expect(spoiled.exitCode).to.equal(2);
    expect(spoiled.stderr).to.contain('is no key of a witness.').and.contain('audit witness-key');
    expect(line.requests).to.deep.equal([]);
  });

  it('two runs at once do not both sign', async () => {
    await makeKey();
    await witness();
    const [state = ''] = readdirSync(file('state'));
    writeFileSync(join(file('state'), `${state}.lock`), '');
    const held = await witness();
    expect(held.exitCode).to.equal(2);
    expect(held.stderr).to.contain('Another run witnesses this log.');
  });
});

describe('chancery audit export', () => {
  const { exportFile, mainLog } = JSON.parse(
    readFileSync(new URL('../../verify/src/testing/audit-chain.json', import.meta.url), 'utf8'),
  );
  let line: CommandLine;
  let body: string;
  beforeEach(async () => {
    body = exportFile.text;
    line = await commandLine(() => ({ headers: { 'content-type': 'application/x-ndjson' }, body }));
  });
  afterEach(() => line.close());
  const exported = (...more: readonly string[]) =>
    line.chancery(
      ['audit', 'export', join(line.homeDirectory, 'ledger.ndjson'), '--vkey', mainLog.vkey, ...more],
      {
        env: { CHANCERY_TOKEN: 'token' },
      },
    );

  it('writes what came, and verifies it', async () => {
    const { exitCode, stdout, stderr } = await exported('--from-seq', '1', '--details');
    expect(exitCode).to.equal(0);
    expect(stdout).to.contain('Intact: 10 events');
    expect(stderr).to.match(/^Written to .*ledger\.ndjson\.\n$/);
    expect(readFileSync(join(line.homeDirectory, 'ledger.ndjson'), 'utf8')).to.equal(exportFile.text);
    expect(Object.fromEntries(line.requests[0]?.query ?? [])).to.deep.equal({
      fromSeq: '1',
      details: 'true',
    });
  });

  it('ends with 1 if what came was tampered with, and with 2 if it is no export', async () => {
    body = exportFile.text.replace('emergency', 'treatment');
    expect(await exported()).to.include({ exitCode: 1 });
    body = 'hello\n';
    expect(await exported()).to.include({ exitCode: 2 });
    expect(await exported('--from-seq', '0')).to.include({ exitCode: 2 });
  });
});
