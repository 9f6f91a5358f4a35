import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { type RunningServer, startServer } from '../testing/running-server.ts';

const beside = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** What somebody could do who owns the server: change one event, and make all hashes anew. */
function rewritten(exported: string): string {
  const [header = {}, ...lines] = exported
    .trimEnd()
    .split('\n')
    .map((line): Record<string, unknown> => JSON.parse(line));
  let last = Buffer.from(String(header.anchorHash), 'hex');
  const rows = lines
    .filter((line) => 'seq' in line)
    .map(({ seq, payload: was, detail }) => {
      const payload =
        seq === 2 ? String(was).replace('"outcome":"success"', '"outcome":"failure"') : String(was);
      const prevHash = last.toString('hex');
      const place = Buffer.alloc(8);
      place.writeBigUInt64BE(BigInt(Number(seq)));
      last = createHash('sha256')
        .update('chancery.audit.v1.entry\0')
        .update(last)
        .update(place)
        .update(payload)
        .digest();
      return { seq, prevHash, hash: last.toString('hex'), payload, detail };
    });
  const end = { ...lines.at(-1), headHash: last.toString('hex'), checkpoints: 0 };
  return [header, ...rows, end].map((line) => `${JSON.stringify(line)}\n`).join('');
}

describe('examples/auditor', () => {
  let server: RunningServer;
  let folder: string;
  let environment: Readonly<Record<string, string>>;
  before(async () => {
    server = await startServer();
    folder = mkdtempSync(join(tmpdir(), 'chancery-auditor-'));
    const { email, password } = server.demo;
    const signIn = await run(
      `printf %s "$PASSWORD" | chancery auth login --email ${email} --password-stdin`,
      {
        PASSWORD: password,
      },
    );
    expect(signIn, signIn.stderr).to.include({ exitCode: 0 });
  });
  after(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const run = (line: string, more: Readonly<Record<string, string>> = {}) =>
    server.run('bash', ['-c', line], { AUDITOR_FOLDER: folder, WITNESS_NAME: 'witness.example', ...more });

  async function workedAndSigned() {
    const worked = await run('chancery projects create --name Relaunch --json');
    expect(worked, worked.stderr).to.include({ exitCode: 0 });
    const signed = await run('chancery records audit checkpoint --json');
    // The server signs by itself too: then the newest checkpoint covers the project already.
    if (signed.exitCode !== 0) expect(signed.stderr).to.contain('use that one');
  }
  // What cron runs; the mail is only written down.
  const watched = () =>
    run(`mail() { cat > '${folder}/mailed.txt'; }; export -f mail; bash '${beside('watch.sh')}'`, {
      ...environment,
      KEEP_AT: 'audit@example.com',
    });
  const checked = (name: string) =>
    run(`bash '${beside('check-export.sh')}' '${join(folder, name)}'`, environment);

  it('REC-81: watches a ledger by night, and finds a month later that one event was changed', async () => {
    await workedAndSigned();
    const keys = await run('chancery records audit checkpoints --json');
    environment = { VKEY: JSON.parse(keys.stdout).vkeys[0].vkey };

    const first = await watched();
    expect(first, first.stderr).to.include({ exitCode: 0 });
    expect(first.stdout)
      .to.match(/^New witness: witness\.example\+[0-9a-f]{8}\+/)
      .and.match(/Kept .*, of \d+ events\.\n$/);
    await workedAndSigned();
    const second = await watched();
    expect(second, second.stderr).to.include({ exitCode: 0 });
    const [kept = ''] = readdirSync(join(folder, 'kept'));
    expect(readFileSync(join(folder, 'mailed.txt'), 'utf8'))
      .to.equal(readFileSync(join(folder, 'kept', kept), 'utf8'))
      .and.contain('— witness.example ');

    const whole = await checked('ledger.ndjson');
    expect(whole, whole.stderr).to.include({ exitCode: 0 });
    expect(whole.stdout).to.match(/^Intact: \d+ events/);

    const exported = readFileSync(join(folder, 'ledger.ndjson'), 'utf8');
    writeFileSync(join(folder, 'handed-over.ndjson'), rewritten(exported));
    const alone = await run(`chancery audit verify '${join(folder, 'handed-over.ndjson')}'`);
    expect(alone, alone.stdout).to.include({ exitCode: 0 });
    const compared = await checked('handed-over.ndjson');
    expect(compared.exitCode).to.equal(1);
    expect(compared.stdout).to.contain('Tampered with: checkpoint_mismatch at event 1.');
  });
});
