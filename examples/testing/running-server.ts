import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../', import.meta.url));

/** The options by which Node runs the TypeScript sources, from any folder. */
export const nodeOptions = ['--conditions=@chancery/source', '--import', import.meta.resolve('tsx')];

export interface RunningServer {
  readonly baseUrl: string;
  readonly demo: { readonly email: string; readonly password: string; readonly apiKey: string };
  /** Runs a program of the example as its reader would, with the `chancery` command on the path and a home of its own. */
  run(
    program: string,
    args: readonly string[],
    environment?: Readonly<Record<string, string>>,
  ): Promise<Ended>;
  /** Ends the server and removes its data. */
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
  const server = spawn(
    process.execPath,
    [...nodeOptions, join(repository, 'packages/server/src/main.ts'), 'serve', '--demo'],
    {
      env: {
        ...ownEnvironment(),
        CHANCERY_LISTEN: listen,
        CHANCERY_DATA_DIR: join(folder, 'data'),
        CHANCERY_DEV: 'true',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const stop = async () => {
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
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Our environment without variables that configure another Chancery. */
function ownEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('CHANCERY_') && name !== 'NODE_OPTIONS',
  );
  return Object.fromEntries(entries.map(([name, value]) => [name, value ?? '']));
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new TypeError('A TCP server has a port');
  return address.port;
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

/** The `chancery` command from the sources, as an installed package would put it on the path. */
async function commandOnPath(folder: string): Promise<string> {
  const bin = join(folder, 'bin');
  const command = join(bin, 'chancery');
  await mkdir(bin);
  await writeFile(
    command,
    `#!/bin/sh\nexec '${process.execPath}' ${nodeOptions.join(' ')} '${join(repository, 'packages/cli/src/main.ts')}' "$@"\n`,
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
