import { openApplication } from './application.ts';
import { type Environment, loadConfiguration } from './configuration.ts';
import { ConfigurationError } from './configuration-error.ts';
import { openLog } from './log.ts';
import { untilMigrated } from './serve.ts';
import { aborted, within } from './stop-signal.ts';
import { openWatchHost } from './watch-host.ts';

const longestJobSeconds = 30;

/** Runs the background work in its own process: like `serve`, but without HTTP. Any number of them may share one database. */
export async function work(environment: Environment, stop: AbortSignal): Promise<number> {
  const configuration = loadConfiguration(environment);
  if (configuration.databaseUrl === null) {
    throw new ConfigurationError([
      'CHANCERY_DATABASE_URL: a worker of its own shares a PostgreSQL with the server; the embedded database serves one process only.',
    ]);
  }
  const log = openLog(configuration.logLevel);
  const application = await openApplication(configuration, log);
  const watch = openWatchHost(application);
  try {
    await watch.listen();
    const pending = await application.database.pendingMigrations();
    if (pending.length > 0 && !(await untilMigrated(application, stop))) return 0;
    await application.prepare();
    await application.worker.start();
    application.maintenance.start();
    watch.open();
    log.info({ listen: configuration.workerListen }, 'Chancery works');

    await aborted(stop);
    application.health.drain();
    const ended = await within(
      longestJobSeconds,
      Promise.all([application.worker.stop(), application.maintenance.stop()]),
    );
    if (!ended) {
      log.warn({ seconds: longestJobSeconds }, 'giving back jobs that did not finish');
      await application.worker.release();
    }
    return 0;
  } finally {
    watch.close();
    await application.close();
    log.info({}, 'stopped');
  }
}
