import { openApplication } from './application.ts';
import { type Environment, loadConfiguration } from './configuration.ts';
import { openLog } from './log.ts';

/** Brings the database up to date and checks that it may be served. Any number of processes may ask at once. */
export async function migrate(environment: Environment): Promise<number> {
  const configuration = loadConfiguration(environment);
  const log = openLog(configuration.logLevel);
  const application = await openApplication(configuration, log);
  try {
    const pending = await application.database.pendingMigrations();
    // Even if none is pending: roles belong to the whole server, and may have gone since, or never have been there.
    await application.database.migrate();
    await application.prepare();
    log.info(
      { migrations: pending },
      pending.length === 0 ? 'the database is up to date' : 'brought the database up to date',
    );
    return 0;
  } finally {
    await application.close();
  }
}
