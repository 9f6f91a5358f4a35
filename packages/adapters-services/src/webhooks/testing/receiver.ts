import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { selfMadeCertificate } from './self-made-certificate.ts';

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Receiver {
  readonly port: number;
  /** `https://receiver.test:<port>`; the certificate is also good for 127.0.0.1. */
  readonly url: string;
  /** The certificate to trust in order to reach it, in PEM. */
  readonly certificate: string;
  readonly received: readonly ReceivedRequest[];
  /** Bytes that arrived on any connection, the TLS handshake included. */
  bytesReceived(): number;
  connections(): number;
  close(): Promise<void>;
}

type Answer = (request: ReceivedRequest, response: ServerResponse, message: IncomingMessage) => void;

/** Starts an HTTPS server on the loopback that records what it receives. */
export async function openReceiver(
  answer: Answer = (_request, response) => response.writeHead(204).end(),
  address = '127.0.0.1',
): Promise<Receiver> {
  const { key, cert } = selfMadeCertificate(['receiver.test']);
  const received: ReceivedRequest[] = [];
  const sockets: Socket[] = [];
  const server = createServer({ key, cert }, async (message, response) => {
    const request = {
      path: message.url ?? '',
      headers: message.headers as Record<string, string>, // each sent once
      body: await text(message),
    };
    received.push(request);
    answer(request, response, message);
  });
  server.on('connection', (socket: Socket) => sockets.push(socket));
  // In some tests the client gives up during the handshake.
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has such an address
  return {
    port,
    url: `https://receiver.test:${port}`,
    certificate: cert,
    received,
    bytesReceived: () => sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0),
    connections: () => sockets.length,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        for (const socket of sockets) socket.destroy();
      }),
  };
}
