import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface CutLine {
  readonly baseUrl: string;
  /** How often it was cut. */
  readonly cuts: number;
  close(): Promise<void>;
}

interface Cutting {
  /** How many bytes pass between two cuts, both directions together. */
  readonly everyBytes: number;
  readonly mostCuts: number;
  /** Only the connection that the byte came over, not all that there are. */
  readonly oneAtOnce?: boolean;
}

/** A line to a service that breaks in the middle of what it carries, and can be used again at once. */
export async function cutLine(
  target: string,
  { everyBytes, mostCuts, oneAtOnce = false }: Cutting,
): Promise<CutLine> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let [cuts, passed] = [0, 0];
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    const ends = [near, far] as const;
    const end = () => {
      for (const each of ends) each.destroy();
      open.delete(near);
    };
    open.add(near);
    const count = ({ length }: Buffer) => {
      passed += length;
      if (cuts >= mostCuts || passed < (cuts + 1) * everyBytes) return;
      cuts += 1;
      if (oneAtOnce) end();
      else for (const each of open) each.destroy();
    };
    for (const each of ends) each.on('data', count).on('error', end).on('close', end);
    near.pipe(far);
    far.pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given');
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    get cuts() {
      return cuts;
    },
    async close() {
      for (const each of open) each.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
