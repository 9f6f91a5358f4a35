import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export interface ChildServer {
  readonly baseUrl: string;
  readonly port: number;
  readonly pid: number;
  /** False once the process is gone, by whatever cause. */
  isAlive(): boolean;
  /** SIGTERM, and waits for the end. */
  stop(): Promise<void>;
  /** SIGKILL: nothing in the process gets to run. */
  kill(): Promise<void>;
}

interface Start {
  readonly file: URL;
  readonly args?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly port?: number;
  readonly nodeOptions?: readonly string[];
  readonly quiet?: boolean;
  /** Runs the sources as they are, by tsx: for a server that is made of parts of the packages, which export none of them. */
  readonly fromSources?: boolean;
}

const sourceOptions = ['--conditions=@chancery/source', '--import=tsx'];
const endAll = new Set<() => void>();
// A run that is interrupted leaves no server behind.
process.on('exit', () => {
  for (const end of endAll) end();
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/** Starts a server as a process of its own; resolves once it says that it is ready. */
export async function startServer({
  file,
  args = [],
  environment,
  port: wanted,
  nodeOptions = [],
  quiet = false,
  fromSources = false,
}: Start): Promise<ChildServer> {
  const port = wanted ?? (await freePort());
  const started = fromSources ? file : await compiled(file);
  const child = spawn(
    process.execPath,
    [...nodeOptions, ...(fromSources ? sourceOptions : []), fileURLToPath(started), ...args],
    {
      env: {
        ...strangersEnvironment(),
        NODE_ENV: 'production',
        CHANCERY_LISTEN: `127.0.0.1:${port}`,
        ...environment,
      },
      stdio: ['ignore', quiet ? 'ignore' : 'inherit', 'inherit'],
    },
  );
  const kill = () => void child.kill('SIGKILL');
  endAll.add(kill);
  const ended = once(child, 'exit').then(() => void endAll.delete(kill));
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  const baseUrl = `http://127.0.0.1:${port}`;

  while (!(await isReady(baseUrl))) {
    if (!isAlive()) throw new Error(`${file.pathname} ended before it was ready`);
    await wait(20);
  }
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
  return {
    port,
    baseUrl,
    pid: child.pid ?? 0,
    isAlive,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

/** A measured server runs as JavaScript: what a loader adds to each function would be measured with it. */
async function compiled(file: URL): Promise<URL> {
  if (file.pathname.endsWith('.js')) return file;
  const out = new URL(
    `../../.build/bench/${file.pathname.split('/').at(-1)?.replace(/\.ts$/, '.mjs')}`,
    import.meta.url,
  );
  await build({
    entryPoints: [fileURLToPath(file)],
    outfile: fileURLToPath(out),
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
  });
  return out;
}

/** Variables of Chancery that happen to be set here must not reach a measured server. */
const strangersEnvironment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('CHANCERY_')));

const isReady = (baseUrl: string): Promise<boolean> =>
  fetch(`${baseUrl}/api/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('No port was given');
  return address.port;
}
