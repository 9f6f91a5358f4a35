import { setTimeout } from 'node:timers/promises';
import type { TaskSurroundings } from '../engine-task.ts';

const mebibyte = 1024 * 1024;
const kept: Uint8Array[] = [];

/** Uses memory for a while, and leaves part of it behind for the next task; says how many tasks its process had before. */
export async function run(
  { uses, leaves }: { readonly uses: number; readonly leaves: number },
  _surroundings: TaskSurroundings,
): Promise<number> {
  const before = kept.length;
  kept.push(Buffer.alloc(leaves * mebibyte, 1));
  const used = uses === 0 ? null : Buffer.alloc(uses * mebibyte, 1);
  await setTimeout(used === null ? 0 : 1000);
  return before;
}
