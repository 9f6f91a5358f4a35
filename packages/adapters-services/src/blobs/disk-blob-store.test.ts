import { readdirSync, readlinkSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blobStoreContract } from '@chancery/core/testing';
import { expect } from 'chai';
import { DiskBlobStore } from './disk-blob-store.ts';

const opened = async () => {
  const root = await mkdtemp(join(tmpdir(), 'chancery-blobs-'));
  const remove = () => rm(root, { recursive: true, force: true });
  const openReads = () => openFiles().filter((file) => file.startsWith(root)).length;
  return {
    root,
    store: new DiskBlobStore(join(root, 'made', 'on', 'demand')),
    openReads,
    close: remove,
    remove,
  };
};

/** The files that this process has open; none where the system does not tell. */
function openFiles(): string[] {
  const folder = '/proc/self/fd';
  if (process.platform !== 'linux') return [];
  return readdirSync(folder).flatMap((descriptor) => {
    try {
      return [readlinkSync(join(folder, descriptor))];
    } catch {
      return []; // closed meanwhile
    }
  });
}

blobStoreContract('disk', opened, { takesPieces: true });

describe('DiskBlobStore', () => {
  let root: string;
  let store: DiskBlobStore;
  let remove: () => Promise<void>;
  beforeEach(async () => {
    ({ root, remove } = await opened());
    store = new DiskBlobStore(root);
  });
  afterEach(() => remove());

  it('keeps an object in the file of its name, and removes empty folders with the last object', async () => {
    await store.put('ws/a/1', Buffer.from('x'));
    expect(await readFile(join(root, 'ws/a/1'), 'utf8')).to.equal('x');

    await store.delete('ws/a/1');
    expect(await readdir(root)).to.deep.equal(['~incoming']);
  });

  it('leaves nothing of a failed stream in its folder of unfinished writes', async () => {
    async function* failing() {
      yield Buffer.from('half');
      throw new Error('the sender went away');
    }
    await store.put('a', failing()).catch(() => undefined);

    expect(await readdir(join(root, '~incoming'))).to.deep.equal([]);
  });

  it('PLT-20: deletes what a crash left a day ago, and not what another process is writing', async () => {
    const incoming = join(root, '~incoming');
    await mkdir(incoming);
    await writeFile(join(incoming, 'stale'), 'x');
    await writeFile(join(incoming, 'fresh'), 'x');
    const twoDaysAgo = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000);
    await utimes(join(incoming, 'stale'), twoDaysAgo, twoDaysAgo);

    await store.clear(new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString());

    expect(await readdir(incoming)).to.deep.equal(['fresh']);
  });

  it('lists no link and nothing beneath one', async () => {
    await store.put('a', Buffer.from('x'));
    await symlink('/', join(root, 'link'));

    const keys: string[] = [];
    for await (const key of store.list('')) keys.push(key);
    expect(keys).to.deep.equal(['a']);
  });

  it('fails its probe if it cannot write', async () => {
    await writeFile(join(root, 'file'), 'x');
    const failure = await new DiskBlobStore(join(root, 'file')).probe().then(
      () => 'none',
      () => 'refused',
    );

    expect(failure).to.equal('refused');
  });
});
