import { join } from 'node:path';
import {
  type Database,
  jobStore,
  LeasedRates,
  type MigrationChoice,
  openPglite,
  openPostgres,
  openSidePool,
  rateLeases,
  type SidePool,
  unitOfWork,
  warningOfLongHolds,
} from '@chancery/adapters-persistence';
import { InProcessThrottle, PostgresThrottle } from '@chancery/adapters-services';
import type { Log } from '@chancery/core';
import { ContainerModule } from 'inversify';
import type { Configuration } from '../configuration.ts';
import { tokens } from '../tokens.ts';

/** The database, and the ports that use it. */
export const persistenceModule = new ContainerModule(({ bind }) => {
  bind(tokens.database)
    .toResolvedValue((configuration: Configuration) => openDatabase(configuration), [tokens.configuration])
    .inSingletonScope()
    .onDeactivation((database) => database.close());
  bind(tokens.unitOfWork)
    .toResolvedValue(
      (database: Database, log: Log) => warningOfLongHolds(unitOfWork(database), log),
      [tokens.database, tokens.log],
    )
    .inSingletonScope();
  bind(tokens.jobs).toResolvedValue(jobStore, [tokens.database]).inSingletonScope();
  bind(tokens.sidePool)
    .toResolvedValue(
      ({ databaseUrl }: Configuration) => (databaseUrl === null ? null : openSidePool(databaseUrl)),
      [tokens.configuration],
    )
    .inSingletonScope()
    .onDeactivation((pool) => pool?.end());
  // All processes share the counts if there may be several. The pipeline has scaled the limits already.
  bind(tokens.throttle)
    .toResolvedValue(
      (pool: SidePool | null) => (pool === null ? new InProcessThrottle() : new PostgresThrottle(pool)),
      [tokens.sidePool],
    )
    .inSingletonScope();
  bind(tokens.requestRates)
    .toResolvedValue(
      (pool: SidePool | null, log: Log) => new LeasedRates(pool === null ? null : rateLeases(pool), log),
      [tokens.sidePool, tokens.log],
    )
    .inSingletonScope();
});

/** The folder of the embedded database. */
export const databaseFolder = ({ dataDirectory }: Configuration) => join(dataDirectory, 'database');

export function openDatabase(configuration: Configuration, choice: MigrationChoice = {}): Promise<Database> {
  const {
    databaseUrl,
    databasePoolerUrl: poolerUrl,
    databaseReplicaUrl: replicaUrl,
    databasePoolSize: poolSize,
  } = configuration;
  if (databaseUrl === null) return openPglite(databaseFolder(configuration), choice);
  return openPostgres(databaseUrl, { ...choice, poolerUrl, replicaUrl, poolSize });
}
