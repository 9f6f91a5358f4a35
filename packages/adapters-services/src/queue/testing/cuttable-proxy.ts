import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy on the loopback that can cut its connections and refuse new ones. */
export interface CuttableProxy {
  readonly port: number;
  /** Drops every connection and refuses further ones until `allow`. */
  cut(): void;
  allow(): void;
  /** How many connections it refused since the last `cut`. Resolves at the next one. */
  refused(): Promise<void>;
  close(): Promise<void>;
}

export async function cuttableProxy(host: string, port: number): Promise<CuttableProxy> {
  const sockets = new Set<Socket>();
  let refusing = false;
  const server = createServer((near) => {
    if (refusing) {
      near.resetAndDestroy();
      server.emit('refused');
      return;
    }
    const far = connect(port, host);
    for (const [socket, other] of [[near, far] as const, [far, near] as const]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => other.destroy());
      socket.on('close', () => sockets.delete(socket) && other.destroy());
      socket.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const cut = () => {
    refusing = true;
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port: (server.address() as AddressInfo).port, // a TCP server's address is never a string
    cut,
    allow: () => {
      refusing = false;
    },
    refused: async () => {
      await once(server, 'refused');
    },
    close: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
