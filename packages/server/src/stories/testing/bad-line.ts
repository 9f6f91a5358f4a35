import { once } from 'node:events';
import { createConnection, createServer, type Server, type Socket } from 'node:net';

/** Where a request breaks off: after so many bytes of it have left, or when all of it has arrived and its answer comes back. */
export type Cut = number | 'answer';

/** Fewer bytes than this are no file, and always pass. */
const leastOfFile = 100_000;

/** A line to a server on this machine that breaks where a story says; what is small passes whole. */
export class BadLine {
  /** The breaks to come, in their order. */
  cuts: Cut[] = [];
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;

  /** Leads to this port, and gives the port of its own. */
  async open(target: number): Promise<number> {
    const server = createServer((near) => this.#carry(near, createConnection(target, '127.0.0.1')));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    this.#server = server;
    const address = server.address();
    if (address === null || typeof address === 'string') throw new TypeError('A TCP server has a port');
    return address.port;
  }

  #carry(near: Socket, far: Socket): void {
    let sent = 0;
    const drop = () => {
      near.resetAndDestroy();
      far.destroy();
    };
    near.on('data', (bytes) => {
      sent += bytes.length;
      const [cut] = this.cuts;
      if (typeof cut === 'number' && sent >= Math.max(cut, leastOfFile)) {
        this.cuts.shift();
        drop();
      } else far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (this.cuts[0] === 'answer' && sent >= leastOfFile) {
        this.cuts.shift();
        drop();
      } else near.write(bytes);
      sent = 0;
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.#sockets.delete(one);
        other.destroy();
      });
    }
  }

  async close(): Promise<void> {
    const server = this.#server;
    if (server === null) return;
    this.#server = null;
    server.close();
    for (const socket of this.#sockets) socket.destroy();
    await once(server, 'close');
  }
}
