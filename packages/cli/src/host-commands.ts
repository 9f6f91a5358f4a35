import type { Command } from 'commander';
import { UsageError } from './exit-codes.ts';
import type { FormerNames } from './former-names.ts';
import { commandNamed } from './groups.ts';

/** A command that @chancery/server adds: it runs or tends a server on this machine. */
export interface HostCommand {
  /** A word, with the groups that it is in before it: `passwords build-filter`, `keys vault check`. */
  readonly name: string;
  readonly summary: string;
  /** What stands after the name without a flag, all of it needed; given to `run` under its name in camelCase. */
  readonly arguments?: readonly { readonly name: string; readonly description: string }[];
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
  formerNamesOf: () => FormerNames,
  ended: (code: number) => void,
): void {
  // Most runs have no host, and it takes a while to work them out.
  const formerNames = host === null ? new Map() : formerNamesOf();
  for (const { name, summary, arguments: operands = [], options, run } of host ?? []) {
    const command = placeOf(name, program, formerNames).summary(summary).description(`${summary}.`);
    for (const { name: operand, description } of operands) command.argument(`<${operand}>`, description);
    for (const { flag, description } of options) command.option(flag, description);
    command.action(async () => {
      const given = operands.map((operand, index) => [camelCase(operand.name), command.args[index]]);
      ended(await run({ ...command.optsWithGlobals(), ...Object.fromEntries(given) }));
    });
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

/**
 * The command of that name. An endpoint's command keeps its name and its former names, so that scripts mean the same with
 * and without a server installed; a host command of several words joins the groups of those before its last, or makes them.
 */
function placeOf(name: string, program: Command, formerNames: FormerNames): Command {
  const words = name.split(' ');
  const last = words.pop() ?? '';
  const parent = words.reduce(groupIn, program);
  const isTaken = commandNamed(parent, last) !== undefined || formerNames.has(name);
  const made = parent.command(isTaken ? `host-${last}` : last);
  return isOfHost.has(parent) ? made : made.helpGroup(group);
}

/** Groups that have no other commands than those of the host. */
const isOfHost = new WeakSet<Command>();

function groupIn(parent: Command, word: string): Command {
  const known = parent.commands.find((command) => command.name() === word);
  if (known !== undefined) return known;
  const made = parent.command(word).helpCommand(false);
  if (!isOfHost.has(parent)) made.helpGroup(group);
  isOfHost.add(made);
  return made;
}

const camelCase = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

export const isKnownHostCommand = (name: string) => Object.hasOwn(known, name);

/** Loads the host commands of the package if it is installed, else null. */
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
