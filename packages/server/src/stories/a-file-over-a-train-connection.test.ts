import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, postgresDatabase } from '@chancery/adapters-persistence/testing';
import { aPdf, declared, sha256Of } from '@chancery/core/testing';
import { Chancery, memorySession, type SessionStore, type UploadSession } from '@chancery/sdk';
import { upload } from '@chancery/sdk/uploads';
import { expect } from 'chai';
import { endProcesses, startServer, until } from '../testing/server-process.ts';
import { chunkAt, chunkHeaders, halfSent, uploadsPath } from './testing/chunks.ts';
import { codeOf, type Installation, openInstallation, refusalOf } from './testing/installation.ts';
import { answerOf } from './testing/people.ts';

const mebibyte = 1024 * 1024;
const chunkBytes = 8 * mebibyte;
const threeGibibytes = 3 * 1024 * mebibyte;

describe('story: a 3 GiB file over a train connection (platform 10, walk-through 6)', () => {
  let folder: string;
  let database: Database;
  before(async () => {
    database = await postgresDatabase({ poolSize: 1 });
    folder = await mkdtemp(join(tmpdir(), 'chancery-train-'));
  });
  after(async () => {
    await endProcesses();
    await database?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Starts a server on the same folder and database; the issuer of tokens stays the same whatever port it gets. */
  async function started() {
    const url = new URL(
      process.env.CHANCERY_TEST_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres',
    );
    url.pathname = String(database.name);
    const server = await startServer(['serve'], {
      CHANCERY_DATA_DIR: folder,
      CHANCERY_DATABASE_URL: url.href,
      CHANCERY_BASE_URL: 'http://127.0.0.1:8080',
      CHANCERY_LOG_LEVEL: 'warn',
    });
    await until(
      async () => (await server.get('/api/health/ready')).status === 200,
      () => `not ready; it wrote:\n${server.output()}`,
      90,
    );
    return server;
  }
  /** Makes a new client, as after a restart; only the tokens were kept. */
  const clientOf = ({ baseUrl }: { readonly baseUrl: string }, session: SessionStore) =>
    new Chancery({ baseUrl, session, maxRetries: 0 });
  const send = (client: Chancery, uploadSessionId: string, bytes: Buffer, index: number) =>
    client.send<{ readonly chunk: { readonly replayed: boolean } }>(
      `POST ${uploadsPath}/{uploadSessionId}/chunks`,
      { uploadSessionId },
      new Uint8Array(bytes),
      { headers: chunkHeaders(bytes, index * chunkBytes) },
    );
  const told = ({ receivedBytes, receivedChunks, nextOffset, missingRanges, status }: UploadSession) => ({
    receivedBytes,
    receivedChunks,
    nextOffset,
    missingRanges,
    status,
  });

  it('survives the end of the client and of the server, and arrives as it was sent', async () => {
    let server = await started();
    const session = memorySession();
    let owner = clientOf(server, session);
    await session.save(
      await owner.identity.registerAccount({
        email: 'ada@example.com',
        displayName: 'Ada Lovelace',
        password: 'a long walk by the river',
      }),
    );
    const promise = { ...declared(aPdf(1024)), sizeBytes: threeGibibytes };
    await owner.billing.createCheckout({ planCode: 'team', interval: 'month' });
    expect(await refusalOf(owner.uploads.createUploadSession(promise))).to.deep.equal([
      413,
      'upload.too_large',
    ]);
    await owner.billing.changePlan({ planCode: 'business', interval: 'month' });
    const large = await answerOf((options) => owner.uploads.createUploadSession(promise, options));
    expect([large.status, large.data.uploadSession.chunkCount]).to.deep.equal([201, 384]);
    expect(large.data.uploadSession.chunkSizeBytes).to.equal(chunkBytes);
    await owner.uploads.abortUploadSession({ uploadSessionId: large.data.uploadSession.id });

    // The rest is the same for each of 384 chunks; eight of them suffice to show it.
    const file = aPdf(7 * chunkBytes + 12_345);
    const begun = await owner.uploads.createUploadSession(declared(file, { chunkSizeBytes: chunkBytes }));
    const { id } = begun.uploadSession;
    await Promise.all([5, 2, 1].map((index) => send(owner, id, chunkAt(file, index, chunkBytes), index)));
    const token = (await session.load())?.accessToken ?? '';
    const lost = halfSent({ baseUrl: server.baseUrl, token, id }, file, 3, chunkBytes);
    await lost.handedOver;
    lost.destroy();

    owner = clientOf(server, session);
    const seen = told((await owner.uploads.getUploadSession({ uploadSessionId: id })).uploadSession);
    expect(seen).to.deep.equal({
      status: 'open',
      receivedBytes: 3 * chunkBytes,
      receivedChunks: 3,
      nextOffset: 0,
      missingRanges: [
        { start: 0, end: chunkBytes },
        { start: 3 * chunkBytes, end: 5 * chunkBytes },
        { start: 6 * chunkBytes, end: file.length },
      ],
    });

    const cut = halfSent({ baseUrl: server.baseUrl, token, id }, file, 4, chunkBytes);
    await cut.handedOver;
    server.signal('SIGKILL');
    await server.exited;
    cut.destroy();
    server = await started();
    owner = clientOf(server, session);
    expect(told((await owner.uploads.getUploadSession({ uploadSessionId: id })).uploadSession)).to.deep.equal(
      seen,
    );

    const other = Buffer.from(chunkAt(file, 2, chunkBytes)).fill(7, 100, 200);
    expect(await refusalOf(send(owner, id, other, 2))).to.deep.equal([409, 'upload.chunk_conflict']);
    expect((await send(owner, id, chunkAt(file, 2, chunkBytes), 2)).chunk.replayed).to.equal(true);

    const completed = await upload(owner, file, {
      purpose: 'document',
      fileName: 'Annual report.pdf',
      uploadSessionId: id,
    });
    expect(completed).to.include({ status: 'completed', sha256: sha256Of(file), sizeBytes: file.length });
    expect(completed.detectedMimeType).to.equal('application/pdf');
    const { limits } = await owner.billing.getCapabilities();
    expect(limits.storage_bytes).to.include({ used: file.length, reserved: 0 });
    server.signal('SIGTERM');
    await server.exited;
  });

  it('expires after a day without a chunk, and releases what it had reserved', async () => {
    const installation: Installation = await openInstallation();
    try {
      const owner = await installation.register('ada@example.com', 'Ada Lovelace');
      const storage = async () => (await owner.billing.getCapabilities()).limits.storage_bytes;
      const before = await storage();
      const file = aPdf(chunkBytes + 1);
      const { uploadSession } = await owner.uploads.createUploadSession(
        declared(file, { chunkSizeBytes: chunkBytes }),
      );
      const uploadSessionId = uploadSession.id;
      await send(owner, uploadSessionId, chunkAt(file, 0, chunkBytes), 0);
      expect((await storage())?.reserved).to.equal(file.length);

      installation.advance(24 * 3600 - 60);
      expect(await codeOf(owner.uploads.getUploadSession({ uploadSessionId }))).to.equal('none');
      installation.advance(120);
      const gone = [410, 'upload.expired'];
      expect(await refusalOf(send(owner, uploadSessionId, chunkAt(file, 1, chunkBytes), 1))).to.deep.equal(
        gone,
      );
      expect(await refusalOf(owner.uploads.completeUploadSession({ uploadSessionId }))).to.deep.equal(gone);

      await installation.run('uploads.expire');
      expect((await owner.uploads.getUploadSession({ uploadSessionId })).uploadSession.status).to.equal(
        'expired',
      );
      expect(await storage()).to.deep.equal(before);
    } finally {
      await installation.close();
    }
  });
});
