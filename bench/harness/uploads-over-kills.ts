import { setTimeout as wait } from 'node:timers/promises';
import { Chancery } from '@chancery/sdk';
import { upload } from '@chancery/sdk/uploads';
import { type DataFolder, startChancery } from './chancery-server.ts';
import { type ChildServer, freePort } from './child-server.ts';
import { printTable } from './printed-table.ts';
import { chunkBytes, mebibyte, registered, type SentFile } from './upload-files.ts';

/** Uploads one file while the server is killed again and again; the client must cope by itself. */
export async function uploadOverKills(
  data: DataFolder,
  environment: Readonly<Record<string, string>>,
  { path, sizeBytes, sha256 }: SentFile,
  kills: number,
): Promise<void> {
  const port = await freePort();
  const start = () => startChancery({ folder: data, environment, port });
  let server: ChildServer = await start();
  const accessToken = await registered(server.baseUrl);
  let [done, killed, isOver, requests] = [0, 0, false, 0];
  const killing = (async () => {
    while (!isOver && killed < kills) {
      const target = Math.min(sizeBytes * ((killed + 1) / (kills + 2)), sizeBytes - 1);
      while (done < target && !isOver) await wait(1);
      await wait(Math.random() * 50);
      if (isOver) return;
      await server.kill();
      killed += 1;
      server = await start();
    }
  })();
  const client = new Chancery({
    baseUrl: server.baseUrl,
    accessToken,
    wait: async () => void (await wait(250)),
    fetch: (url, init) => {
      if (String(url).endsWith('/chunks')) requests += 1;
      return fetch(url, init);
    },
  });
  const begun = performance.now();
  const session = await upload(client, path, {
    purpose: 'document',
    // The chunks are so small that each kill interrupts something in a small file too.
    chunkSizeBytes: Math.min(chunkBytes, 2 * mebibyte),
    resume: false,
    maxRetries: 1000,
    onProgress: ({ phase, doneBytes }) => {
      if (phase === 'sending') done = doneBytes;
    },
  });
  isOver = true;
  await killing;
  printTable(
    ['one upload', ''],
    [
      ['SIGKILLs', killed],
      ['chunks', session.chunkCount],
      ['chunk requests', requests],
      ['seconds', ((performance.now() - begun) / 1000).toFixed(1)],
      ['ended as', session.status],
      ['SHA-256 of the whole', session.sha256 === sha256 ? 'ok' : 'WRONG'],
    ],
  );
  await server.stop();
  if (session.status !== 'completed' || session.sha256 !== sha256) process.exitCode = 1;
}
