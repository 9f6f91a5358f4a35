import type { Socket } from 'node:net';
import type { Client, Dispatcher } from 'undici';

/** A connection that nobody uses is closed after so long, or sooner if the other side asks for it (`Keep-Alive`). */
export const longestIdleMilliseconds = 4000;

/** A socket after its TLS handshake, with the address that was checked and compared when it was opened. */
export interface SecuredSocket {
  readonly socket: Socket;
  readonly address: string;
}

/**
 * HTTP over one socket, one request after another. When the socket closes, the connection is over: it is never opened again,
 * because nobody would check where it leads.
 */
export class EgressConnection {
  /** The address at its other end. */
  readonly address: string;
  readonly #socket: Socket;
  readonly #client: Client;
  #isOpen = true;

  /** The class of the client is given, because its library is loaded by the first request. */
  constructor(client: typeof Client, origin: string, { socket, address }: SecuredSocket) {
    this.address = address;
    this.#socket = socket;
    let given = false;
    this.#client = new client(origin, {
      connect: (_options, ready) => {
        const isFirst = !given;
        given = true;
        // This is deferred, because the client is not ready for an answer before this call returns.
        queueMicrotask(() =>
          isFirst ? ready(null, socket) : ready(new Error('A connection is not opened again.'), null),
        );
      },
      pipelining: 1,
      keepAliveTimeout: longestIdleMilliseconds,
      keepAliveMaxTimeout: longestIdleMilliseconds,
    });
    this.#client.on('disconnect', () => this.close());
    socket.once('close', () => this.close());
  }

  get isOpen(): boolean {
    return this.#isOpen && !this.#socket.destroyed;
  }

  /** Rejects if no answer began. */
  request(options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData> {
    this.#socket.ref();
    return this.#client.request(options);
  }

  /** Keeps no process alive while it is not used. */
  rest(): void {
    this.#socket.unref();
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#client.destroy().catch(() => undefined);
    this.#socket.destroy();
  }
}
