import { createServer } from 'node:http';
import { availableParallelism } from 'node:os';
import { EngineFailure, EnginePool, engineTask } from '@chancery/adapters-engines';
import { serve, tokens } from '@chancery/server';
import { ContainerModule } from 'inversify';
import { z } from 'zod';

// Chancery as it is, save that its pool of child processes is given hostile tasks for as long as the measurement says:
// `GET /<deed>` on the port of the attack begins with one, `GET /` ends it and tells the refusals.
const task = engineTask<typeof import('../../packages/adapters-engines/src/pool/testing/hostile-task.ts')>({
  name: 'be hostile',
  module: new URL(process.env.ATTACK_TASK ?? ''),
  output: z.union([z.string(), z.instanceof(Uint8Array)]),
});
const processes = Math.min(availableParallelism(), 4);
const pool = new EnginePool({
  processes,
  limits: { processorSeconds: 5, wallSeconds: 10, memoryMebibytes: 512 },
});

let deed = '';
let refusals: Record<string, number> = {};
async function attack(): Promise<void> {
  while (deed !== '') {
    const outcome = await pool.run(task, { deed: deed as 'buffers' }).then(
      () => 'done',
      (error: unknown) => (error instanceof EngineFailure ? error.reason : String(error)),
    );
    refusals[outcome] = (refusals[outcome] ?? 0) + 1;
  }
}

let attacks: readonly Promise<void>[] = [];
createServer(async (request, response) => {
  deed = decodeURIComponent(request.url ?? '/').slice(1);
  await Promise.all(attacks);
  attacks = deed === '' ? [] : Array.from({ length: processes }, attack);
  response.end(JSON.stringify(refusals));
  refusals = {};
}).listen(Number(process.env.ATTACK_PORT), '127.0.0.1');

const stop = new AbortController();
process.once('SIGTERM', () => stop.abort());
const attacked = new ContainerModule(async ({ rebind }) => {
  (await rebind(tokens.engines)).toConstantValue(pool);
});
process.exitCode = await serve(process.env, stop.signal, { modules: [attacked] });
await pool.close(0);
process.exit();
