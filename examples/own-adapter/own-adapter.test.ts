import { readFile } from 'node:fs/promises';
import { blobStoreContract } from '@chancery/core/testing';
import { expect } from 'chai';
import { MemoryBlobStore } from './memory-blob-store.ts';

describe('examples/own-adapter', () => {
  blobStoreContract('memory of one’s own', async () => ({
    store: new MemoryBlobStore(),
    openReads: () => 0,
    close: async () => undefined,
  }));

  it('takes under 60 lines', async () => {
    const source = await readFile(new URL('memory-blob-store.ts', import.meta.url), 'utf8');
    expect(source.trimEnd().split('\n').length).to.be.lessThan(60);
  });
});
