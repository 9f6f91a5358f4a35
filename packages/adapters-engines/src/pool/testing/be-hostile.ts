import { z } from 'zod';
import { engineTask, moduleBeside } from '../engine-task.ts';

/** The task that does what a hostile file could make a process do; `module` is its program, if it lies elsewhere. */
export const beHostile = (module = moduleBeside(import.meta.url, './hostile-task')) =>
  engineTask<typeof import('./hostile-task.ts')>({
    name: 'be hostile',
    module,
    output: z.union([z.string(), z.instanceof(Uint8Array)]),
  });
