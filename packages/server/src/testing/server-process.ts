import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the endpoint answered
  readonly body: any;
}

/** A Chancery in its own process. */
export interface ServerProcess {
  readonly baseUrl: string;
  /** Everything it has written so far. */
  output(): string;
  get(path: string, token?: string): Promise<Answer>;
  post(path: string, body: unknown, token?: string): Promise<Answer>;
  /** Resolves once ready answers 200. */
  ready(): Promise<void>;
  signal(name: NodeJS.Signals): void;
  readonly exited: Promise<number | null>;
}

/**
 * What Node is given to start the program of a package. The whole suite builds all packages first and starts what it has
 * built, which takes half of the time; a single file starts the sources, so that nothing need be built.
 */
export function programOf(name: 'cli' | 'server'): readonly string[] {
  const at = (file: string) => fileURLToPath(new URL(`../../../${name}/${file}`, import.meta.url));
  if (process.env.CHANCERY_TEST_BUILT === 'true') return [at('dist/main.js')];
  return ['--conditions=@chancery/source', '--import', 'tsx', at('src/main.ts')];
}

const running = new Set<ChildProcess>();

/** Ends the processes that a failed test left behind; for `afterEach`. */
export async function endProcesses(): Promise<void> {
  await Promise.all([...running].map(endProcess));
}

/** Ends a process at once, and waits until it has ended. One that has ended already does not say so again. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

export async function startServer(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  const port = await freePort();
  const chunks: string[] = [];
  const child = spawn(process.execPath, [...programOf('server'), ...args], {
    env: { ...plainEnvironment(), CHANCERY_LISTEN: `127.0.0.1:${port}`, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => chunks.push(text));
  const exited = once(child, 'close').then(([code]) => {
    running.delete(child);
    return code as number | null; // the first argument of `close`
  });

  const baseUrl = `http://127.0.0.1:${port}`;
  const call = async (path: string, init: RequestInit): Promise<Answer> => {
    const response = await fetch(baseUrl + path, { ...init, redirect: 'manual' });
    return { status: response.status, body: await response.json() };
  };
  const bearer = (token?: string): Record<string, string> =>
    token === undefined ? {} : { authorization: `Bearer ${token}` };
  const server: ServerProcess = {
    baseUrl,
    output: () => chunks.join(''),
    get: (path, token) => call(path, { headers: bearer(token) }),
    post: (path, body, token) =>
      call(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...bearer(token) },
      }),
    ready: () =>
      until(
        async () => (await server.get('/api/health/ready')).status === 200,
        () => `not ready; it wrote:\n${chunks.join('')}`,
        // On a busy machine the migrations of an embedded database alone take more than half a minute.
        120,
      ),
    signal: (name) => void child.kill(name),
    exited,
  };
  return server;
}

/** Asks again and again; an error counts as no. */
export async function until(
  holds: () => Promise<boolean>,
  complaint: () => string,
  seconds = 60,
): Promise<void> {
  const deadline = Date.now() + seconds * 1000;
  while (!(await holds().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(complaint());
    await wait(20);
  }
}

/** The test's own environment without the variables that configure Chancery. */
const plainEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      name.startsWith('CHANCERY_') || value === undefined ? [] : [[name, value]],
    ),
  );

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('No port');
  return address.port;
}
