#!/usr/bin/env -S node --max-semi-space-size=64
import { parseArgs } from 'node:util';
import { hostCommands } from './host.ts';

// Answers of a thousand rows outlive the small nursery that Node starts with, and each was copied twice before it was freed.
/** `chancery-server serve …` has only the host commands, for containers that do not need the rest of the command line. */
async function main(words: readonly string[]): Promise<number> {
  const command = hostCommands().find(
    ({ name }) => words.slice(0, name.split(' ').length).join(' ') === name,
  );
  if (command === undefined) {
    const width = Math.max(...hostCommands().map(({ name }) => name.length)) + 2;
    const lines = hostCommands().map(({ name, summary }) => `  ${name.padEnd(width)}${summary}`);
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
  const args = words.slice(command.name.split(' ').length);
  const { values, positionals } = parseArgs({ args, options, strict: true, allowPositionals: true });
  const operands = command.arguments ?? [];
  if (positionals.length !== operands.length) {
    const usage = [command.name, ...operands.map(({ name }) => `<${name}>`)].join(' ');
    process.stderr.write(`Usage: chancery-server ${usage}\n`);
    return 2;
  }
  return command.run(
    Object.fromEntries([
      ...Object.entries(values).map(([flag, value]) => [camelCase(flag), value]),
      ...operands.map(({ name }, index) => [camelCase(name), positionals[index]]),
    ]),
  );
}

const camelCase = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`chancery-server: ${error instanceof Error ? error.message : String(error)}\n`);
  return 2;
});
// A dependency may keep the event loop alive; everything of ours is closed.
process.exit();
