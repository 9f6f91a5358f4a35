import { setPriority } from 'node:os';
import type { ByteSource } from '@chancery/core';
import type { FromChild, ToChild } from './inspection-messages.ts';
import { walkZip } from './zip-inspection.ts';

// The program of a process that inspects archives. It has no file and no connection: it asks for each piece of bytes.

const pieceBytes = 1024 * 1024;
class Unread extends Error {}

let answer: (bytes: Uint8Array | null) => void = () => undefined;

const say = (message: FromChild) => process.send?.(message);

async function* pieces(start: number, end: number): AsyncIterable<Uint8Array> {
  for (let at = start; at < end; at += pieceBytes) {
    const coming = new Promise<Uint8Array | null>((resolve) => {
      answer = resolve;
    });
    say({ kind: 'read', start: at, end: Math.min(end, at + pieceBytes) });
    const bytes = await coming;
    if (bytes === null) throw new Unread();
    yield bytes;
  }
}

const sourceOf = (sizeBytes: number): ByteSource => ({
  sizeBytes,
  read: async ({ start, end } = { start: 0, end: sizeBytes }) => pieces(start, end),
});

process.on('message', (message: ToChild) => {
  if (message.kind === 'bytes') answer(message.bytes);
  else
    walkZip(sourceOf(message.sizeBytes)).then(
      (type) => say({ kind: 'found', type }),
      (error: unknown) =>
        say(error instanceof Unread ? { kind: 'unread' } : { kind: 'failed', message: String(error) }),
    );
});
// It ends with its parent, and not by a signal to all of them while a file is under inspection.
process.on('disconnect', () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
// Requests come first.
setPriority(10);
