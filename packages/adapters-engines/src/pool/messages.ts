import { z } from 'zod';

/** What a process of the pool is told: to run a task, and the bytes that it has asked for; null if they did not come. */
export type ToChild =
  | {
      readonly kind: 'task';
      readonly id: number;
      readonly module: string;
      readonly input: unknown;
      readonly sourceBytes: readonly number[];
    }
  | { readonly kind: 'bytes'; readonly id: number; readonly bytes: Uint8Array | null };

const id = z.int().min(0);

/**
 * What it says: that it can begin, which bytes it wants next, and the result; `unread` if the bytes that it wanted did
 * not come. It is read as what a stranger says, because a hostile file may have taken the process over.
 */
export const FromChild = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ready') }),
  z.strictObject({ kind: z.literal('read'), id, source: id, start: id, end: id }),
  z.strictObject({ kind: z.literal('done'), id, output: z.unknown() }),
  z.strictObject({ kind: z.literal('unread'), id }),
  z.strictObject({ kind: z.literal('failed'), id, message: z.string().max(2000) }),
]);
export type FromChild = z.output<typeof FromChild>;
