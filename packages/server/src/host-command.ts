import { loadEnvFile } from 'node:process';
import type { Given } from './command-answer.ts';
import type { Environment } from './configuration.ts';
import { ConfigurationError, configurationExitCode } from './configuration-error.ts';

/** A command that runs or tends a server on this machine; the `chancery` command lists it beside its own. */
export interface HostCommand {
  /** One word, or a group and a word: `passwords build-filter`. */
  readonly name: string;
  readonly summary: string;
  /** What follows the name without a flag. All of it is required, and `run` gets it under its name in camelCase. */
  readonly arguments?: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly { readonly flag: string; readonly description: string }[];
  /** Resolves with the exit code. */
  run(options: Given): Promise<number>;
}

export const envFile = {
  flag: '--env-file <path>',
  description: 'Read variables from this file; the environment wins.',
};

/** Of a command that asks before it ends what cannot be taken back. */
export const yes = { flag: '--yes', description: 'Do not ask first.' };

/** Makes commands that one function answers; it tells them apart by their name. */
export const answeredBy =
  (load: () => Promise<(environment: Environment, name: string, given: Given) => Promise<number>>) =>
  (
    name: string,
    summary: string,
    {
      options = [],
      operands = [],
    }: {
      readonly options?: HostCommand['options'];
      readonly operands?: NonNullable<HostCommand['arguments']>;
    } = {},
  ): HostCommand =>
    command(
      name,
      summary,
      [...options, envFile],
      async (environment, given) => (await load())(environment, name, given),
      operands,
    );

export function command(
  name: string,
  summary: string,
  options: HostCommand['options'],
  run: (environment: Environment, options: Given) => Promise<number>,
  operands: NonNullable<HostCommand['arguments']> = [],
): HostCommand {
  return {
    name,
    summary,
    arguments: operands,
    options,
    async run(given) {
      try {
        if (typeof given.envFile === 'string') readEnvFile(given.envFile);
        return await run(process.env, given);
      } catch (error) {
        return reportStart(error);
      }
    },
  };
}

/** A file that is not there would leave every default in force, so it is said before anything starts. */
function readEnvFile(path: string): void {
  try {
    loadEnvFile(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    const reasons: Readonly<Record<string, string>> = {
      ENOENT: 'there is no such file; `chancery init` writes one',
      EACCES: 'this user may not read it',
      ERR_INVALID_ARG_TYPE: 'it is no file',
    };
    throw new ConfigurationError([
      `--env-file ${path} cannot be read: ${reasons[String(code)] ?? `the system says ${code}`}.`,
    ]);
  }
}

/** Writes one line for each fault of the configuration (exit 78), or one sentence about what stopped the start (exit 1). */
function reportStart(error: unknown): number {
  const isConfiguration = error instanceof ConfigurationError;
  const lines = isConfiguration ? error.faults : [startFailure(error)];
  for (const line of lines) process.stderr.write(`chancery: ${line}\n`);
  return isConfiguration ? configurationExitCode : 1;
}

/** The password is taken out of an address, because drivers may put one into a message. */
function startFailure(error: unknown): string {
  const messages =
    error instanceof AggregateError
      ? error.errors.map(String).join('; ')
      : error instanceof Error
        ? error.message
        : String(error);
  return `The start failed: ${messages.replace(/:\/\/[^/@\s]+@/g, '://')}`;
}
