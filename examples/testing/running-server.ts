import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Chancery, isSession } from '@chancery/sdk';
import { freePort, programOf } from '../../packages/server/src/testing/server-process.ts';

export { freePort };

/** The options by which Node runs the TypeScript sources, from any folder. */
export const nodeOptions = ['--conditions=@chancery/source', '--import', import.meta.resolve('tsx')];

export interface RunningServer {
  readonly baseUrl: string;
  readonly demo: {
    readonly email: string;
    readonly password: string;
    readonly workspaceId: string;
    readonly apiKey: string;
  };
  /** Runs a program of the example as its reader would, with the `chancery` command on the path and a home of its own. */
  run(
    program: string,
    args: readonly string[],
    environment?: Readonly<Record<string, string>>,
  ): Promise<Ended>;
  /** Starts a program in the same way, which runs until it ends by itself or the server is stopped. */
  start(
    program: string,
    args: readonly string[],
    environment?: Readonly<Record<string, string>>,
  ): ChildProcess;
  /** Ends the server, with what was started beside it, and removes its data. */
  stop(): Promise<void>;
}

interface Ended {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A server in a process of its own, with the demo workspace, on a free port and a folder that is removed at the end. */
export async function startServer(): Promise<RunningServer> {
  const folder = await mkdtemp(join(tmpdir(), 'chancery-example-'));
  const listen = `127.0.0.1:${await freePort()}`;
  const server = spawn(process.execPath, [...programOf('server'), 'serve', '--demo'], {
    env: {
      ...ownEnvironment(),
      CHANCERY_LISTEN: listen,
      CHANCERY_DATA_DIR: join(folder, 'data'),
      CHANCERY_DEV: 'true',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const started: ChildProcess[] = [];
  const stop = async () => {
    for (const each of started) each.kill('SIGKILL');
    if (server.exitCode === null && server.signalCode === null) {
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  };

  try {
    await listening(server);
    const demo = JSON.parse(await readFile(join(folder, 'data/demo.json'), 'utf8'));
    const bin = await commandOnPath(folder);
    const path = `${bin}${delimiter}${process.env.PATH ?? ''}`;
    const baseUrl = `http://${listen}`;
    const shared = {
      ...ownEnvironment(),
      HOME: folder,
      XDG_CONFIG_HOME: join(folder, 'config'),
      PATH: path,
      CHANCERY_BASE_URL: baseUrl,
    };
    return {
      baseUrl,
      demo,
      stop,
      run: (program, args, environment = {}) => ended(program, args, { ...shared, ...environment }),
      start(program, args, environment = {}) {
        const child = spawn(program, args, {
          env: { ...shared, ...environment },
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        started.push(child);
        return child;
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The demo vouches for the addresses of its people a moment after it serves, which ends their sessions. */
export async function vouchedFor(
  { baseUrl, demo: { password } }: Pick<RunningServer, 'baseUrl' | 'demo'>,
  email: string,
): Promise<void> {
  for (;;) {
    const signIn = await new Chancery({ baseUrl }).identity.login({ email, password });
    if (isSession(signIn) && signIn.user.emailVerified) return;
    await wait(1000);
  }
}

/** Our environment without variables that configure another Chancery. */
function ownEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('CHANCERY_') && name !== 'NODE_OPTIONS',
  );
  return Object.fromEntries(entries.map(([name, value]) => [name, value ?? '']));
}

/** Resolves with the log line that says so; fails with the whole output if the process ends before. */
export function listening(server: ChildProcess, line = 'Chancery listens'): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const hear = (chunk: Buffer) => {
      said += chunk.toString('utf8');
      if (said.includes(line)) resolve();
    };
    server.stdout?.on('data', hear);
    server.stderr?.on('data', hear);
    server.once('error', reject);
    server.once('exit', (code) =>
      reject(new Error(`The program ended with ${code} before it served:\n${said}`)),
    );
  });
}

/** The first text of this form that the program writes, or its first group; fails with the output if the program ends before. */
export function said(program: ChildProcess, form: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const hear = (chunk: Buffer) => {
      text += chunk.toString('utf8');
      const found = form.exec(text);
      if (found !== null) resolve(found[1] ?? found[0]);
    };
    program.stdout?.on('data', hear);
    program.stderr?.on('data', hear);
    program.once('error', reject);
    program.once('exit', (code) => reject(new Error(`The program ended with ${code}:\n${text}`)));
  });
}

/** The `chancery` command, as an installed package would put it on the path. */
async function commandOnPath(folder: string): Promise<string> {
  const bin = join(folder, 'bin');
  const command = join(bin, 'chancery');
  await mkdir(bin);
  await writeFile(
    command,
    `#!/bin/sh\nexec ${[process.execPath, ...programOf('cli')].map((part) => `'${part}'`).join(' ')} "$@"\n`,
  );
  await chmod(command, 0o755);
  return bin;
}

function ended(program: string, args: readonly string[], env: Record<string, string>): Promise<Ended> {
  return new Promise((resolve, reject) => {
    execFile(program, [...args], { env, encoding: 'utf8' }, (error, stdout, stderr) => {
      if (error !== null && typeof error.code !== 'number') reject(error);
      else resolve({ exitCode: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
  });
}
