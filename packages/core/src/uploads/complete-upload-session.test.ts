import {
  failedFor,
  failureOf,
  faultsOf,
  MemoryBlobs,
  onBothDatabases,
  uploadingWorld,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import type { BlobStore } from '../kernel/ports.ts';
import { aPdf, sha256Of } from './testing/uploading.ts';

describe('completeUploadSession', () => {
  it('assembles the chunks, detects the type from the bytes and turns the reservation into use', async () => {
    const { sent, chancery, owner, ports, workspaceId, usage, happened, file, worker, keys } =
      await uploadingWorld();
    const uploadSessionId = await sent({ mimeType: 'text/plain' });

    const { uploadSession } = await chancery.uploads.completeUploadSession(
      { uploadSessionId },
      owner.session,
    );

    expect(uploadSession).to.deep.include({
      status: 'completed',
      detectedMimeType: 'application/pdf',
      completedAt: '2026-11-23T12:00:00.000Z',
      expiresAt: '2026-11-24T12:00:00.000Z',
      receivedBytes: 600_000,
      receivedChunks: 3,
      nextOffset: 600_000,
      missingRanges: [],
    });
    expect(await usage()).to.deep.equal({ used: 600_000, reserved: 0 });
    expect((await happened()).at(-1)).to.deep.equal({
      type: 'upload.completed',
      target: { kind: 'upload_session', id: uploadSessionId },
      facts: { mimeType: 'application/pdf', scan: 'clean' },
    });
    await worker.drain();
    expect(await keys()).to.deep.equal([`up/${uploadSessionId}/whole`]);
    const [key = ''] = await listed(ports.blobs, `ws/${workspaceId}/`);
    expect(sha256Of(await whole(ports.blobs, key))).to.equal(sha256Of(file));
  });

  it('UPL-6: a file with gaps is refused with the missing ranges, and the session stays open', async () => {
    const { begin, send, chancery, owner, read } = await uploadingWorld();
    const uploadSessionId = await begin();
    await send(uploadSessionId, 1);

    const failure = await chancery.uploads
      .completeUploadSession({ uploadSessionId }, owner.session)
      .catch((error: { code: string; details: unknown }) => error);

    expect(failure).to.deep.include({
      code: 'upload.incomplete',
      details: [
        { path: '', code: 'upload.missing_range', message: '0-262144' },
        { path: '', code: 'upload.missing_range', message: '524288-600000' },
      ],
    });
    expect((await read(uploadSessionId)).status).to.equal('open');
  });

  it('UPL-6: completing again returns the same session, whose version each step has raised by one', async () => {
    const { sent, chancery, owner } = await uploadingWorld();
    const uploadSessionId = await sent();
    const complete = () => chancery.uploads.completeUploadSession({ uploadSessionId }, owner.session);

    const first = await complete();
    expect(await complete()).to.deep.equal(first);
    // It began, three chunks came, one attempt took it, and it was accepted.
    expect(first.uploadSession.version).to.equal(6);
  });

  it('refuses values that contradict the declaration, and accepts values that repeat it', async () => {
    const { sent, chancery, owner, file } = await uploadingWorld();
    const uploadSessionId = await sent();
    const complete = (over: object) =>
      chancery.uploads.completeUploadSession({ uploadSessionId, ...over }, owner.session);

    expect(await faultsOf(complete({ sizeBytes: 1 }))).to.deep.equal([
      '/sizeBytes upload.declared_otherwise',
    ]);
    expect(await faultsOf(complete({ sha256: '0'.repeat(64) }))).to.deep.equal([
      '/sha256 upload.declared_otherwise',
    ]);
    const { uploadSession } = await complete({ sizeBytes: 600_000, sha256: sha256Of(file).toUpperCase() });
    expect(uploadSession.status).to.equal('completed');
  });

  it('UPL-7: a file without the declared SHA-256 fails for good; its bytes are deleted and its storage is free', async () => {
    const { sent, chancery, owner, remains } = await uploadingWorld();
    const uploadSessionId = await sent({ sha256: '0'.repeat(64) });
    const complete = () =>
      failureOf(chancery.uploads.completeUploadSession({ uploadSessionId }, owner.session));

    expect(await complete()).to.equal('upload.checksum_mismatch');

    expect(await remains(uploadSessionId)).to.deep.equal(
      failedFor(
        'upload.checksum_mismatch',
        'The file does not have the SHA-256 that was declared; start another session.',
      ),
    );
    expect(await complete()).to.equal('upload.checksum_mismatch');
  });

  it('UPL-8: a type that the purpose does not take fails for good, whatever was declared', async () => {
    const { sent, chancery, owner, read, usage, worker, keys } = await uploadingWorld();
    const zip = aPdf(300_000);
    zip.write('PK\x03\x04', 'latin1');
    const uploadSessionId = await sent({ mimeType: 'application/pdf' }, zip);

    expect(
      await failureOf(chancery.uploads.completeUploadSession({ uploadSessionId }, owner.session)),
    ).to.equal('upload.type_not_allowed');

    expect((await read(uploadSessionId)).status).to.equal('failed');
    expect(await usage()).to.deep.equal({ used: 0, reserved: 0 });
    await worker.drain();
    expect(await keys()).to.deep.equal([]);
  });

  it('UPL-15: malware fails for good', async () => {
    const { sent, chancery, owner, ports, read, worker, keys } = await uploadingWorld();
    const uploadSessionId = await sent();
    ports.scanner.answer = 'infected';

    expect(
      await failureOf(chancery.uploads.completeUploadSession({ uploadSessionId }, owner.session)),
    ).to.equal('upload.rejected');

    expect((await read(uploadSessionId)).status).to.equal('failed');
    await worker.drain();
    expect(await keys()).to.deep.equal([]);
  });

  it('UPL-15: while the scanner is unavailable, best effort completes and the ledger says that the scan was skipped', async () => {
    const { sent, chancery, owner, ports, happened } = await uploadingWorld();
    const uploadSessionId = await sent();
    ports.scanner.answer = 'skipped';

    await chancery.uploads.completeUploadSession({ uploadSessionId }, owner.session);

    expect((await happened()).at(-1)).to.deep.include({
      type: 'upload.completed',
      facts: { mimeType: 'application/pdf', scan: 'skipped' },
    });
  });

  it('UPL-15: if scanning is required, an unavailable scanner leaves the session open to try again', async () => {
    const { sent, chancery, owner, ports, read, usage, keys } = await uploadingWorld({
      settings: { scanPolicy: 'require' },
    });
    const uploadSessionId = await sent();
    ports.scanner.answer = 'skipped';
    const complete = () =>
      failureOf(chancery.uploads.completeUploadSession({ uploadSessionId }, owner.session));

    expect(await complete()).to.equal('dependency.unavailable');
    expect((await read(uploadSessionId)).status).to.equal('open');
    expect(await usage()).to.deep.equal({ used: 0, reserved: 600_000 });
    expect(await keys()).to.deep.equal([0, 1, 2].map((index) => `up/${uploadSessionId}/${index}`));
    ports.scanner.answer = 'clean';

    expect(await complete()).to.equal('none');
  });

  it('UPL-12: completing again gives the same until the instant of expiry, and is refused from then on', async () => {
    const { completed, chancery, owner, clock } = await uploadingWorld({
      settings: { accessTokenSeconds: 360_000 },
    });
    const uploadSessionId = await completed();
    const again = () => failureOf(chancery.uploads.completeUploadSession({ uploadSessionId }, owner.session));

    clock.advance({ seconds: 86_399 });
    expect(await again()).to.equal('none');
    clock.advance({ seconds: 1 });
    expect(await again()).to.equal('upload.expired');
  });

  it('UPL-12: an expired session can no longer be completed', async () => {
    const { sent, chancery, owner, clock } = await uploadingWorld({
      settings: { accessTokenSeconds: 360_000 },
    });
    const uploadSessionId = await sent();
    clock.advance({ hours: 24 });

    expect(
      await failureOf(chancery.uploads.completeUploadSession({ uploadSessionId }, owner.session)),
    ).to.equal('upload.expired');
    expect(await failureOf(chancery.uploads.abortUploadSession({ uploadSessionId }, owner.session))).to.equal(
      'upload.expired',
    );
  });

  it('answers `assembling` if it takes too long, and a job finishes', async () => {
    const { sent, chancery, owner, worker, read, usage, keys } = await uploadingWorld({
      settings: { assemblySeconds: 0 },
    });
    const uploadSessionId = await sent();

    const { uploadSession } = await chancery.uploads.completeUploadSession(
      { uploadSessionId },
      owner.session,
    );
    expect(uploadSession.status).to.equal('assembling');
    expect(await keys()).to.have.length(3);
    await worker.drain();

    expect(await read(uploadSessionId)).to.include({
      status: 'completed',
      detectedMimeType: 'application/pdf',
    });
    expect(await usage()).to.deep.equal({ used: 600_000, reserved: 0 });
    expect(await keys()).to.deep.equal([`up/${uploadSessionId}/whole`]);
  });

  it('opens the session again when the process that assembled it died, and completes it then', async () => {
    const { sent, chancery, owner, worker, read, clock, sql } = await uploadingWorld({
      settings: { assemblySeconds: 0, accessTokenSeconds: 36_000 },
    });
    const uploadSessionId = await sent();
    const complete = async () =>
      (await chancery.uploads.completeUploadSession({ uploadSessionId }, owner.session)).uploadSession.status;
    expect(await complete()).to.equal('assembling');
    await sql("delete from jobs where topic = 'uploads.assemble' and payload ->> 'uploadSessionId' = $1", [
      uploadSessionId,
    ]);
    clock.advance({ minutes: 10, seconds: -1 });
    await worker.run('uploads.expire');
    expect(await complete()).to.equal('assembling');
    clock.advance({ seconds: 1 });

    await worker.run('uploads.expire');

    expect((await read(uploadSessionId)).status).to.equal('open');
    await complete();
    await worker.drain();
    expect((await read(uploadSessionId)).status).to.equal('completed');
  });
});

onBothDatabases('completeUploadSession', (database) => {
  it('UPL-6: of two concurrent requests to complete one does the work, and both get the same completed session', async () => {
    let assemblies = 0;
    const memory = new MemoryBlobs();
    const counting: BlobStore = {
      put: (key, bytes, told) => {
        if (key.includes('/whole.')) assemblies += 1;
        return memory.put(key, bytes, told);
      },
      get: (key, range) => memory.get(key, range),
      head: (key) => memory.head(key),
      delete: (key) => memory.delete(key),
      list: (prefix) => memory.list(prefix),
      pieces: null,
      clear: () => memory.clear(),
      probe: () => memory.probe(),
    };
    const { sent, chancery, owner } = await uploadingWorld({
      database: database(),
      ports: { blobs: counting },
    });
    const uploadSessionId = await sent();

    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        chancery.uploads.completeUploadSession({ uploadSessionId }, owner.session),
      ),
    );

    expect(answers.map(({ uploadSession }) => uploadSession.status)).to.deep.equal(
      Array(4).fill('completed'),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).to.equal(1);
    expect(assemblies).to.equal(1);
  });
});

async function listed(blobs: BlobStore, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of blobs.list(prefix)) keys.push(key);
  return keys;
}

async function whole(blobs: BlobStore, key: string): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of (await blobs.get(key)) ?? []) parts.push(part);
  return Buffer.concat(parts);
}
