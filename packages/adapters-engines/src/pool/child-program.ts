import { Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import type { ByteSource } from '@chancery/core';
import type { TaskFunction } from './engine-task.ts';
import { encodedFrame, FrameReader } from './frames.ts';
import type { FromChild, ToChild } from './messages.ts';

// The program of the processes in the pool. It has no file and no connection but the channel to its parent, and asks
// through it for each piece of its sources.

const pieceBytes = 1024 * 1024;
const channelDescriptor = 3;
const mostMessageCharacters = 2000;
class Unread extends Error {}

const channel = new Socket({ fd: channelDescriptor, readable: true, writable: true });
const say = (message: FromChild) => channel.write(encodedFrame(message));

/** The task that runs; what an earlier one left behind reads nothing more. */
let current = -1;
let answer: (bytes: Uint8Array | null) => void = () => undefined;
/** Reads wait for each other: the parent answers one at a time. */
let lastRead: Promise<unknown> = Promise.resolve();

function readPiece(id: number, source: number, start: number, end: number): Promise<Uint8Array> {
  const read = lastRead.then(async () => {
    if (id !== current) throw new Error('The task has ended');
    const coming = new Promise<Uint8Array | null>((resolve) => {
      answer = resolve;
    });
    say({ kind: 'read', id, source, start, end });
    const bytes = await coming;
    if (bytes === null) throw new Unread();
    return bytes;
  });
  lastRead = read.catch(() => undefined);
  return read;
}

const sourceOf = (id: number, source: number, sizeBytes: number): ByteSource => ({
  sizeBytes,
  async read({ start, end } = { start: 0, end: sizeBytes }) {
    return (async function* () {
      for (let at = start; at < end; at += pieceBytes)
        yield await readPiece(id, source, at, Math.min(end, at + pieceBytes));
    })();
  },
});

async function runTask({ id, module, input, sourceBytes }: ToChild & { kind: 'task' }): Promise<void> {
  current = id;
  lastRead = Promise.resolve();
  try {
    const { run } = (await import(module)) as { run: TaskFunction<unknown, unknown> };
    const sources = sourceBytes.map((sizeBytes, index) => sourceOf(id, index, sizeBytes));
    const output = await run(input, { sources });
    current = -1;
    say({ kind: 'done', id, output });
  } catch (error) {
    current = -1;
    if (error instanceof Unread) say({ kind: 'unread', id });
    else say({ kind: 'failed', id, message: String(error).slice(0, mostMessageCharacters) });
  }
}

const reader = new FrameReader(() => ({
  jsonBytes: Number.POSITIVE_INFINITY,
  bytes: Number.POSITIVE_INFINITY,
}));
channel.on('data', (piece: Buffer) => {
  // What comes through the channel was written by the pool.
  for (const message of reader.push(piece) as Generator<ToChild>) {
    if (message.kind === 'task') void runTask(message);
    else if (message.id === current) answer(message.bytes);
  }
});

// It ends with its parent, and not by a signal to all of them while a task is running.
for (const ending of ['end', 'error', 'close'] as const) channel.on(ending, () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
// A task that never returns does not see that the channel has closed, so a thread looks whether the parent is still there.
new Worker(
  `setInterval(() => { if (process.ppid !== ${process.ppid}) process.kill(process.pid, 'SIGKILL'); }, 1000);`,
  {
    eval: true,
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  },
).unref();

say({ kind: 'ready' });
