import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aPdf, sha256Of } from '@chancery/core/testing';
import { expect } from 'chai';
import { type Served, served } from '../../adapters-http/src/testing/served.ts';
import { Chancery, ValidationError } from './index.ts';
import { type UploadProgress, upload } from './uploads.ts';

const smallChunk = 262_144;
const file = aPdf(10 * smallChunk + 5);
const options = { purpose: 'document', fileName: 'Report.pdf', chunkSizeBytes: smallChunk } as const;

describe('upload', () => {
  let api: Served;
  let chunks: number;
  /** Stands in the line between client and service. */
  let line: (send: () => Promise<Response>, url: string) => Promise<Response>;
  let client: Chancery;
  before(async () => {
    api = await served();
  });
  after(() => api.close());
  beforeEach(async () => {
    chunks = 0;
    line = (send) => send();
    client = new Chancery({
      baseUrl: api.baseUrl,
      accessToken: api.owner.session.credential ?? '',
      wait: async () => undefined,
      fetch: (url, init) =>
        line(() => {
          if (String(url).endsWith('/chunks')) chunks += 1;
          return fetch(url, init);
        }, String(url)),
    });
    await api.sql("update upload_sessions set status = 'aborted' where status = 'open'");
  });

  it('sends a file in chunks and gives the completed session', async () => {
    const session = await upload(client, new Blob([file]), options);

    expect(session).to.include({
      status: 'completed',
      sha256: sha256Of(file),
      fileName: 'Report.pdf',
      chunkCount: 11,
    });
    expect(chunks).to.equal(11);
  });

  it('UPL-8: a file that the service refuses by its first bytes is not sent any further', async () => {
    const refused: string[] = [];
    line = async (send, url) => {
      if (!url.endsWith('/chunks')) return send();
      refused.push(url);
      const error = { code: 'upload.type_not_allowed', message: 'This type is not accepted.' };
      return Response.json({ success: false, error }, { status: 415 });
    };

    const failure = await upload(client, new Blob([file]), options).catch((error: unknown) => error);

    expect(failure).to.be.instanceOf(ValidationError).and.to.include({ code: 'upload.type_not_allowed' });
    expect(refused).to.have.length(1);
  });

  it('takes a path, bytes, a stream, and a file with a name of its own', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'chancery-sdk-'));
    try {
      const path = join(folder, 'On disk.pdf');
      await writeFile(path, file);
      const { fileName: _, ...unnamed } = options;

      const sessions = [
        await upload(client, path, unnamed),
        await upload(client, new File([file], 'In a browser.pdf'), unnamed),
        await upload(client, file, unnamed),
        await upload(client, new Blob([file]).stream(), options),
      ];

      expect(sessions.map(({ fileName }) => fileName)).to.deep.equal([
        'On disk.pdf',
        'In a browser.pdf',
        'file',
        'Report.pdf',
      ]);
      for (const { sha256 } of sessions) expect(sha256).to.equal(sha256Of(file));
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('sends four chunks at once and never more', async () => {
    let [now, most] = [0, 0];
    line = async (send) => {
      now += 1;
      most = Math.max(most, now);
      try {
        return await send();
      } finally {
        now -= 1;
      }
    };

    await upload(client, file, options);

    expect(most).to.equal(4);
  });

  it('reports its progress: hashing, sending, completing', async () => {
    const seen: UploadProgress[] = [];
    const { id } = await upload(client, file, { ...options, onProgress: (progress) => seen.push(progress) });

    const [hashing, sending, completing] = (['hashing', 'sending', 'completing'] as const).map((phase) =>
      seen.filter((each) => each.phase === phase).map(({ doneBytes }) => doneBytes),
    );
    expect(hashing?.at(-1)).to.equal(file.length);
    expect(sending).to.have.length(12);
    expect([sending?.[0], sending?.at(-1)]).to.deep.equal([0, file.length]);
    expect(sending).to.deep.equal([...(sending ?? [])].sort((a, b) => a - b));
    expect(completing).to.deep.equal([file.length]);
    expect(seen.at(-1)?.uploadSessionId).to.equal(id);
  });

  it('goes on by itself over lost requests, lost answers, damage and a service that is away', async () => {
    let count = 0;
    line = async (send, url) => {
      if (!url.endsWith('/chunks')) return send();
      count += 1;
      if (count % 5 === 1) throw new TypeError('fetch failed');
      if (count % 5 === 2) {
        await send();
        throw new TypeError('terminated');
      }
      if (count % 5 === 3) return new Response('{}', { status: 503 });
      if (count % 5 === 4)
        return Response.json(
          { error: { code: 'upload.digest_mismatch', message: 'Damaged.' } },
          { status: 400 },
        );
      return send();
    };

    const { status, sha256 } = await upload(client, file, { ...options, atOnce: 1 });

    expect({ status, sha256 }).to.deep.equal({ status: 'completed', sha256: sha256Of(file) });
  });

  it('stops at an abort, and a later call for the same bytes sends only what is missing', async () => {
    const stop = new AbortController();
    const stopped = await upload(client, file, {
      ...options,
      atOnce: 1,
      signal: stop.signal,
      onProgress: ({ phase, doneBytes }) => {
        if (phase === 'sending' && doneBytes >= 3 * smallChunk) stop.abort(new Error('enough for today'));
      },
    }).catch((error: Error) => error.message);
    expect(stopped).to.equal('enough for today');
    const sentBefore = chunks;

    const session = await upload(client, file, options);

    expect(session.status).to.equal('completed');
    expect(chunks).to.be.lessThan(sentBefore + 11);
    expect((await client.uploads.listUploadSessions({ status: 'open' })).count).to.equal(0);
  });

  it('goes on with a named session, and refuses one that was begun for other bytes', async () => {
    const { uploadSession } = await client.uploads.createUploadSession({
      purpose: 'document',
      fileName: 'Named.pdf',
      sizeBytes: file.length,
      sha256: sha256Of(file),
      chunkSizeBytes: smallChunk,
    });
    const uploadSessionId = uploadSession.id;
    const other = await upload(client, aPdf(100), { ...options, uploadSessionId }).catch(
      (error) => error.code,
    );

    expect(other).to.equal('upload.other_file');
    expect(await upload(client, file, { ...options, uploadSessionId })).to.include({
      id: uploadSessionId,
      status: 'completed',
    });
  });

  it('says why a file is refused, and then sends nothing more', async () => {
    const zip = Buffer.concat([Buffer.from('PK\x03\x04'), aPdf(1000)]);
    const code = await upload(client, zip, { ...options, fileName: 'Not.pdf' }).catch((error) => error.code);
    expect(code).to.equal('upload.type_not_allowed');

    const unknown = await upload(client, file, {
      ...options,
      uploadSessionId: '01900000-0000-7000-8000-000000000000',
    }).catch((error) => error.code);
    expect(unknown).to.equal('upload.not_found');
  });

  it('ends the other chunks at the first failure that a repetition does not mend', async () => {
    line = async (send, url) =>
      url.endsWith('/chunks') && chunks >= 5
        ? Response.json({ error: { code: 'upload.invalid_state', message: 'Gone.' } }, { status: 409 })
        : send();

    const code = await upload(client, file, options).catch((error) => error.code);

    expect(code).to.equal('upload.invalid_state');
    expect(chunks).to.be.lessThan(11);
  });
});
