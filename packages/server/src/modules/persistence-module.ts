import { join } from 'node:path';
import {
  type Database,
  jobStore,
  type MigrationChoice,
  openPglite,
  openPostgres,
  openSidePool,
  unitOfWork,
  warningOfLongHolds,
} from '@chancery/adapters-persistence';
import { InProcessThrottle, PostgresThrottle } from '@chancery/adapters-services';
import type { Log, Throttle } from '@chancery/core';
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
  bind(tokens.throttle)
    .toResolvedValue(openThrottle, [tokens.configuration])
    .inSingletonScope()
    .onDeactivation((throttle) => (throttle instanceof PooledThrottle ? throttle.close() : undefined));
  bind(tokens.throttleStandIn).toConstantValue(new InProcessThrottle());
});

/** The folder of the embedded database. */
export const databaseFolder = ({ dataDirectory }: Configuration) => join(dataDirectory, 'database');

export function openDatabase(configuration: Configuration, choice: MigrationChoice = {}): Promise<Database> {
  const { databaseUrl, databasePoolSize } = configuration;
  if (databaseUrl === null) return openPglite(databaseFolder(configuration), choice);
  return openPostgres(databaseUrl, { ...choice, poolSize: databasePoolSize });
}

/** All processes share the counts if there may be several. The pipeline has scaled the limits already. */
function openThrottle({ databaseUrl }: Configuration): Throttle {
  return databaseUrl === null ? new InProcessThrottle() : new PooledThrottle(openSidePool(databaseUrl));
}

class PooledThrottle extends PostgresThrottle {
  readonly #pool: ReturnType<typeof openSidePool>;

  constructor(pool: ReturnType<typeof openSidePool>) {
    super(pool);
    this.#pool = pool;
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}
