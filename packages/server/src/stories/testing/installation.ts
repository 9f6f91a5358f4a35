import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSpool, type SpooledMail } from '@chancery/adapters-services';
import type { Clock, ReplaceableTimeZoneRules } from '@chancery/core';
import { Chancery, ChanceryError, type ClientOptions, memorySession } from '@chancery/sdk';
import { ContainerModule } from 'inversify';
import { copyMigratedDatabase } from '../../../../adapters-persistence/src/testing/snapshot.ts';
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
  /** Moves the clock forward to an instant. */
  advanceTo(instant: string): void;
  now(): string;
  /** The folder into which mails are written, one file each. */
  readonly spool: string;
  /** The variables by which commands of the operator find this installation. */
  readonly environment: Readonly<Record<string, string>>;
  /** Takes up what `tz load` has left, as a server does once a minute. */
  readTimeZones(): Promise<void>;
  /** What happened in a workspace by its ledger, oldest first, and whether its chain holds. */
  ledger(workspaceId: string): Promise<{
    readonly actions: readonly string[];
    readonly facts: readonly unknown[];
    readonly holds: boolean;
  }>;
  /** Runs a scheduled topic now, whatever its clock says, and what follows from it. */
  run(topic: string): Promise<void>;
  /** Writes down when keys were used, as a server does once a minute. */
  noteKeyUse(): Promise<void>;
  close(): Promise<void>;
}

export interface InstallationOptions {
  /** The story's own adapters. */
  readonly modules?: readonly ContainerModule[];
  /** Does the background work by itself, as a server does, and not only when the story asks for it. */
  readonly works?: boolean;
  /** The instant that the clock shows at first; by default now. */
  readonly startsAt?: string | undefined;
  /** How long a request waits until its file was looked into: a busy machine takes its time to start a process for that. */
  readonly inspectionSeconds?: number;
  /** The data folder of an installation that goes on from before, which stays; by default it has one of its own. */
  readonly folder?: string | undefined;
  /** The tz data that the installation begins with. */
  readonly timeZones?: ReplaceableTimeZoneRules | undefined;
}

const patienceSeconds = 240;

export async function openInstallation(
  environment:
    | Readonly<Record<string, string>>
    | ((port: number) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>) = {},
  {
    modules = [],
    works = false,
    startsAt,
    timeZones,
    inspectionSeconds,
    folder: kept,
  }: InstallationOptions = {},
): Promise<Installation> {
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'chancery-story-')));
  const port = await freePort();
  const variables = {
    CHANCERY_DATA_DIR: folder,
    CHANCERY_LISTEN: `127.0.0.1:${port}`,
    CHANCERY_DEV: 'true',
    ...(typeof environment === 'function' ? await environment(port) : environment),
  };
  const loaded = loadConfiguration(variables);
  const configuration = {
    ...loaded,
    settings: {
      ...loaded.settings,
      // Beside many other tests a page is read in minutes.
      readingSeconds: patienceSeconds,
      inspectionSeconds: inspectionSeconds ?? loaded.settings.inspectionSeconds,
    },
  };
  const aheadOf = (instant: string) => (Date.parse(instant) - Date.now()) / 1000;
  let ahead = startsAt === undefined ? 0 : aheadOf(startsAt);
  const clock: Clock = { now: () => new Date(Date.now() + ahead * 1000).toISOString() };
  const movable = new ContainerModule(async ({ rebind }) => {
    (await rebind(tokens.clock)).toConstantValue(clock);
    if (timeZones !== undefined) (await rebind(tokens.timeZones)).toConstantValue(timeZones);
  });

  const database = join(folder, 'database');
  if (configuration.databaseUrl === null && !existsSync(database)) await copyMigratedDatabase(database);
  const application = await openApplication(configuration, openLog('silent'), [movable, ...modules]);
  await migrated(application, true);
  await application.prepare();
  if (works) await application.worker.start();
  const host = createHttpHost(application);
  await host.listen();
  host.open();

  const { baseUrl } = configuration;
  const spool = join(folder, 'mail');
  const client = (options: Partial<ClientOptions> = {}) =>
    new Chancery({
      baseUrl,
      maxRetries: 0,
      timeoutMs: patienceSeconds * 1000,
      ...options,
      // Where a proxy is trusted, nobody reaches the server without one.
      headers: {
        ...(configuration.trustedProxies > 0 ? { 'x-forwarded-for': '127.0.0.1' } : {}),
        ...options.headers,
      },
    });
  return {
    baseUrl,
    spool,
    environment: variables,
    readTimeZones: () => application.prepare(),
    listening: `http://127.0.0.1:${port}`,
    client,
    async register(email, displayName) {
      const session = memorySession();
      await session.save(
        await client().identity.registerAccount({ email, displayName, password: storyPassword }),
      );
      return client({ session });
    },
    async mails() {
      await application.worker.drain();
      return readSpool(spool);
    },
    async ledger(workspaceId) {
      const connection = await application.database.pool.connect();
      try {
        await connection.query('begin');
        // A ledger can be read only from within its workspace.
        await connection.query("select set_config('app.workspace', $1, true)", [workspaceId]);
        const { rows } = await connection.query<{ action: string; facts: unknown }>(
          "select action, convert_from(payload, 'utf8')::jsonb -> 'facts' facts from audit_event where ledger_id = $1 order by seq",
          [workspaceId],
        );
        const verdict = await connection.query<{ seq: string | null }>(
          'select first_bad_seq seq from audit_verify($1)',
          [workspaceId],
        );
        return {
          actions: rows.map(({ action }) => action),
          facts: rows.map(({ facts }) => facts),
          holds: rows.length > 0 && verdict.rows[0]?.seq === null,
        };
      } finally {
        await connection.query('rollback');
        connection.release();
      }
    },
    now: () => clock.now(),
    run: (topic) => application.worker.run(topic),
    advance(seconds) {
      ahead += seconds;
    },
    advanceTo(instant) {
      ahead = aheadOf(instant);
    },
    noteKeyUse: () => application.maintenance.stop(),
    async close() {
      const { closed, force } = host.close();
      force();
      await closed;
      await application.worker.stop();
      await application.close();
      if (kept === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The password of everybody in a story, unless they change it. */
export const storyPassword = 'a long walk by the river';

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** The code of a failed call, such as `scope.missing`; `none` if it succeeded. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'none';
  } catch (error) {
    if (error instanceof Error && 'code' in error) return String(error.code);
    throw error;
  }
}

/** The HTTP status and the code with which a call was refused; `[null, 'none']` if it was not. */
export async function refusalOf(call: Promise<unknown>): Promise<readonly [number | null, string]> {
  try {
    await call;
    return [null, 'none'];
  } catch (error) {
    if (error instanceof ChanceryError) return [error.status, error.code];
    throw error;
  }
}
