import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface ChildServer {
  readonly baseUrl: string;
  readonly port: number;
  readonly process: ChildProcess;
  /** SIGTERM, and waits for the end. */
  stop(): Promise<void>;
  /** SIGKILL: nothing in the process gets to run. */
  kill(): Promise<void>;
}

const running = new Set<ChildProcess>();
// A run that is broken off leaves no server behind.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/** Starts `bench/servers/<name>.ts` as a process of its own; resolves once it has printed the port that it listens on. */
export async function startServer(
  name: string,
  environment: Readonly<Record<string, string>>,
  nodeOptions: readonly string[] = [],
): Promise<ChildServer> {
  const file = fileURLToPath(new URL(`../servers/${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, ['--conditions=@chancery/source', '--import', 'tsx', ...nodeOptions, file], {
    env: { ...process.env, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  const ended = once(child, 'exit').then(() => void running.delete(child));
  const port = await Promise.race([announcedPort(child), ended.then(() => null)]);
  if (port === null) throw new Error(`The server ${name} ended before it listened`);

  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
  return { port, baseUrl: `http://127.0.0.1:${port}`, process: child, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}

async function announcedPort(child: ChildProcess): Promise<number | null> {
  if (child.stdout === null) return null;
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /^listening (\d+)$/.exec(line)?.[1];
    if (port !== undefined) {
      child.stdout.resume();
      return Number(port);
    }
    console.error(line);
  }
  return null;
}
