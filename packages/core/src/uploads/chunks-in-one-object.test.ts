import {
  failureOf,
  MemoryBlobsInPieces,
  smallChunk,
  uploadingWorld,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { aPdf, chunkOf, contentDigest, hangingChunk, inParts, sha256Of } from './testing/uploading.ts';

/** A world whose store takes pieces, and counts what is put as a whole. */
async function piecesWorld(options: object = {}) {
  let [puts, gets] = [0, 0];
  class Counting extends MemoryBlobsInPieces {
    reads = () => gets;
    override async get(...input: Parameters<MemoryBlobsInPieces['get']>) {
      gets += 1;
      return super.get(...input);
    }
    override async put(...input: Parameters<MemoryBlobsInPieces['put']>) {
      puts += 1;
      return super.put(...input);
    }
  }
  const blobs = new Counting();
  const made = await uploadingWorld({ ...options, ports: { blobs } });
  const { chancery, owner, sql } = made;
  return {
    ...made,
    blobs,
    puts: () => puts,
    complete: async (uploadSessionId: string) =>
      (await chancery.uploads.completeUploadSession({ uploadSessionId }, owner.session)).uploadSession.status,
    async wholeOf(uploadSessionId: string) {
      const [row] = await sql<{ key: string }>('select blob_key "key" from upload_sessions where id = $1', [
        uploadSessionId,
      ]);
      const parts: Uint8Array[] = [];
      for await (const part of (await blobs.get(row?.key ?? '')) ?? []) parts.push(part);
      return Buffer.concat(parts);
    },
  };
}

describe('chunks in one object', () => {
  it('UPL-3: chunks in any order and at once lie in one object, which is the file when it is completed', async () => {
    const { begin, send, complete, keys, puts, wholeOf, worker, file } = await piecesWorld();
    const id = await begin();

    await Promise.all([send(id, 2), send(id, 0), send(id, 1)]);
    expect(await keys()).to.deep.equal([`up/${id}/whole`]);
    expect(await complete(id)).to.equal('completed');
    await worker.drain();

    expect(await keys()).to.deep.equal([`up/${id}/whole`]);
    expect(puts()).to.equal(0);
    expect(sha256Of(await wholeOf(id))).to.equal(sha256Of(file));
  });

  it('UPL-7: the whole is hashed while its chunks come, in the order of the file, and completing reads it for nothing but the scanner', async () => {
    const { begin, send, complete, blobs, file } = await piecesWorld();
    const reached: number[] = [];
    const asked: number[] = [];
    let ended = 0;
    const { hashing } = blobs.pieces;
    Object.assign(blobs.pieces, {
      hashing: (key: string) => {
        const hash = hashing(key);
        return {
          reach: (end: number) => reached.push(end),
          hex: (sizeBytes: number) => {
            asked.push(sizeBytes);
            return hash.hex(sizeBytes);
          },
          end: () => {
            ended += 1;
          },
        };
      },
    });
    const id = await begin();

    for (const index of [2, 0, 1]) await send(id, index);
    expect(reached).to.deep.equal([smallChunk, file.length]);
    expect(asked).to.deep.equal([]);
    const reads = blobs.reads();
    expect(await complete(id)).to.equal('completed');

    expect(asked).to.deep.equal([file.length]);
    expect(ended).to.equal(1);
    expect(blobs.reads() - reads).to.equal(2); // for its type, and for the scanner
  });

  it('UPL-7: a whole whose hash cannot be had from beside is read for it', async () => {
    const { begin, send, complete, blobs } = await piecesWorld();
    const { hashing } = blobs.pieces;
    Object.assign(blobs.pieces, {
      hashing: (key: string) => ({ ...hashing(key), hex: () => Promise.reject(new Error('it has died')) }),
    });
    const id = await begin();

    for (const index of [0, 1, 2]) await send(id, index);

    expect(await complete(id)).to.equal('completed');
  });

  it('UPL-7: bytes that are not those that were declared fail however they are hashed', async () => {
    const { begin, send, blobs, chancery, owner, read } = await piecesWorld();
    const { hashing } = blobs.pieces;
    Object.assign(blobs.pieces, {
      hashing: (key: string) => ({ ...hashing(key), hex: async () => sha256Of(Buffer.from('other')) }),
    });
    const id = await begin();
    for (const index of [0, 1, 2]) await send(id, index);

    const code = await failureOf(
      chancery.uploads.completeUploadSession({ uploadSessionId: id }, owner.session),
    );

    expect(code).to.equal('upload.checksum_mismatch');
    expect((await read(id)).status).to.equal('failed');
  });

  for (const [bytes, seed] of [
    ['the same bytes', 0],
    ['other bytes', 1],
  ] as const)
    it(`UPL-3: a dead connection at the place of a chunk does not delay the resumed one; ${bytes} of it never get into the file`, async () => {
      const { begin, send, chancery, owner, complete, wholeOf, file } = await piecesWorld();
      const uploadSessionId = await begin();
      const { chunk, hangs, goOn } = hangingChunk(
        chunkOf(seed === 0 ? file : aPdf(600_000, seed), smallChunk, 1),
      );
      const hung = chancery.uploads.storeUploadChunk({ uploadSessionId, ...chunk }, owner.session).then(
        () => 'none',
        ({ code }) => code,
      );
      await hangs;

      for (const index of [0, 1, 2])
        expect(await send(uploadSessionId, index)).to.include({ replayed: false });
      expect(await complete(uploadSessionId)).to.equal('completed');
      goOn();

      expect(await hung).to.equal('upload.invalid_state');
      expect(sha256Of(await wholeOf(uploadSessionId))).to.equal(sha256Of(file));
    });

  it('UPL-2: the later of two requests at one place is a replay with the same bytes and refused with others, whoever wrote where', async () => {
    const { begin, chancery, owner, read, complete, wholeOf, file } = await piecesWorld();
    const uploadSessionId = await begin();
    const send = (index: number, bytes = file) =>
      chancery.uploads
        .storeUploadChunk({ uploadSessionId, ...chunkOf(bytes, smallChunk, index) }, owner.session)
        .then(
          ({ chunk }) => (chunk.replayed ? 'replayed' : 'stored'),
          ({ code }) => code,
        );

    expect((await Promise.all([send(0), send(0), send(0)])).sort()).to.deep.equal([
      'replayed',
      'replayed',
      'stored',
    ]);
    expect(await send(0, aPdf(600_000, 1))).to.equal('upload.chunk_conflict');
    expect(await Promise.all([send(1), send(2)])).to.deep.equal(['stored', 'stored']);

    expect((await read(uploadSessionId)).receivedChunks).to.equal(3);
    expect(await complete(uploadSessionId)).to.equal('completed');
    expect(sha256Of(await wholeOf(uploadSessionId))).to.equal(sha256Of(file));
  });

  it('UPL-3: a first chunk that is damaged or cut off leaves no object, and the place is free again', async () => {
    const { begin, send, chancery, owner, keys, file } = await piecesWorld();
    const uploadSessionId = await begin();
    const chunk = chunkOf(file, smallChunk, 0);
    async function* cut() {
      yield* inParts(file.subarray(0, 100_000));
      throw new Error('the connection is gone');
    }

    const damaged = { ...chunk, digest: contentDigest(Buffer.from('other')) };
    for (const broken of [damaged, { ...chunk, content: cut() }]) {
      const outcome = await chancery.uploads
        .storeUploadChunk({ uploadSessionId, ...broken }, owner.session)
        .then(
          () => 'stored',
          () => 'refused',
        );
      expect(outcome).to.equal('refused');
    }

    expect(await keys()).to.deep.equal([]);
    expect(await send(uploadSessionId, 0)).to.include({ replayed: false });
  });

  it('UPL-5: a file whose chunks two processes have written is put together, in the object of the one that completes', async () => {
    const { begin, send, complete, blobs, sql, keys, puts, wholeOf, worker, workspaceId, file } =
      await piecesWorld();
    const id = await begin();
    await send(id, 1);
    await send(id, 2);
    const elsewhere = `ws/${workspaceId}/up/${id}/whole.019ab000-0000-7000-8000-000000000000`;
    await blobs.pieces.begin(elsewhere);
    await blobs.pieces.write(elsewhere, 0, file.subarray(0, smallChunk), { sizeBytes: smallChunk });
    await sql(
      `insert into upload_chunks (session_id, index, workspace_id, size_bytes, sha256, blob_key, stored_at)
       select session_id, 0, workspace_id, $2, $3, $4, stored_at from upload_chunks where session_id = $1 and index = 1`,
      [id, smallChunk, sha256Of(file.subarray(0, smallChunk)), elsewhere],
    );

    expect(await complete(id)).to.equal('completed');
    await worker.drain();

    expect(await keys()).to.deep.equal([`up/${id}/whole`]);
    expect(puts()).to.equal(0);
    expect(sha256Of(await wholeOf(id))).to.equal(sha256Of(file));
  });

  it('UPL-6: an attempt that could not judge the file leaves the object of the chunks as it is', async () => {
    const { sent, chancery, owner, ports, complete, keys } = await piecesWorld({
      settings: { scanPolicy: 'require' },
    });
    const uploadSessionId = await sent();
    ports.scanner.answer = 'skipped';

    expect(
      await failureOf(chancery.uploads.completeUploadSession({ uploadSessionId }, owner.session)),
    ).to.equal('dependency.unavailable');
    expect(await keys()).to.deep.equal([`up/${uploadSessionId}/whole`]);
    ports.scanner.answer = 'clean';

    expect(await complete(uploadSessionId)).to.equal('completed');
  });

  it('UPL-7: a scanner that stops early does not keep the whole from being hashed', async () => {
    const { sent, chancery, owner, ports } = await piecesWorld();
    ports.scanner.scan = async (content) => {
      for await (const _ of content) return 'skipped';
      return 'clean';
    };
    const [whole, wrong] = [await sent(), await sent({ sha256: '0'.repeat(64) })];
    const complete = (uploadSessionId: string) =>
      failureOf(chancery.uploads.completeUploadSession({ uploadSessionId }, owner.session));

    expect(await complete(whole)).to.equal('none');
    expect(await complete(wrong)).to.equal('upload.checksum_mismatch');
  });

  it('UPL-12: an aborted upload leaves no object, and a chunk that was on its way does not bring it back', async () => {
    const { begin, send, chancery, owner, keys, worker, file } = await piecesWorld();
    const uploadSessionId = await begin();
    await send(uploadSessionId, 0);
    const { chunk, hangs, goOn } = hangingChunk(chunkOf(file, smallChunk, 1));
    const late = failureOf(chancery.uploads.storeUploadChunk({ uploadSessionId, ...chunk }, owner.session));
    await hangs;

    await chancery.uploads.abortUploadSession({ uploadSessionId }, owner.session);
    await worker.drain();
    goOn();

    expect(await late).to.equal('upload.invalid_state');
    expect(await keys()).to.deep.equal([]);
  });
});
