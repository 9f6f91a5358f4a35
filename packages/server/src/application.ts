import { type Database, rowSecurityFault } from '@chancery/adapters-persistence';
import { type Chancery, createWorker, type health, type Worker } from '@chancery/core';
import type { ContainerModule } from 'inversify';
import type { Logger } from 'pino';
import { type Configuration, ConfigurationError } from './configuration.ts';
import { openContainer } from './container.ts';
import { createMaintenance, type Maintenance } from './maintenance.ts';
import { loadSigningKeys } from './signing-keys.ts';
import { tokens } from './tokens.ts';

/** Chancery with everything bound, before anybody calls it. */
export interface Application {
  readonly configuration: Configuration;
  readonly log: Logger;
  readonly database: Database;
  readonly chancery: Chancery;
  readonly health: health.Health;
  readonly worker: Worker;
  readonly maintenance: Maintenance;
  /** What a migrated database must show and give before it is served; throws a `ConfigurationError` when it must not be. */
  prepare(): Promise<void>;
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
    // The database first: what hangs on it should not be made where it cannot be opened.
    const database = await container.getAsync(tokens.database);
    const [chancery, health, signer, keyRing, apiKeyUse] = await Promise.all([
      container.getAsync(tokens.chancery),
      container.getAsync(tokens.health),
      container.getAsync(tokens.tokens),
      container.getAsync(tokens.keyRing),
      container.getAsync(tokens.apiKeyUse),
    ]);
    const housekeeping = createMaintenance(database, chancery.ports);
    return {
      configuration,
      log,
      database,
      chancery,
      health,
      worker: createWorker(chancery.ports),
      maintenance: {
        start() {
          housekeeping.start();
          apiKeyUse.start();
        },
        async stop() {
          await Promise.all([housekeeping.stop(), apiKeyUse.stop()]);
        },
      },
      async prepare() {
        const fault = await rowSecurityFault(database);
        if (fault !== null) throw new ConfigurationError([`This database must not be served. ${fault}`]);
        await chancery.ports.unitOfWork.run('write', 'app', async (transaction) => {
          transaction.enter(null);
          await transaction.openLedger('installation');
        });
        signer.replaceKeys(await loadSigningKeys(database, keyRing));
      },
      close: () => container.unbindAllAsync(),
    };
  } catch (error) {
    await container.unbindAllAsync();
    throw error;
  }
}

/**
 * Brings the database up to date where this process may: the embedded one always, PostgreSQL when told to. False when
 * something is still pending.
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
