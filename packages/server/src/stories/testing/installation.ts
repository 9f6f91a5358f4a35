import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSpool, type SpooledMail } from '@chancery/adapters-services';
import type { Clock } from '@chancery/core';
import { Chancery, type ClientOptions, memorySession } from '@chancery/sdk';
import { ContainerModule } from 'inversify';
import { migrated, openApplication } from '../../application.ts';
import { loadConfiguration } from '../../configuration.ts';
import { createHttpHost } from '../../http-app.ts';
import { openLog } from '../../log.ts';
import { tokens } from '../../tokens.ts';

/** A Chancery on the embedded database behind a real HTTP server, with a clock that a story moves on. */
export interface Installation {
  readonly baseUrl: string;
  /** Where it really listens, whatever others call it. */
  readonly listening: string;
  /** The SDK, as whoever the options say. */
  client(options?: Partial<ClientOptions>): Chancery;
  /** Registers a person; the client renews its session by itself. */
  register(email: string, displayName: string): Promise<Chancery>;
  /** Does all background work that is due, then gives the mails in the spool, oldest first. */
  mails(): Promise<readonly SpooledMail[]>;
  advance(seconds: number): void;
  /** Runs a scheduled topic now, whatever its clock says, and what follows from it. */
  run(topic: string): Promise<void>;
  /** Writes down when keys were used, as a server does once a minute. */
  noteKeyUse(): Promise<void>;
  close(): Promise<void>;
}

export async function openInstallation(
  environment:
    | Readonly<Record<string, string>>
    | ((port: number) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>) = {},
): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'chancery-story-'));
  const port = await freePort();
  const configuration = loadConfiguration({
    CHANCERY_DATA_DIR: folder,
    CHANCERY_LISTEN: `127.0.0.1:${port}`,
    CHANCERY_DEV: 'true',
    ...(typeof environment === 'function' ? await environment(port) : environment),
  });
  let ahead = 0;
  const clock: Clock = { now: () => new Date(Date.now() + ahead * 1000).toISOString() };
  const movable = new ContainerModule(
    async ({ rebind }) => void (await rebind(tokens.clock)).toConstantValue(clock),
  );

  const application = await openApplication(configuration, openLog('silent'), [movable]);
  await migrated(application, true);
  await application.prepare();
  const host = createHttpHost(application);
  await host.listen();
  host.open();

  const { baseUrl } = configuration;
  const client = (options: Partial<ClientOptions> = {}) =>
    new Chancery({ baseUrl, maxRetries: 0, ...options });
  return {
    baseUrl,
    listening: `http://127.0.0.1:${port}`,
    client,
    async register(email, displayName) {
      const session = memorySession();
      await session.save(
        await client().identity.registerAccount({ email, displayName, password: 'a long walk by the river' }),
      );
      return client({ session });
    },
    async mails() {
      await application.worker.drain();
      return readSpool(join(folder, 'mail'));
    },
    run: (topic) => application.worker.run(topic),
    advance(seconds) {
      ahead += seconds;
    },
    noteKeyUse: () => application.maintenance.stop(),
    async close() {
      const { closed, force } = host.close();
      force();
      await closed;
      await application.worker.stop();
      await application.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** `scope.missing` when the call failed so, `none` when it did not. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'none';
  } catch (error) {
    if (error instanceof Error && 'code' in error) return String(error.code);
    throw error;
  }
}
