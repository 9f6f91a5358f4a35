#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { hostCommands } from './host.ts';

/** `chancery-server serve …`: the host commands alone, for containers that have no use for the rest of the command line. */
async function main([name, ...args]: readonly string[]): Promise<number> {
  const command = hostCommands().find((each) => each.name === name);
  if (command === undefined) {
    const lines = hostCommands().map((each) => `  ${each.name.padEnd(10)}${each.summary}`);
    process.stderr.write(`Usage: chancery-server <command>\n${lines.join('\n')}\n`);
    return 2;
  }
  const flags = command.options.map(({ flag }) => flag.replace(/^--/, '').split(' '));
  const options = Object.fromEntries(
    flags.map(([flag = '', value]) => [
      flag,
      { type: value === undefined ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  const { values } = parseArgs({ args: [...args], options, strict: true });
  return command.run(
    Object.fromEntries(
      Object.entries(values).map(([flag, value]) => [
        flag.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
        value,
      ]),
    ),
  );
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`chancery-server: ${error instanceof Error ? error.message : String(error)}\n`);
  return 2;
});
// Something of a dependency may keep the loop alive; everything of ours is closed.
process.exit();
