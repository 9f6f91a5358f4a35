import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { nodeOptions, type RunningServer, startServer, vouchedFor } from '../testing/running-server.ts';

const beside = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const barbara = 'barbara@example.com';

describe('examples/disclosure', () => {
  let server: RunningServer;
  let folder: string;
  before(async () => {
    server = await startServer();
    folder = await mkdtemp(join(tmpdir(), 'chancery-disclosure-'));
    await vouchedFor(server, barbara);
  });
  after(async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const run = (...args: readonly string[]) =>
    server.run(process.execPath, [...nodeOptions, beside('disclosure.ts'), ...args], {
      CHANCERY_EMAIL: barbara,
      CHANCERY_APPROVER_EMAIL: server.demo.email,
      CHANCERY_PASSWORD: server.demo.password,
      CHANCERY_WORKSPACE_ID: server.demo.workspaceId,
    });
  const verify = (file: string, ...keys: readonly string[]) =>
    server.run('chancery', ['release', 'verify', file, ...keys]);

  it('goes from the consent to a release that the recipient takes without an account and verifies offline', async () => {
    const disclosed = await run('disclose');
    expect(disclosed, disclosed.stderr).to.include({ exitCode: 0, stderr: '' });
    expect(disclosed.stdout).to.include('Her neighbour [redacted: THIRD_PARTY] called us.');
    const [, link = ''] = /^link (http:\S+\/portal#token=[\w-]{43})$/m.exec(disclosed.stdout) ?? [];

    const file = join(folder, 'release.json');
    const taken = await run('take', link, file);
    expect(taken, taken.stderr).to.include({ exitCode: 0, stderr: '' });
    expect(taken.stdout).to.match(
      /^RP-\d{4}-\d{6} holds, signatures: 1\ntaken out of entry 1: paragraph 2 of body\n$/m,
    );

    const text = await readFile(file, 'utf8');
    expect(text).not.to.include('Edgar');
    const { keys } = JSON.parse(text);
    const signingKey = ['--signing-key', keys.signingKeys[0].publicKey];
    expect(await verify(file, '--vkey', keys.vkey, ...signingKey)).to.include({ exitCode: 0 });
    const forged = join(folder, 'forged.json');
    await writeFile(forged, text.replace('Nothing is broken.', 'One arm is broken.'));
    expect(await verify(forged, '--vkey', keys.vkey, ...signingKey)).to.include({ exitCode: 1 });
  });
});
