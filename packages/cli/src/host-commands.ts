import type { Command } from 'commander';
import { UsageError } from './exit-codes.ts';

/** A command that @chancery/server adds: it runs or tends a server on this machine. */
export interface HostCommand {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly { readonly flag: string; readonly description: string }[];
  /** Gives the exit code. */
  run(options: Readonly<Record<string, unknown>>): Promise<number>;
}

const group = 'Running a server (with @chancery/server):';
const known = {
  serve: 'Run the server',
  worker: 'Run the background work as a process of its own',
  migrate: 'Bring the database up to date',
  init: 'Write a configuration to begin with',
};

/** Adds the host commands; without @chancery/server they explain how to get it. */
export function addHostCommands(
  program: Command,
  host: readonly HostCommand[] | null,
  ended: (code: number) => void,
): void {
  const taken = new Set(program.commands.map((command) => command.name()));
  for (const { name, summary, options, run } of host ?? []) {
    // An endpoint's context keeps its name, so that scripts mean the same with and without a server installed.
    const command = program.command(taken.has(name) ? `host-${name}` : name).helpGroup(group);
    command.summary(summary).description(`${summary}.`);
    for (const { flag, description } of options) command.option(flag, description);
    command.action(async () => ended(await run(command.optsWithGlobals())));
  }
  if (host) return;
  for (const [name, summary] of Object.entries(known)) {
    const command = program.command(name).helpGroup(group).summary(summary).description(`${summary}.`);
    command.allowUnknownOption().allowExcessArguments();
    command.action(() => {
      const message = `\`chancery ${name}\` runs on this machine and needs the package @chancery/server.`;
      throw new UsageError(message, 'Install it beside this command: npm install --global @chancery/server');
    });
  }
}

export const isKnownHostCommand = (name: string) => Object.hasOwn(known, name);

/** Loads the host commands of the package where it is installed, else null. */
export async function loadHost(): Promise<readonly HostCommand[] | null> {
  // A variable, because this package is complete without the other and is compiled without it.
  const specifier: string = '@chancery/server/host';
  try {
    const host = (await import(specifier)) as { hostCommands(): readonly HostCommand[] }; // its published promise
    return host.hostCommands();
  } catch (error) {
    const absent = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
    // A package that is missing to the server is a broken installation, not an absent one.
    if (absent && /^Cannot find \w+ '[^']*@chancery\/server/.test(error.message)) return null;
    throw error;
  }
}
