import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { EnginePool } from '../engine-pool.ts';
import { engineTask, moduleBeside } from '../engine-task.ts';

// A program that is killed while one process of its pool loops and another rests; it says which they are.

const task = engineTask<typeof import('./hostile-task.ts')>({
  name: 'be hostile',
  module: moduleBeside(import.meta.url, './hostile-task'),
  output: z.string(),
});
const pool = new EnginePool({ processes: 2 });
const pids = await Promise.all([1, 2].map(() => pool.run(task, { deed: 'its process id' }).then(Number)));
void pool.run(task, { deed: 'an endless loop' });
await wait(300);
console.log(JSON.stringify(pids));
