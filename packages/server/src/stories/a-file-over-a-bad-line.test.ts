import { fork } from 'node:child_process';
import { on, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type BundledProcess,
  bundledProcess,
  type Database,
  postgresDatabase,
} from '@chancery/adapters-persistence/testing';
import { aPdf, declared, sha256Of } from '@chancery/core/testing';
import { expect } from 'chai';
import { copyMigratedDatabase } from '../../../adapters-persistence/src/testing/snapshot.ts';
import { type LoopbackS3, loopbackS3 } from '../../../adapters-services/src/blobs/testing/loopback-s3.ts';
import { endProcess, endProcesses, freePort, startServer, until } from '../testing/server-process.ts';
import { chunkAt, chunkHeaders, halfSent, uploadsPath } from './testing/chunks.ts';

const mebibyte = 1024 * 1024;

/** The address stays the same at every start, so that earlier tokens are valid. */
const settings = (folder: string) => ({
  CHANCERY_DATA_DIR: folder,
  CHANCERY_BASE_URL: 'http://127.0.0.1:8080',
  CHANCERY_EMAIL_VERIFICATION: 'optional',
  CHANCERY_LOG_LEVEL: 'warn',
});

describe('a file over a bad line', () => {
  let folder: string;
  let s3: LoopbackS3;
  let measuredServer: BundledProcess;
  before(async () => {
    s3 = await loopbackS3();
    measuredServer = await bundledProcess('packages/server/src/testing/measured-main');
  });
  after(async () => {
    await measuredServer?.remove();
    await s3?.close();
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chancery-uploads-'));
    await copyMigratedDatabase(join(folder, 'database'));
  });
  afterEach(async () => {
    await endProcesses();
    await rm(folder, { recursive: true, force: true });
  });

  for (const store of ['disk', 'S3'] as const) {
    it(`UPL-5: on ${store}, after kill -9 the session tells the truth, and sending what is missing completes the file`, async () => {
      const environment = { ...settings(folder), ...(store === 'S3' ? { CHANCERY_BLOB_URL: s3.url() } : {}) };
      const file = aPdf(8 * mebibyte + 12_345);
      let server = await startServer(['serve'], environment);
      await server.ready();
      const token = await registered(server.baseUrl);
      const { id } = await begun(server.baseUrl, token, file);
      for (const index of [5, 2, 1]) expect(await sent(server.baseUrl, token, id, file, index)).to.equal(201);

      // Half of the fourth chunk has been sent.
      const half = halfSent({ baseUrl: server.baseUrl, token, id }, file, 3, mebibyte);
      await half.handedOver;
      server.signal('SIGKILL');
      await server.exited;
      half.destroy();
      server = await startServer(['serve'], environment);
      await server.ready();

      const seen = await session(server.baseUrl, token, id);
      expect(seen).to.deep.include({
        status: 'open',
        receivedChunks: 3,
        receivedBytes: 3 * mebibyte,
        missingRanges: [
          { start: 0, end: mebibyte },
          { start: 3 * mebibyte, end: 5 * mebibyte },
          { start: 6 * mebibyte, end: file.length },
        ],
      });
      for (const { start, end } of seen.missingRanges)
        for (let at = start; at < end; at += mebibyte)
          expect(await sent(server.baseUrl, token, id, file, at / mebibyte)).to.equal(201);
      const completed = await server.post(`${uploadsPath}/${id}/complete`, {}, token);
      expect(completed.body.data.uploadSession).to.include({
        status: 'completed',
        sha256: sha256Of(file),
        detectedMimeType: 'application/pdf',
      });
    });
  }

  it('UPL-6: a server killed while it assembles leaves a session that the next complete finishes', async () => {
    const database = await postgresDatabase();
    // A scanner that takes everything and never answers: the server assembles for as long as the test likes.
    const silent = createServer((socket) => socket.on('error', () => undefined).resume()).listen(
      0,
      '127.0.0.1',
    );
    await once(silent, 'listening');
    const address = silent.address();
    const scanner = `tcp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    try {
      const environment = { ...settings(folder), CHANCERY_DATABASE_URL: urlOf(database) };
      const file = aPdf(96 * mebibyte);
      let server = await startServer(['serve'], { ...environment, CHANCERY_SCAN_URL: scanner });
      await server.ready();
      const token = await registered(server.baseUrl);
      const { id } = await begun(server.baseUrl, token, file, 32 * mebibyte);
      for (const index of [0, 1, 2]) await sent(server.baseUrl, token, id, file, index, 32 * mebibyte);
      const statusOf = async () =>
        (await database.pool.query('select status from upload_sessions where id = $1', [id])).rows[0]?.status;

      const complete = () => server.post(`${uploadsPath}/${id}/complete`, {}, token);
      const first = complete().catch(() => null);
      await until(
        async () => (await statusOf()) === 'assembling',
        () => 'never assembling',
      );
      server.signal('SIGKILL');
      await server.exited;
      await first;
      expect(await statusOf()).to.equal('assembling');
      // The lease of the dead process expires.
      await database.pool.query("update upload_sessions set assembling_until = now() - interval '1 second'");
      server = await startServer(['serve'], environment);
      await server.ready();

      const [one, other] = await Promise.all([complete(), complete()]);

      expect(one?.body.data.uploadSession).to.include({ status: 'completed', sha256: sha256Of(file) });
      expect(other?.body.data).to.deep.equal(one?.body.data);
    } finally {
      await endProcesses();
      silent.close();
      await database.close();
    }
  });

  for (const store of ['disk', 'S3'] as const) {
    it(`UPL-4: on ${store}, chunks of 64 MiB in transfer take less than 1 MiB of memory each`, async () => {
      const port = await freePort();
      const baseUrl = `http://127.0.0.1:${port}`;
      const child = fork(measuredServer.script, ['serve'], {
        execArgv: ['--expose-gc'],
        env: {
          ...Object.fromEntries(
            Object.entries(process.env).filter(([name]) => !name.startsWith('CHANCERY_')),
          ),
          ...settings(folder),
          CHANCERY_LISTEN: `127.0.0.1:${port}`,
          ...(store === 'S3' ? { CHANCERY_BLOB_URL: s3.url() } : {}),
        },
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      });
      try {
        await until(
          async () => (await fetch(`${baseUrl}/api/health/ready`)).status === 200,
          () => 'not ready',
          90,
        );
        const measured = async () => {
          child.send('measure');
          // A server also says to whoever started it that it is ready.
          for await (const [said] of on(child, 'message'))
            if ('heldBytes' in said) return Number(said.heldBytes);
          throw new Error('The server has ended.');
        };
        const token = await registered(baseUrl);
        const size = 64 * mebibyte;
        const file = aPdf(4 * size);
        // What the first chunks leave for good (connections, compiled code) does not count as memory of a chunk.
        for (let round = 0; round < 3; round += 1) {
          const small = aPdf(4 * mebibyte, round);
          const warm = await begun(baseUrl, token, small);
          const warming = [0, 1, 2, 3].map((index) =>
            halfSent({ baseUrl, token, id: warm.id }, small, index, mebibyte),
          );
          await Promise.all(warming.map(({ handedOver }) => handedOver));
          for (const half of warming) half.finish();
          await Promise.all(warming.map(({ status }) => status));
        }
        const { id } = await begun(baseUrl, token, file, size);
        const before = await measured();

        const halves = [0, 1, 2, 3].map((index) => halfSent({ baseUrl, token, id }, file, index, size));
        await Promise.all(halves.map(({ handedOver }) => handedOver));
        // The halves stay open: whatever held a chunk whole would hold 32 MiB for each of them for ever.
        let during = Number.POSITIVE_INFINITY;
        await until(
          async () => {
            during = Math.min(during, await measured());
            return (during - before) / 4 < mebibyte;
          },
          () => `${Math.round((during - before) / 4)} bytes for each chunk`,
        );
        for (const half of halves) half.finish();
        expect(await Promise.all(halves.map(({ status }) => status))).to.deep.equal([201, 201, 201, 201]);
      } finally {
        await endProcess(child);
      }
    });
  }
});

async function registered(baseUrl: string): Promise<string> {
  const body = await posted(`${baseUrl}/api/v1/auth/register`, {
    email: `ada.${Math.random().toString(36).slice(2)}@example.com`,
    password: 'correct horse battery staple',
    displayName: 'Ada',
  });
  return body.data.accessToken;
}

async function posted(url: string, body: object, token?: string) {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the endpoint answered
  return (await response.json()) as any;
}

const begun = async (baseUrl: string, token: string, file: Buffer, chunkSizeBytes = mebibyte) =>
  (await posted(baseUrl + uploadsPath, declared(file, { chunkSizeBytes }), token)).data.uploadSession as {
    id: string;
  };

async function session(baseUrl: string, token: string, id: string) {
  const response = await fetch(`${baseUrl}${uploadsPath}/${id}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return (
    (await response.json()) as {
      data: { uploadSession: { missingRanges: { start: number; end: number }[] } };
    }
  ).data.uploadSession;
}

async function sent(
  baseUrl: string,
  token: string,
  id: string,
  file: Buffer,
  index: number,
  size = mebibyte,
) {
  const bytes = chunkAt(file, index, size);
  const response = await fetch(`${baseUrl}${uploadsPath}/${id}/chunks`, {
    method: 'POST',
    headers: { ...chunkHeaders(bytes, index * size), authorization: `Bearer ${token}` },
    body: new Uint8Array(bytes),
  });
  await response.arrayBuffer();
  return response.status;
}

function urlOf(database: Database): string {
  const url = new URL(
    process.env.CHANCERY_TEST_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres',
  );
  url.pathname = String(database.name);
  return url.href;
}
