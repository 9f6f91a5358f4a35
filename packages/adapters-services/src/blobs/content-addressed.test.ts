import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BlobStore } from '@chancery/core';
import { expect } from 'chai';
import { putContent } from './content-addressed.ts';
import { DiskBlobStore } from './disk-blob-store.ts';

/** SHA-256 of `abc` (FIPS 180-2, appendix B.1). */
const sha256OfAbc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
const expected = { key: `ws/1/content/${sha256OfAbc}`, sha256: sha256OfAbc, sizeBytes: 3 };

describe('putContent', () => {
  let root: string;
  let store: BlobStore;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'chancery-content-'));
    store = new DiskBlobStore(root);
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  it('stores bytes and streams under their hash, once', async () => {
    expect(await putContent(store, 'ws/1/content', Buffer.from('abc'))).to.deep.equal(expected);
    expect(await putContent(store, 'ws/1/content', abc())).to.deep.equal(expected);

    expect(await keys()).to.deep.equal([expected.key]);
  });

  it('stores a stream that was not there before', async () => {
    expect(await putContent(store, 'ws/1/content', abc())).to.deep.equal(expected);

    expect(await keys()).to.deep.equal([expected.key]);
    expect(await store.head(expected.key)).to.deep.equal({ sizeBytes: 3 });
  });

  it('leaves nothing of a stream that failed', async () => {
    async function* failing() {
      yield* abc();
      throw new Error('the sender went away');
    }

    expect(await failureOf(putContent(store, 'ws/1/content', failing()))).to.equal('the sender went away');
    expect(await keys()).to.deep.equal([]);
  });

  it('stores nothing under a hash that the stored bytes do not have', async () => {
    const corrupting: BlobStore = {
      pieces: null,
      put: (key, bytes) => store.put(key, bytes),
      get: async () => otherBytes(),
      head: (key) => store.head(key),
      delete: (key) => store.delete(key),
      list: (prefix) => store.list(prefix),
      clear: (before) => store.clear(before),
      probe: () => store.probe(),
    };

    expect(await failureOf(putContent(corrupting, 'ws/1/content', abc()))).to.match(
      /other bytes than written/,
    );
    expect(await keys()).to.deep.equal([]);
  });

  async function keys(): Promise<readonly string[]> {
    const listed: string[] = [];
    for await (const key of store.list('')) listed.push(key);
    return listed;
  }
});

async function* abc(): AsyncIterable<Uint8Array> {
  yield Buffer.from('a');
  yield Buffer.from('bc');
}

async function* otherBytes(): AsyncIterable<Uint8Array> {
  yield Buffer.from('abd');
}

const failureOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'none',
    (error: Error) => error.message,
  );
