import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { loadOrCreateMasterKey } from './master-key-file.ts';
import { MasterKeyRing } from './master-key-ring.ts';

describe('loadOrCreateMasterKey', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'key-'));
  });
  afterEach(() => rm(root, { recursive: true }));

  it('creates a key that the ring accepts, readable for the owner only, and keeps it', async () => {
    const folder = join(root, 'data');
    const key = await loadOrCreateMasterKey(folder);

    expect(key).to.match(/^m[0-9a-f]{8}:[\w+/]{43}=$/);
    expect(() => new MasterKeyRing(key)).to.not.throw();
    expect(await loadOrCreateMasterKey(folder)).to.equal(key);
    expect((await stat(join(folder, 'master.key'))).mode & 0o777).to.equal(0o600);
    expect(await readdir(folder)).to.deep.equal(['master.key']);
  });

  it('returns one key to all calls that start at once, in one process or in several', async () => {
    const modulePath = JSON.stringify(new URL('./master-key-file.ts', import.meta.url).href);
    const program = `const { loadOrCreateMasterKey } = await import(${modulePath});
      process.stdout.write(await loadOrCreateMasterKey(${JSON.stringify(root)}));`;
    const args = [
      ...['--conditions=@chancery/source', '--import', 'tsx'],
      ...['--input-type=module', '--eval', program],
    ];
    const processes = [1, 2].map(async () => (await promisify(execFile)(process.execPath, args)).stdout);
    const keys = await Promise.all([
      ...processes,
      ...Array.from({ length: 20 }, () => loadOrCreateMasterKey(root)),
    ]);

    expect(new Set(keys)).to.have.property('size', 1);
    expect(await readdir(root)).to.deep.equal(['master.key']);
  });

  it('never replaces a key that was returned to somebody', async () => {
    for (let round = 0; round < 20; round += 1) {
      const folder = join(root, String(round));
      const keys: Promise<string>[] = [];
      // The calls start in successive turns, so that each step of one coincides with each step of another.
      for (let i = 0; i < 20; i += 1) {
        keys.push(loadOrCreateMasterKey(folder));
        await setImmediate();
      }
      expect(new Set(await Promise.all(keys))).to.have.property('size', 1);
    }
  });

  it('returns what the operator wrote there', async () => {
    await writeFile(join(root, 'master.key'), 'b:two,a:one\n');

    expect(await loadOrCreateMasterKey(root)).to.equal('b:two,a:one');
  });
});
