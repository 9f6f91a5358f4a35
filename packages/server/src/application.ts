import type { EnginePool, PooledPdfSealer } from '@chancery/adapters-engines';
import type { HostFigure } from '@chancery/adapters-http';
import { type Database, rowSecurityFault } from '@chancery/adapters-persistence';
import type { PemSealKeys, SelfMadeSealKeys } from '@chancery/adapters-services';
import {
  type Chancery,
  createWorker,
  type health,
  type TimestampAuthority,
  type Worker,
} from '@chancery/core';
import type { Container, ContainerModule } from 'inversify';
import type { Logger } from 'pino';
import { answerBackups } from './backup/backup-door.ts';
import { HeldBlobStore } from './backup/held-blob-store.ts';
import { makeBackup } from './backup/make-backup.ts';
import type { Configuration } from './configuration.ts';
import { ConfigurationError } from './configuration-error.ts';
import { openContainer } from './container.ts';
import { firstSealKey } from './first-seal-key.ts';
import { countJobOutcomes } from './job-outcomes.ts';
import { rootOf } from './key-root.ts';
import { watchSigningKeys } from './signing-keys.ts';
import { watchStatistics } from './table-statistics.ts';
import { watchTimeZones } from './time-zone-data.ts';
import { tokens } from './tokens.ts';
import type { Tracing } from './tracing.ts';

/** The work that a process does on timers, beside its requests and jobs. */
export interface Maintenance {
  start(): void;
  /** Writes what is still in memory. */
  stop(): Promise<void>;
}

/** What seals finished documents. */
export interface Sealing {
  readonly keys: SelfMadeSealKeys | PemSealKeys;
  readonly sealer: PooledPdfSealer;
  readonly timestamps: TimestampAuthority;
}

/** Chancery with all ports bound. */
export interface Application {
  readonly configuration: Configuration;
  readonly log: Logger;
  readonly database: Database;
  readonly chancery: Chancery;
  readonly health: health.Health;
  readonly worker: Worker;
  /** How many jobs this process has run. */
  readonly jobsRun: HostFigure;
  /** Null unless it is switched on. */
  readonly tracing: Tracing | null;
  readonly engines: EnginePool;
  readonly sealing: Sealing;
  readonly maintenance: Maintenance;
  /** Checks a migrated database and reads what a server needs of it; throws a `ConfigurationError` if it must not be served. */
  prepare(): Promise<void>;
  /** Opens the ledger of events that belong to no workspace; a server does so when it starts. */
  openLedger(): Promise<void>;
  /**
   * Reads the root secret of a migrated database, and makes the first one. Until `close` no other process replaces it;
   * `unannounced` is for the one that is about to.
   */
  openRoot(use?: 'unannounced'): Promise<void>;
  /** Lets the command `backup` ask this process, if it holds an embedded database. */
  answerBackups(): Promise<void>;
  /** Closes what was opened. Stop the worker and maintenance first. */
  close(): Promise<void>;
}

export async function openApplication(
  configuration: Configuration,
  log: Logger,
  modules: readonly ContainerModule[] = [],
): Promise<Application> {
  const container = await openContainer(configuration, log, modules);
  try {
    // The database is opened first, because nothing that depends on it should be created if that fails.
    const database = await container.getAsync(tokens.database);
    const [chancery, health, signer, apiKeyUse, sessionUse, keyRing, engines] = await Promise.all([
      container.getAsync(tokens.chancery),
      container.getAsync(tokens.health),
      container.getAsync(tokens.tokens),
      container.getAsync(tokens.apiKeyUse),
      container.getAsync(tokens.sessionUse),
      container.getAsync(tokens.keyRing),
      container.getAsync(tokens.engines),
    ]);
    const root = rootOf(configuration, chancery.ports, keyRing);
    const signingKeys = watchSigningKeys(signer, chancery.ports);
    const timeZones = watchTimeZones(
      await container.getAsync(tokens.timeZones),
      chancery.ports,
      configuration.tzDataFile,
    );
    const statistics = watchStatistics(database, log);
    const sealing = await sealingOf(container);
    const sealKey = firstSealKey(sealing.keys, chancery.ports);
    const jobs = countJobOutcomes();
    // Only then is its library loaded.
    const tracing = configuration.tracing ? (await import('./tracing.ts')).openTracing() : null;
    const openLedger = () =>
      chancery.ports.unitOfWork.run('write', 'app', async (transaction) => {
        transaction.enter(null);
        await transaction.openLedger('installation');
      });
    return {
      configuration,
      log,
      database,
      chancery,
      health,
      engines,
      sealing,
      worker: createWorker(chancery.ports, {
        around: (job, run) =>
          tracing === null ? jobs.around(job, run) : tracing.aroundJob(job, () => jobs.around(job, run)),
        slots: { extraction: configuration.extractionsAtOnce },
      }),
      jobsRun: jobs.figure,
      tracing,
      maintenance: {
        start() {
          apiKeyUse.start();
          sessionUse.start();
          signingKeys.start();
          timeZones.start();
          statistics.start();
          sealKey.start();
        },
        async stop() {
          const watches = [apiKeyUse, sessionUse, signingKeys, timeZones, statistics, sealKey];
          await Promise.all(watches.map((watch) => watch.stop()));
        },
      },
      openLedger,
      openRoot: root.open,
      answerBackups: () => letBackupsBeAsked(configuration, database, chancery.ports),
      async prepare() {
        const fault = await rowSecurityFault(database);
        if (fault !== null) throw new ConfigurationError([`This database must not be served. ${fault}`]);
        await root.open();
        await openLedger();
        await timeZones.prepare();
        await signer.load(chancery.ports.clock.now());
      },
      async close() {
        await root.end();
        await container.unbindAllAsync();
      },
    };
  } catch (error) {
    await container.unbindAllAsync();
    throw error;
  }
}

const sealingOf = async (container: Container): Promise<Sealing> => ({
  keys: await container.getAsync(tokens.sealKeys),
  sealer: await container.getAsync(tokens.pdfSealer),
  timestamps: await container.getAsync(tokens.timestampAuthority),
});

/** Makes the backups that the command asks this process for, and deletes no object of the blob store meanwhile. */
function letBackupsBeAsked(
  { dataDirectory }: Configuration,
  database: Database,
  { blobs, clock }: Chancery['ports'],
): Promise<void> {
  const hold = () => (blobs instanceof HeldBlobStore ? blobs.hold() : () => undefined);
  return answerBackups(database, dataDirectory, (wish, tell) =>
    makeBackup({ database, blobs, hold, now: clock.now(), tell }, wish),
  );
}

/**
 * Brings the database up to date if this process may: the embedded one always, PostgreSQL only if it is configured so.
 * Returns false if migrations are still pending.
 */
export async function migrated(
  { database, configuration, log }: Application,
  told: boolean,
): Promise<boolean> {
  const pending = await database.pendingMigrations();
  if (pending.length === 0) return true;
  if (database.kind === 'postgres' && !told && !configuration.migrates) return false;
  log.info({ migrations: pending }, 'bringing the database up to date');
  await database.migrate();
  return true;
}
