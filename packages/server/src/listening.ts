import type { Server } from 'node:http';

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: ', because another program listens there',
  EACCES: ', because this user may not open that port',
  EADDRNOTAVAIL: ', because the address is none of this machine',
};
const reasonOf = ({ code, message }: NodeJS.ErrnoException): string => reasons[code ?? ''] ?? `: ${message}`;

/** Listens; resolves with the port, or fails with a sentence that names the variable to change. */
export function listening(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
  variable = 'CHANCERY_LISTEN',
): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (cause: NodeJS.ErrnoException) =>
      reject(
        new Error(`${host}:${port} cannot be listened on${reasonOf(cause)}; see ${variable}.`, { cause }),
      );
    server.once('error', fail);
    server.listen(port, host, () => {
      server.removeListener('error', fail);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}
