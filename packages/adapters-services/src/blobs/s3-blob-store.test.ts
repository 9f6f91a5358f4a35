import { blobStoreContract } from '@chancery/core/testing';
import { expect } from 'chai';
import { S3BlobStore } from './s3-blob-store.ts';
import { type LoopbackS3, loopbackS3 } from './testing/loopback-s3.ts';

describe('S3BlobStore', () => {
  let server: LoopbackS3;
  let store: S3BlobStore;
  before(async () => {
    server = await loopbackS3();
  });
  after(() => server.close());
  beforeEach(() => {
    store = new S3BlobStore(server.url());
  });
  afterEach(() => store.close());

  blobStoreContract('S3', async () => {
    const opened = new S3BlobStore(server.url());
    return { store: opened, openReads: server.openReads, close: async () => opened.close() };
  });

  it('sends a large stream in parts and a small one at once', async () => {
    const partsBefore = server.answered('PUT part');
    const putsBefore = server.answered('PUT');

    await store.put('small', chunks(1));
    expect(server.answered('PUT') - putsBefore).to.equal(1);
    expect(server.answered('PUT part') - partsBefore).to.equal(0);

    await store.put('large', chunks(20));
    expect(server.answered('PUT part') - partsBefore).to.equal(3);
    expect(await store.head('large')).to.deep.equal({ sizeBytes: 20 * mebibyte });
  });

  it('deletes the parts of a failed upload, and closes the source', async () => {
    let released = false;
    async function* source() {
      try {
        yield* chunks(40);
      } finally {
        released = true;
      }
    }
    server.failNext('PUT part');

    const failure = await failureOf(store.put('a', source()));

    expect(failure).not.to.equal('none');
    expect(server.openUploads()).to.equal(0);
    expect(released).to.equal(true);
    expect(await store.head('a')).to.equal(null);
  });

  it('PLT-20: aborts uploads that a crash left unfinished, and no others', async () => {
    const before = server.openUploads();
    // What a killed process leaves: it has begun, and never says anything again.
    const client = new S3BlobStore(server.url());
    server.failNext('DELETE upload');
    async function* failing() {
      yield* chunks(20);
      throw new Error('killed');
    }
    await client.put('left/behind', failing()).catch(() => undefined);
    expect(server.openUploads() - before).to.equal(1);

    await client.clear(new Date(Date.now() - 60_000).toISOString());
    expect(server.openUploads() - before).to.equal(1);
    await client.clear(new Date(Date.now() + 60_000).toISOString());
    expect(server.openUploads() - before).to.equal(0);
    client.close();
  });

  it('throws if the store refuses or is unavailable, and does not take that for a missing object', async () => {
    const refused = new S3BlobStore(server.url().replace('loopback:', 'stranger:'));
    const away = new S3BlobStore('s3://key:secret@127.0.0.1:1/bucket?tls=false');

    for (const broken of [refused, away]) {
      expect(await failureOf(broken.probe())).not.to.equal('none');
      expect(await failureOf(broken.get('a'))).not.to.equal('none');
      expect(await failureOf(broken.head('a'))).not.to.equal('none');
      broken.close();
    }
  });

  it('refuses a malformed url without repeating it', () => {
    for (const url of [
      'nonsense',
      'https://key:secret@host/bucket',
      's3://key:secret@host',
      's3://key:secret@host/a/b',
    ]) {
      expect(() => new S3BlobStore(url), url).to.throw(/^A blob url of S3 has the form/);
    }
  });
});

const mebibyte = 1024 * 1024;

async function* chunks(count: number): AsyncIterable<Uint8Array> {
  for (let sent = 0; sent < count; sent += 1) yield Buffer.alloc(mebibyte, sent);
}

const failureOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'none',
    (error: Error) => error.message,
  );
