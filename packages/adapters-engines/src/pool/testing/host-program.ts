import { setTimeout as wait } from 'node:timers/promises';
import { EnginePool } from '../engine-pool.ts';
import { beHostile } from './be-hostile.ts';

// A program that is killed while one process of its pool loops and another rests; it says which they are.

const task = beHostile();
const pool = new EnginePool({ processes: 2 });
const pids = await Promise.all([1, 2].map(() => pool.run(task, { deed: 'its process id' }).then(Number)));
void pool.run(task, { deed: 'an endless loop' });
await wait(300);
console.log(JSON.stringify(pids));
