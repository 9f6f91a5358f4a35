import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aPdf, sha256Of } from '@chancery/core/testing';
import { operations } from '@chancery/sdk/operations';
import { expect } from 'chai';
import { type Served, served } from '../../adapters-http/src/testing/served.ts';
import { run } from './run.ts';

const file = aPdf(3 * 262_144 + 7);

describe('chancery uploads send', () => {
  let api: Served;
  let folder: string;
  let path: string;
  before(async () => {
    api = await served();
    folder = mkdtempSync(join(tmpdir(), 'chancery-send-'));
    path = join(folder, 'Report.pdf');
    writeFileSync(path, file);
  });
  after(async () => {
    rmSync(folder, { recursive: true });
    await api.close();
  });

  async function chancery(args: readonly string[], through: typeof fetch = fetch) {
    const [out, err]: [string[], string[]] = [[], []];
    const exitCode = await run(args, {
      operations,
      env: { CHANCERY_BASE_URL: api.baseUrl, CHANCERY_TOKEN: api.owner.session.credential ?? '' },
      homeDirectory: folder,
      hostName: 'laptop',
      stdout: { write: (text) => out.push(String(text)) },
      stderr: { write: (text) => err.push(String(text)), isTTY: true, columns: 100 },
      readInput: async () => '',
      ask: async () => '',
      fetch: through,
      loadHost: async () => null,
    });
    return { exitCode, stdout: out.join(''), stderr: err.join('') };
  }

  it('sends a file with a progress bar and prints the completed session', async () => {
    const { exitCode, stdout, stderr } = await chancery([
      'uploads',
      'send',
      path,
      '--chunk-size',
      '262144',
      '--json',
    ]);

    expect(exitCode).to.equal(0);
    expect(JSON.parse(stdout).uploadSession).to.include({
      status: 'completed',
      fileName: 'Report.pdf',
      sha256: sha256Of(file),
      chunkCount: 4,
    });
    expect(stderr).to.include('Sending').and.include('100 % of 0.8 MiB');
    expect(stderr.endsWith('\r\u001b[K')).to.equal(true);
  });

  it('goes on after what an interrupted run had sent', async () => {
    let chunks = 0;
    const args = [
      'uploads',
      'send',
      path,
      '--chunk-size',
      '262144',
      '--name',
      'Again.pdf',
      '--json',
      '--quiet',
    ];
    const broken = await chancery(args, async (url, init) => {
      if (!String(url).endsWith('/chunks')) return fetch(url, init);
      chunks += 1;
      if (chunks > 2) return Response.json({ error: { code: 'x', message: 'Away.' } }, { status: 403 });
      return fetch(url, init);
    });
    expect(broken.exitCode).to.not.equal(0);
    let resumed = 0;

    const { exitCode, stdout } = await chancery(args, (url, init) => {
      if (String(url).endsWith('/chunks')) resumed += 1;
      return fetch(url, init);
    });

    expect(exitCode).to.equal(0);
    expect(JSON.parse(stdout).uploadSession.status).to.equal('completed');
    expect(resumed).to.be.lessThan(4);
  });

  it('exits 2 if the file does not exist, and if the chunk size is invalid', async () => {
    expect((await chancery(['uploads', 'send', join(folder, 'none.pdf')])).exitCode).to.equal(2);
    expect((await chancery(['uploads', 'send', path, '--chunk-size', 'big'])).exitCode).to.equal(2);
  });
});
