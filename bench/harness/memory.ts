import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { DataFolder } from './chancery-server.ts';
import type { ChildServer } from './child-server.ts';

export const mebibyte = 1024 * 1024;

/** The resident memory of a process now (`VmRSS`) or at its peak (`VmHWM`), in bytes. */
export function residentOf({ pid }: Pick<ChildServer, 'pid'>, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) * 1024;
}

const fileIn = (folder: DataFolder): string => join(folder.path, 'heap.json');

/** With these a server says what of its heap is in use, when it is asked by `heapAfterCollection`. */
export const sayingHeap = (folder: DataFolder) => ({
  nodeOptions: ['--expose-gc', '--import', new URL('../servers/heap.mjs', import.meta.url).href],
  environment: { BENCH_HEAP_FILE: fileIn(folder) },
});

export interface HeapUse {
  readonly heapUsed: number;
  /** Buffers and what WebAssembly holds: the embedded database lives here. */
  readonly external: number;
  readonly rss: number;
}

/** Has the server collect its garbage; what is in use then, in bytes. */
export async function heapAfterCollection({ pid }: ChildServer, folder: DataFolder): Promise<HeapUse> {
  const file = fileIn(folder);
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  while (!existsSync(file)) await wait(20);
  return JSON.parse(readFileSync(file, 'utf8'));
}
