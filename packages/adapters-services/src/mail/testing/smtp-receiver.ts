import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail {
  readonly raw: Buffer;
  readonly from: string;
  readonly to: readonly string[];
}

/** Starts a real SMTP server on the loopback that records what it receives, on a new port or on the one it had before. */
export async function openSmtpReceiver(behaviour: SMTPServerOptions = {}, wantedPort = 0) {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    hideSTARTTLS: true,
    authOptional: true,
    allowInsecureAuth: true,
    closeTimeout: 100, // idle connections of a pool never end by themselves
    onData: (stream, { envelope }, callback) => {
      buffer(stream).then((raw) => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        received.push({ raw, from, to: envelope.rcptTo.map(({ address }) => address) });
        callback();
      }, callback);
    },
    ...behaviour,
  });
  server.on('error', () => undefined); // the client hangs up in some tests
  await new Promise<void>((resolve) => server.listen(wantedPort, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo; // a TCP server has such an address
  return { port, received, close: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}
