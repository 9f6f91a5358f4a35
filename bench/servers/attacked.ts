import { createServer } from 'node:http';
import { EngineFailure } from '@chancery/adapters-engines';
import { createHttpHost, loadConfiguration, migrated, openApplication, openLog } from '@chancery/server';
import { beHostile } from '../../packages/adapters-engines/src/pool/testing/be-hostile.ts';

// Chancery as it is, but its pool of child processes is given hostile tasks for as long as the measurement says:
// `GET /<deed>` on the port of the attack begins with one, `GET /` ends it and tells what became of the tasks.
const configuration = loadConfiguration(process.env);
const application = await openApplication(configuration, openLog('warn'));
await migrated(application, true);
await application.prepare();
await application.worker.start();
application.maintenance.start();
const host = createHttpHost(application);
await host.listen();
host.open();

const task = beHostile(new URL(process.env.ATTACK_TASK ?? ''));
let deed = '';
let outcomes: Record<string, number> = {};
async function attack(): Promise<void> {
  while (deed !== '') {
    const outcome = await application.engines.run(task, { deed: deed as 'buffers' }).then(
      () => 'done',
      (error: unknown) => (error instanceof EngineFailure ? error.reason : String(error)),
    );
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
}

let attacks: readonly Promise<void>[] = [];
createServer(async (request, response) => {
  deed = decodeURIComponent(request.url ?? '/').slice(1);
  await Promise.all(attacks);
  attacks = deed === '' ? [] : [attack(), attack()];
  response.end(JSON.stringify(outcomes));
  outcomes = {};
}).listen(Number(process.env.ATTACK_PORT), '127.0.0.1');
process.once('SIGTERM', () => process.exit());
