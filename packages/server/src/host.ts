import { loadEnvFile } from 'node:process';
import {
  ConfigurationError,
  configurationExitCode,
  type Environment,
  loadConfiguration,
} from './configuration.ts';
import { stopSignal } from './stop-signal.ts';

/** A command that runs or tends a server on this machine; the `chancery` command lists it beside its own. */
export interface HostCommand {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly { readonly flag: string; readonly description: string }[];
  /** Gives the exit code. */
  run(options: Readonly<Record<string, unknown>>): Promise<number>;
}

const envFile = {
  flag: '--env-file <path>',
  description: 'Read variables from this file; the environment wins.',
};

/** Each loads what it needs when it runs, so that listing them costs nothing. */
export function hostCommands(): readonly HostCommand[] {
  return [
    command(
      'serve',
      'Run the server',
      [
        { flag: '--migrate', description: 'Bring a PostgreSQL up to date first.' },
        { flag: '--demo', description: 'Make a small demo workspace; with CHANCERY_DEV=true.' },
        envFile,
      ],
      async (environment, options) => {
        const { serve } = await import('./serve.ts');
        return serve(environment, stopSignal(), {
          migrate: options.migrate === true,
          demo: options.demo === true,
        });
      },
    ),
    command('worker', 'Run the background work as a process of its own', [envFile], async (environment) =>
      (await import('./work.ts')).work(environment, stopSignal()),
    ),
    command('migrate', 'Bring the database up to date', [envFile], async (environment) =>
      (await import('./migrate.ts')).migrate(environment),
    ),
    command(
      'init',
      'Write a configuration to begin with',
      [{ flag: '--file <path>', description: 'By default chancery.env.' }],
      async (_, { file }) =>
        (await import('./initialize.ts')).initialize(typeof file === 'string' ? file : 'chancery.env'),
    ),
    command('health', 'Ask the server on this machine whether it is ready', [envFile], askReady),
  ];
}

function command(
  name: string,
  summary: string,
  options: HostCommand['options'],
  run: (environment: Environment, options: Readonly<Record<string, unknown>>) => Promise<number>,
): HostCommand {
  return {
    name,
    summary,
    options,
    async run(given) {
      try {
        if (typeof given.envFile === 'string') loadEnvFile(given.envFile);
        return await run(process.env, given);
      } catch (error) {
        return reportStart(error);
      }
    },
  };
}

/** One line per fault of the configuration (exit 78), or one sentence of what stopped the start (exit 1). */
function reportStart(error: unknown): number {
  const isConfiguration = error instanceof ConfigurationError;
  const lines = isConfiguration ? error.faults : [startFailure(error)];
  for (const line of lines) process.stderr.write(`chancery: ${line}\n`);
  return isConfiguration ? configurationExitCode : 1;
}

/** Drivers may put an address with its password into a message. */
function startFailure(error: unknown): string {
  const messages =
    error instanceof AggregateError
      ? error.errors.map(String).join('; ')
      : error instanceof Error
        ? error.message
        : String(error);
  return `The start failed: ${messages.replace(/:\/\/[^/@\s]+@/g, '://')}`;
}

async function askReady(environment: Environment): Promise<number> {
  const { host, port } = loadConfiguration(environment).listen;
  const local = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  try {
    const response = await fetch(`http://${local}:${port}/api/health/ready`, {
      signal: AbortSignal.timeout(5000),
    });
    process.stdout.write(`${await response.text()}\n`);
    return response.ok ? 0 : 1;
  } catch {
    process.stderr.write('chancery: nobody answers there; is the server running?\n');
    return 1;
  }
}
