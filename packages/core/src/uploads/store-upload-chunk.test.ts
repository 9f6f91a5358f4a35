import { failureOf, repeating, smallChunk, uploadingWorld } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { deferred } from '../kernel/testing/deferred.ts';
import { aPdf, chunkOf, contentDigest, hangingChunk, inParts } from './testing/uploading.ts';

describe('storeUploadChunk', () => {
  it('UPL-1: chunks arrive in any order, and the session says what is missing', async () => {
    const { begin, send, read } = await uploadingWorld();
    const id = await begin();

    await send(id, 2);
    expect(await read(id)).to.include({
      receivedBytes: 600_000 - 2 * smallChunk,
      receivedChunks: 1,
      nextOffset: 0,
    });
    await send(id, 0);
    expect(await read(id)).to.deep.include({
      nextOffset: smallChunk,
      missingRanges: [{ start: smallChunk, end: 2 * smallChunk }],
    });
    await send(id, 1);
    expect(await read(id)).to.deep.include({
      nextOffset: 600_000,
      receivedBytes: 600_000,
      missingRanges: [],
    });
  });

  it('shows the first 100 gaps and says that there are more', async () => {
    const { begin, send, read, sql } = await uploadingWorld();
    const id = await begin({ sizeBytes: 300 * smallChunk });
    await send(id, 1, aPdf(2 * smallChunk));
    await sql(
      `insert into upload_chunks (session_id, index, workspace_id, size_bytes, sha256, blob_key, stored_at)
       select session_id, g, workspace_id, size_bytes, sha256, blob_key || '.' || g, stored_at
       from upload_chunks, generate_series(3, 299, 2) g where session_id = $1`,
      [id],
    );

    const { missingRanges, missingRangesTruncated, receivedChunks } = await read(id);

    expect({ gaps: missingRanges.length, missingRangesTruncated, receivedChunks }).to.deep.equal({
      gaps: 100,
      missingRangesTruncated: true,
      receivedChunks: 150,
    });
    expect(missingRanges[99]).to.deep.equal({ start: 198 * smallChunk, end: 199 * smallChunk });
  });

  it('UPL-1: the offset is a multiple of the chunk size below the size, and the length exactly that of the chunk', async () => {
    const { begin, chancery, owner, file } = await uploadingWorld();
    const uploadSessionId = await begin();
    const chunk = chunkOf(file, smallChunk, 0);
    const send = (over: object) =>
      failureOf(
        chancery.uploads.storeUploadChunk(
          { uploadSessionId, ...chunk, content: inParts(file), ...over },
          owner.session,
        ),
      );

    expect([
      await send({ offset: undefined }),
      await send({ offset: 1 }),
      await send({ offset: 3 * smallChunk }),
      await send({ sizeBytes: undefined }),
      await send({ sizeBytes: smallChunk - 1 }),
      await send({ offset: 2 * smallChunk }),
      await send({ digest: undefined }),
      await send({ digest: 'sha-256=abc' }),
      await send({ sizeBytes: 67_108_865 }),
      await send({}), // longer than it says
      await send({ content: inParts(file.subarray(0, 1000)) }),
    ]).to.deep.equal([
      'upload.offset_invalid',
      'upload.offset_invalid',
      'upload.offset_invalid',
      'upload.chunk_length_invalid',
      'upload.chunk_length_invalid',
      'upload.chunk_length_invalid',
      'upload.digest_missing',
      'upload.digest_missing',
      'upload.too_large',
      'upload.chunk_length_invalid',
      'upload.chunk_length_invalid',
    ]);
  });

  it('UPL-1: a fifth chunk at once is refused for now; when another has arrived, it is accepted', async () => {
    const { begin, chancery, owner } = await uploadingWorld();
    const six = aPdf(6 * smallChunk);
    const uploadSessionId = await begin({ sizeBytes: six.length });
    const gates = Array.from({ length: 4 }, () => deferred());
    const begun = Array.from({ length: 5 }, () => deferred());
    const send = (index: number, gate?: Promise<void>) => {
      const { content, ...chunk } = chunkOf(six, smallChunk, index);
      async function* held() {
        begun[index]?.resolve();
        await gate;
        yield* content;
      }
      return failureOf(
        chancery.uploads.storeUploadChunk({ uploadSessionId, ...chunk, content: held() }, owner.session),
      );
    };
    const four = gates.map(({ promise }, index) => send(index, promise));
    await Promise.all(begun.slice(0, 4).map(({ promise }) => promise));

    expect(await send(4)).to.equal('rate_limited');
    gates[0]?.resolve();
    expect(await four[0]).to.equal('none');
    expect(await send(4)).to.equal('none');
    for (const { resolve } of gates) resolve();
    expect(await Promise.all(four)).to.deep.equal(['none', 'none', 'none', 'none']);
  });

  it('UPL-2: the same bytes again are a replay and write nothing; different bytes are refused and the first ones stay', async () => {
    const { begin, send, keys, read, chancery, owner, file } = await uploadingWorld();
    const id = await begin();
    expect(await send(id, 0)).to.include({ replayed: false });
    const { version } = await read(id);

    expect(await send(id, 0)).to.include({ replayed: true });
    expect(await failureOf(send(id, 0, aPdf(600_000, 1)))).to.equal('upload.chunk_conflict');
    // Different bytes under the digest of the first are damage, not a replay.
    const damaged = { ...chunkOf(file, smallChunk, 0), content: inParts(aPdf(smallChunk, 2)) };
    expect(
      await failureOf(chancery.uploads.storeUploadChunk({ uploadSessionId: id, ...damaged }, owner.session)),
    ).to.equal('upload.digest_mismatch');

    expect(await keys()).to.deep.equal([`up/${id}/0`]);
    expect((await read(id)).version).to.equal(version);
  });

  it('UPL-3: a chunk whose digest does not match, or that is cut off, leaves nothing', async () => {
    const { begin, chancery, owner, keys, read, file } = await uploadingWorld();
    const uploadSessionId = await begin();
    const chunk = chunkOf(file, smallChunk, 0);
    async function* cut() {
      yield* inParts(file.subarray(0, 100_000));
      throw new Error('the connection is gone');
    }

    const damaged = { ...chunk, digest: contentDigest(Buffer.from('other')) };
    expect(
      await failureOf(chancery.uploads.storeUploadChunk({ uploadSessionId, ...damaged }, owner.session)),
    ).to.equal('upload.digest_mismatch');
    const error = await chancery.uploads
      .storeUploadChunk({ uploadSessionId, ...chunk, content: cut() }, owner.session)
      .catch((thrown: Error) => thrown.message);

    expect(error).to.equal('the connection is gone');
    expect(await keys()).to.deep.equal([]);
    expect(await read(uploadSessionId)).to.include({ nextOffset: 0, receivedChunks: 0 });
  });

  for (const [bytes, seed, outcome] of [
    ['the same bytes', 0, 'replayed'],
    ['other bytes', 1, 'upload.chunk_conflict'],
  ] as const)
    it(`UPL-3: a dead connection that still seems open does not delay the resumed one; with ${bytes} its later commit is ${outcome}`, async () => {
      const { begin, send, chancery, owner, keys, read, file } = await uploadingWorld();
      const uploadSessionId = await begin();
      const { chunk, hangs, goOn } = hangingChunk(
        chunkOf(seed === 0 ? file : aPdf(600_000, seed), smallChunk, 0),
      );
      const hung = chancery.uploads.storeUploadChunk({ uploadSessionId, ...chunk }, owner.session).then(
        ({ chunk: { replayed } }) => (replayed ? 'replayed' : 'stored'),
        ({ code }) => code,
      );
      await hangs;

      expect(await send(uploadSessionId, 0)).to.include({ replayed: false });
      goOn();

      expect(await hung).to.equal(outcome);
      expect(await keys()).to.deep.equal([`up/${uploadSessionId}/0`]);
      expect(await read(uploadSessionId)).to.include({ receivedChunks: 1 });
    });

  it('UPL-10: only its creator can see, continue, complete or abort a session', async () => {
    const { begin, chancery, person, stranger, file } = await uploadingWorld();
    const uploadSessionId = await begin();
    const others = [await person('admin'), await person('owner', 'Eve'), await stranger()];

    for (const { session } of others) {
      const { uploads } = chancery;
      const chunk = chunkOf(file, smallChunk, 0);
      expect(await failureOf(uploads.getUploadSession({ uploadSessionId }, session))).to.equal(
        'upload.not_found',
      );
      expect(await failureOf(uploads.storeUploadChunk({ uploadSessionId, ...chunk }, session))).to.equal(
        'upload.not_found',
      );
      expect(await failureOf(uploads.completeUploadSession({ uploadSessionId }, session))).to.equal(
        'upload.not_found',
      );
      expect(await failureOf(uploads.abortUploadSession({ uploadSessionId }, session))).to.equal(
        'upload.not_found',
      );
      expect((await uploads.listUploadSessions({}, session)).count).to.equal(0);
    }
  });

  it('UPL-10: a creator who loses the membership loses the session', async () => {
    const { begin, chancery, person, sql } = await uploadingWorld();
    const member = await person('member');
    const uploadSessionId = await begin({}, member.session);
    await sql("update memberships set status = 'removed' where id = $1", [member.membershipId]);

    expect(await failureOf(chancery.uploads.getUploadSession({ uploadSessionId }, member.session))).to.equal(
      'workspace.none_active',
    );
  });

  it('UPL-12: each chunk moves the expiry a day ahead; after it chunks are refused and the session can still be read', async () => {
    const { begin, send, read, clock } = await uploadingWorld({ settings: { accessTokenSeconds: 360_000 } });
    const id = await begin();
    clock.advance({ hours: 20 });
    await send(id, 0);
    expect((await read(id)).expiresAt).to.equal('2026-11-25T08:00:00.000Z');
    clock.advance({ hours: 24, seconds: -1 });
    await send(id, 1);
    clock.advance({ hours: 24 });

    expect(await failureOf(send(id, 2))).to.equal('upload.expired');
    expect((await read(id)).status).to.equal('expired');
  });

  it('UPL-14: objects lie under the session and the number of the chunk; no name is part of a path', async () => {
    const { sent, ports, workspaceId } = await uploadingWorld();
    const id = await sent({ fileName: '.. name .. with space' });

    const keys: string[] = [];
    for await (const key of ports.blobs.list('ws/')) if (key.includes(workspaceId)) keys.push(key);

    expect(keys.map((key) => key.replace(/\.[^/]*$/, '')).sort()).to.deep.equal(
      [0, 1, 2].map((index) => `ws/${workspaceId}/up/${id}/${index}`),
    );
  });

  it('UPL-16: with an idempotency key, the same offset and digest are replayed, and others are refused before they have an effect', async () => {
    const { begin, chancery, owner, file, read, keys } = await uploadingWorld();
    const uploadSessionId = await begin();
    const caller = repeating(owner.session, 'chunk');
    const send = (index: number, content?: AsyncIterable<Uint8Array>) =>
      chancery.uploads.storeUploadChunk(
        {
          uploadSessionId,
          ...chunkOf(file, smallChunk, index),
          ...(content === undefined ? {} : { content }),
        },
        caller,
      );

    const first = await send(0);
    const second = await send(0, inParts(Buffer.alloc(0)));

    expect(second).to.deep.equal(first);
    expect(await failureOf(send(1))).to.equal('idempotency.key_reused');
    expect(await read(uploadSessionId)).to.include({ receivedChunks: 1 });
    expect(await keys()).to.deep.equal([`up/${uploadSessionId}/0`]);
  });

  it('UPL-16: without an idempotency key a chunk is repeated by its bytes, and the next one is stored', async () => {
    const { begin, send, read } = await uploadingWorld();
    const uploadSessionId = await begin();

    expect((await send(uploadSessionId, 0)).replayed).to.equal(false);
    expect((await send(uploadSessionId, 0)).replayed).to.equal(true);
    expect((await send(uploadSessionId, 1)).replayed).to.equal(false);

    expect(await read(uploadSessionId)).to.include({ receivedChunks: 2 });
  });

  it('accepts no chunk once the session is no longer open', async () => {
    const { completed, send, begin, chancery, owner } = await uploadingWorld();
    const id = await completed();
    expect(await failureOf(send(id, 0))).to.equal('upload.invalid_state');

    const other = await begin();
    await chancery.uploads.abortUploadSession({ uploadSessionId: other }, owner.session);
    expect(await failureOf(send(other, 0))).to.equal('upload.invalid_state');
  });
});
