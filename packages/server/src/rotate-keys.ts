import { openApplication } from './application.ts';
import { type Environment, loadConfiguration } from './configuration.ts';
import { openLog } from './log.ts';

/** The command `keys rotate`, which runs beside a server on PostgreSQL, or on an embedded database that no server uses now. */
export async function rotateKeys(
  environment: Environment,
  { immediately }: { readonly immediately: boolean },
): Promise<number> {
  const configuration = loadConfiguration(environment);
  const log = openLog(configuration.logLevel);
  const application = await openApplication(configuration, log);
  try {
    const { clock, tokens } = application.chancery.ports;
    await application.prepare();
    await tokens.rotate(clock.now(), { asked: true, immediately });
    log.info(
      {},
      immediately
        ? 'a new key signs; every access token given out so far is refused'
        : 'a new key is published and signs in a day',
    );
    return 0;
  } finally {
    await application.close();
  }
}
