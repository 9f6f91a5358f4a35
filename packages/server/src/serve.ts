import { setTimeout as wait } from 'node:timers/promises';
import type { ContainerModule } from 'inversify';
import { type Application, migrated, openApplication } from './application.ts';
import { type Environment, loadConfiguration, unknownVariables } from './configuration.ts';
import { ConfigurationError } from './configuration-error.ts';
import { fillDemo } from './demo/fill-demo.ts';
import { type Demo, prepareDemo } from './demo/prepare-demo.ts';
import { createHttpHost, type HttpHost } from './http-app.ts';
import { openLog } from './log.ts';
import { tellWhoMayRegister } from './registration-notice.ts';
import { warnOfShortPasswords } from './short-passwords.ts';
import { aborted, reportDemo, reportReady, within } from './stop-signal.ts';

export interface ServeOptions {
  /** Whether a PostgreSQL is migrated as well. */
  readonly migrate?: boolean;
  /** Fills an empty installation with a small workspace; development mode only. */
  readonly demo?: boolean;
  /** The host's own adapters. */
  readonly modules?: readonly ContainerModule[];
}

const longestAnswerSeconds = 30;

/** Serves until the signal, then drains (HLT-4). The exit code is 0 when everything ended in order. */
export async function serve(
  environment: Environment,
  stop: AbortSignal,
  options: ServeOptions = {},
): Promise<number> {
  const configuration = loadConfiguration(environment);
  if (options.demo && !configuration.development) {
    throw new ConfigurationError([
      '--demo: the demo workspace has a password that everybody knows; it needs CHANCERY_DEV=true.',
    ]);
  }
  const log = openLog(configuration.logLevel);
  const unknown = unknownVariables(environment);
  if (unknown.length > 0)
    log.warn({ variables: unknown }, 'these variables mean nothing to Chancery; is there a slip in a name?');

  warnOfShortPasswords(configuration.settings.passwordMinLength, log);

  const application = await openApplication(configuration, log, options.modules);
  try {
    await run(application, stop, options);
    return 0;
  } finally {
    await application.close();
    log.info({}, 'stopped');
  }
}

async function run(
  application: Application,
  stop: AbortSignal,
  { migrate = false, demo = false }: ServeOptions,
): Promise<void> {
  const { configuration, worker, maintenance } = application;
  const host = createHttpHost(application);
  // Before anything works: a start that cannot listen has done nothing when it ends.
  const port = await host.listen();
  try {
    const isMigrated = await migrated(application, migrate);
    if (!isMigrated) {
      announce(application, port);
      if (!(await untilMigrated(application, stop))) return drain(application, host);
    }

    await application.prepare();
    await application.answerBackups();
    const prepared = demo ? await prepareDemo(application) : null;
    host.open();
    if (isMigrated) announce(application, port);
    await tellWhoMayRegister(application);
    reportReady({ baseUrl: configuration.baseUrl, port });
    // Whoever waits for the start waits for none of these: jobs, schedules, statistics of the tables.
    if (configuration.worksEmbedded) await worker.start();
    maintenance.start();
    if (prepared !== null) void tellOfDemo(application, prepared);
  } catch (error) {
    host.close().force();
    await Promise.all([worker.stop(), maintenance.stop()]);
    throw error;
  }

  await aborted(stop);
  await drain(application, host);
}

/** Fills the demo while the server serves. Whatever is wrong with it, the server goes on. */
async function tellOfDemo(application: Application, demo: Demo): Promise<void> {
  try {
    reportDemo(await fillDemo(application, demo));
  } catch (error) {
    application.log.warn({ error }, 'the demo workspace could not be filled');
    reportDemo([]);
  }
}

function announce({ configuration, database, log }: Application, port: number): void {
  const { baseUrl, listen, amqpUrl, worksEmbedded, settings } = configuration;
  if (database.kind === 'pglite')
    log.warn(
      {},
      'the embedded database survives a crash of the process but not a loss of power; use PostgreSQL for what must last',
    );
  log.info(
    {
      baseUrl,
      host: listen.host,
      port,
      database: database.kind,
      queue: amqpUrl === null ? 'in process' : 'rabbitmq',
      worker: worksEmbedded ? 'embedded' : 'apart',
      registration: settings.registration,
      docs: `${baseUrl}/docs`,
    },
    `Chancery listens on ${listen.host}:${port}`,
  );
}

/** Waits until another process has migrated; false if the signal came first. */
export async function untilMigrated({ database, log }: Application, stop: AbortSignal): Promise<boolean> {
  log.warn(
    {},
    'migrations are pending: run `chancery migrate`, or serve with --migrate; serving nothing until then',
  );
  while (!stop.aborted) {
    await wait(1000, undefined, { signal: stop }).catch(() => undefined);
    const pending = await database.pendingMigrations().catch(() => null);
    if (pending?.length === 0) return true;
  }
  return false;
}

/** HLT-4: announces it, stays open for clients that do not know it yet, finishes what is under way, and releases claimed jobs. */
async function drain(
  { configuration, health, worker, maintenance, log }: Application,
  host: HttpHost,
): Promise<void> {
  health.drain();
  log.info({ seconds: configuration.drainSeconds }, 'draining');
  await wait(configuration.drainSeconds * 1000);

  const { closed, force } = host.close();
  if (!(await within(longestAnswerSeconds, closed))) {
    log.warn({ seconds: longestAnswerSeconds }, 'cutting requests that did not finish');
    force();
  }
  if (!(await within(longestAnswerSeconds, Promise.all([worker.stop(), maintenance.stop()])))) {
    log.warn({ seconds: longestAnswerSeconds }, 'giving back jobs that did not finish');
    await worker.release();
  }
}
