import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Application, loadConfiguration, openApplication, openLog } from '@chancery/server';
import { benchDatabase } from './bench-database.ts';
import { dataFolder, startChancery } from './chancery-server.ts';
import { freePort } from './child-server.ts';
import { registered } from './upload-files.ts';

export interface Answer {
  readonly status: number;
  /** Of a refusal; empty otherwise. */
  readonly code: string;
  // biome-ignore lint/suspicious/noExplicitAny: the bench reads whatever the endpoint answered
  readonly data: any;
}

/** A server that is killed over calls, and a person who is signed in to it. */
export async function openKilledServer(
  kind: 'pglite' | 'postgres',
  settings: Readonly<Record<string, string>> = {},
) {
  const folder = dataFolder();
  const blobs = join(folder.path, 'blobs');
  const database = kind === 'postgres' ? await benchDatabase() : null;
  const environment = {
    CHANCERY_DATA_DIR: folder.path,
    CHANCERY_LOG_LEVEL: 'error',
    CHANCERY_RATE_LIMIT_SCALE: '0',
    CHANCERY_ACCESS_TOKEN_SECONDS: '3600',
    ...(database === null ? {} : { CHANCERY_DATABASE_URL: database.url }),
    ...settings,
  };
  const port = await freePort();
  const start = () => startChancery({ folder, environment, port, quiet: true });
  let server = await start();
  let kills = 0;
  const token = await registered(server.baseUrl);

  /** One call; null if the server died over it. */
  const sent = (path: string, init: RequestInit = {}, key: string = randomUUID()): Promise<Answer | null> =>
    fetch(`${server.baseUrl}/api/v1/${path}`, {
      ...init,
      headers: { Authorization: `Bearer ${token}`, 'X-Idempotency-Key': key, ...init.headers },
    }).then(
      async (response) => {
        const { data, error } = JSON.parse(await response.text());
        return { status: response.status, data, code: error?.code ?? '' };
      },
      () => null,
    );

  /** Repeats the call until it is answered: while another attempt is under way it is refused. */
  async function answered(
    path: string,
    init: () => RequestInit,
    key: string = randomUUID(),
    early: Answer | null = null,
  ): Promise<Answer> {
    let answer = early ?? (await sent(path, init(), key));
    for (let attempt = 0; attempt < 1200; attempt += 1) {
      if (answer !== null && answer.status < 500 && answer.code !== 'idempotency.in_flight') return answer;
      await wait(100);
      answer = await sent(path, init(), key);
    }
    return answer ?? { status: 0, code: 'none', data: null };
  }

  /** The keys of all objects of the store, which has no folder before the first. */
  const objects = () =>
    (existsSync(blobs) ? readdirSync(blobs, { recursive: true, encoding: 'utf8' }) : [])
      .filter((path) => statSync(join(blobs, path)).isFile())
      .map((path) => relative(blobs, join(blobs, path)));

  return {
    folder: folder.path,
    sent,
    answered,
    kills: () => kills,
    /** Kills the server at a random moment of the call, and repeats the call until it is answered. */
    async killedOver(path: string, init: () => RequestInit, mostMilliseconds: number): Promise<Answer> {
      const key = randomUUID();
      const first = sent(path, init(), key);
      await wait(Math.random() * mostMilliseconds);
      await server.kill();
      kills += 1;
      const early = await first;
      server = await start();
      return answered(path, init, key, early);
    },
    /** The digest of what can be read of a document. */
    async digestOfDocument(documentId: string): Promise<string> {
      const response = await fetch(`${server.baseUrl}/api/v1/documents/${documentId}/content`, {
        headers: { Authorization: `Bearer ${token}` },
      });
      return digestOf(new Uint8Array(await response.arrayBuffer()));
    },
    /** Ends the server for good, makes two days pass for its objects, and gives what is left to an application in this process. */
    async twoDaysLater<Result>(work: (application: Application) => Promise<Result>): Promise<Result> {
      await server.stop();
      const twoDaysAgo = Date.now() / 1000 - 2 * 24 * 3600;
      for (const key of objects()) utimesSync(join(blobs, key), twoDaysAgo, twoDaysAgo);
      const application = await openApplication(
        // Run from the sources, the processes that read files hold the loader of TypeScript as well.
        loadConfiguration({
          ...environment,
          CHANCERY_LISTEN: '127.0.0.1:0',
          CHANCERY_PDF_WORKER_MB: '2048',
        }),
        openLog('error'),
      );
      try {
        await application.prepare();
        await application.database.pool.query(
          "update incoming_files set begun_at = begun_at - interval '2 days'",
        );
        return await work(application);
      } finally {
        await application.close();
      }
    },
    /** How many objects belong to none of these keys, and how many of these have no object. */
    strayObjects(keys: readonly string[]): { readonly left: number; readonly lost: number } {
      const [found, wanted] = [new Set(objects()), new Set(keys)];
      const left = [...found].filter((key) => !wanted.has(key));
      for (const key of left) console.error(`belongs to nothing: ${key}`);
      return { left: left.length, lost: [...wanted].filter((key) => !found.has(key)).length };
    },
    async close(): Promise<void> {
      if (server.isAlive()) await server.stop();
      await database?.drop();
      folder.remove();
    },
  };
}

export const posting = (body: object): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'Content-Type': 'application/json' },
});

export const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
