import { once } from 'node:events';
import { createConnection, createServer, type Server, type Socket } from 'node:net';

/** A route to a TCP service that can be cut: its clients then see the service as stopped. */
export class CuttableRoute {
  readonly #target: { readonly host: string; readonly port: number };
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  port = 0;

  constructor(target: { readonly host: string; readonly port: number }) {
    this.#target = target;
  }

  async open(): Promise<void> {
    const server = createServer((socket) => {
      const onward = createConnection(this.#target);
      for (const [from, to] of [
        [socket, onward],
        [onward, socket],
      ] as const) {
        this.#sockets.add(from);
        from.pipe(to);
        from.on('error', () => to.destroy());
        from.on('close', () => {
          this.#sockets.delete(from);
          to.destroy();
        });
      }
    });
    server.listen(this.port, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (typeof address === 'object' && address !== null) this.port = address.port;
    this.#server = server;
  }

  /** Ends every connection and takes no new one until it is opened again. */
  async cut(): Promise<void> {
    const server = this.#server;
    if (server === null) return;
    this.#server = null;
    server.close();
    for (const socket of this.#sockets) socket.destroy();
    await once(server, 'close');
  }
}
