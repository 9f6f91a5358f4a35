import dgram from 'node:dgram';
import dns from 'node:dns';
import { appendFileSync } from 'node:fs';
import net from 'node:net';
import { createCanvas } from '@napi-rs/canvas';

// What a test loads into a process of the pool before anything else: whatever wants to leave the process is refused, and noted
// in a file. So is text that is drawn with a font of the machine.

const note = (what: string) => appendFileSync(process.env.CHANCERY_TEST_NOTES ?? '', `${what}\n`);
const refuse = (what: string) => () => {
  note(what);
  throw new Error('This process has no network');
};

const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function (this: net.Socket, ...given: unknown[]) {
  // The loader of TypeScript speaks to its own kind through a pipe; what comes from `net.connect` is a list of its own.
  const [options] = given.flat();
  if (typeof options === 'object' && options !== null && 'path' in options && options.path != null)
    return Reflect.apply(connect, this, given) as net.Socket;
  return refuse('a connection')();
} as typeof connect;
dgram.Socket.prototype.send = refuse('a datagram');
for (const names of [dns, dns.promises]) Object.assign(names, { lookup: refuse('a lookup of a name') });

const { prototype } = createCanvas(1, 1).getContext('2d').constructor;
for (const name of ['fillText', 'strokeText'])
  Object.defineProperty(prototype, name, { value: () => note('a font of the machine') });
