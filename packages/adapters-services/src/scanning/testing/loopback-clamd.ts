import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

export interface LoopbackClamd {
  readonly url: string;
  /** From now on it hangs up without an answer. */
  break(): void;
  close(): Promise<void>;
}

/** Speaks clamd's protocol on loopback: zPING and zINSTREAM, with a limit on the length of a stream. */
export async function loopbackClamd(
  eicar: string,
  { mostBytes = 25 * 1024 * 1024 } = {},
): Promise<LoopbackClamd> {
  let broken = false;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket)).on('error', () => undefined);
    if (broken) {
      socket.destroy();
      return;
    }
    converse(socket, eicar, mostBytes).catch(() => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('No port');
  return {
    url: `tcp://127.0.0.1:${address.port}`,
    break() {
      broken = true;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

async function converse(socket: Socket, eicar: string, mostBytes: number): Promise<void> {
  const incoming = reader(socket);
  const command = await incoming.until(0);
  if (command === 'zPING') {
    socket.end('PONG\0');
    return;
  }
  if (command !== 'zINSTREAM') {
    socket.end('UNKNOWN COMMAND\0');
    return;
  }
  const content: Buffer[] = [];
  for (let size = 0; ; ) {
    const length = (await incoming.take(4)).readUInt32BE();
    if (length === 0) break;
    size += length;
    if (size > mostBytes) {
      socket.end('INSTREAM size limit exceeded. ERROR\0');
      return;
    }
    content.push(await incoming.take(length));
  }
  const found = Buffer.concat(content).includes(eicar);
  socket.end(found ? 'stream: Win.Test.EICAR_HDB-1 FOUND\0' : 'stream: OK\0');
}

function reader(socket: Socket) {
  const parts = socket.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]();
  let held = Buffer.alloc(0);
  const more = async () => {
    const { done, value } = await parts.next();
    if (done) throw new Error('hung up');
    held = Buffer.concat([held, value as Buffer]);
  };
  return {
    async take(length: number): Promise<Buffer> {
      while (held.length < length) await more();
      const taken = held.subarray(0, length);
      held = held.subarray(length);
      return taken;
    },
    async until(byte: number): Promise<string> {
      while (!held.includes(byte)) await more();
      const end = held.indexOf(byte);
      const text = held.toString('latin1', 0, end);
      held = held.subarray(end + 1);
      return text;
    },
  };
}
