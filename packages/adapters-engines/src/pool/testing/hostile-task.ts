import { spawn } from 'node:child_process';
import { writeSync } from 'node:fs';
import type { TaskSurroundings } from '../engine-task.ts';
import { ownDescriptors } from './own-descriptors.ts';

const mebibyte = 1024 * 1024;
const channel = 3;
const never = new Promise<string>(() => undefined);
const held: unknown[] = [];

/** A frame as the pool reads it, with whatever lengths it announces. */
function frame(text: string, announced = Buffer.byteLength(text), bytes = 0): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(announced, 0);
  head.writeUInt32BE(bytes, 4);
  return Buffer.concat([head, Buffer.from(text)]);
}

/** Writes to the channel behind the back of the program, however full it is. */
function write(bytes: Uint8Array, descriptor = channel): void {
  for (let at = 0; at < bytes.byteLength; )
    try {
      at += writeSync(descriptor, bytes, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
}

/** What a process does when a hostile file has taken it over, as its second task; the last ones are harmless. */
const deeds = {
  buffers() {
    for (;;) held.push(Buffer.alloc(16 * mebibyte, 1));
  },
  'a buffer in steps': async () => {
    for (;;) {
      held.push(Buffer.alloc(8 * mebibyte, 1));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  },
  objects() {
    for (;;) held.push(new Array(1000).fill({}).map(() => ({ some: Math.random() })));
  },
  'an endless loop'() {
    for (;;) held.length = 0;
  },
  silence: () => never,
  abort: () => process.abort(),
  'a fault of memory'() {
    process.kill(process.pid, 'SIGSEGV');
    return never;
  },
  exit: () => process.exit(7),
  'an error that nobody catches'() {
    setImmediate(() => {
      throw new Error('out of nowhere');
    });
    return never;
  },
  'a result without end': () => 'x'.repeat(8 * mebibyte),
  'endless output'() {
    write(frame('', 0, 0xffffffff));
    for (;;) write(Buffer.alloc(mebibyte));
  },
  'endless text on its standard output'() {
    for (;;) for (const descriptor of [1, 2]) write(Buffer.alloc(65_536, 'x'), descriptor);
  },
  'text that is no JSON'() {
    write(frame('{"kind":'));
    return never;
  },
  'a message of another kind'() {
    write(frame('{"kind":"obey","id":2}'));
    return never;
  },
  'a result of another task'() {
    write(frame('{"kind":"done","id":77,"output":"x"}'));
    return never;
  },
  'lists in lists'() {
    write(frame('['.repeat(mebibyte)));
    return never;
  },
  'bytes that it does not have'() {
    write(frame('{"kind":"done","id":2,"output":{"\\u0000bytes":[0,4000000000]}}'));
    return never;
  },
  'bytes that lie outside of the source'() {
    write(frame('{"kind":"read","id":2,"source":0,"start":0,"end":99999999}'));
    return never;
  },
  'a source that nobody gave'() {
    write(frame('{"kind":"read","id":2,"source":5,"start":0,"end":1}'));
    return never;
  },
  'two answers'() {
    write(frame('{"kind":"failed","id":2,"message":"x"}'));
    write(frame('{"kind":"failed","id":2,"message":"x"}'));
    return never;
  },
  'a result of another shape': () => ({ some: 'thing' }),
  'a throw'() {
    throw new TypeError('this is no file');
  },
  'endless reads': async (_: string, { sources: [source] }: TaskSurroundings) => {
    for (;;) for await (const part of (await source?.read()) ?? []) held[0] = part;
  },
  'a read': async (_: string, { sources: [source] }: TaskSurroundings) => {
    let text = '';
    for await (const part of (await source?.read()) ?? []) text += Buffer.from(part).toString();
    return text;
  },
  'a child of its own'() {
    spawn('sleep', ['20'], { stdio: ['ignore', 'inherit', 'inherit'] });
    process.abort();
  },
  'a connection': () => fetch('http://127.0.0.1:18080/').then(String, ({ cause }) => String(cause)),
  'its environment': () => JSON.stringify(process.env),
  'its descriptors': () => ownDescriptors().join('\n'),
  'its process id': () => String(process.pid),
  'a megabyte': () => new Uint8Array(mebibyte).fill(7),
  'something held'() {
    held.push(Buffer.alloc(160 * mebibyte, 1));
    return 'held';
  },
  'half a second of the processor'() {
    const before = process.cpuUsage();
    for (;;) {
      const { user, system } = process.cpuUsage(before);
      if (user + system > 500_000) return 'done';
    }
  },
  echo: (text: string) => text,
} as const;

export type Deed = keyof typeof deeds;

export const run = async (
  { deed, text = '' }: { deed: Deed; text?: string },
  surroundings: TaskSurroundings,
): Promise<string | Uint8Array> =>
  // Some of them answer what the task must not answer.
  (await deeds[deed](text, surroundings)) as string | Uint8Array;
