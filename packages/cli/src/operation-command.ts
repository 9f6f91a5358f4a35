import { readFile } from 'node:fs/promises';
import type { Operation } from '@chancery/sdk/operations';
import { type Command, Option } from 'commander';
import { UsageError } from './exit-codes.ts';
import { type FieldOption, fieldOptions, flagOf, nothing, readField } from './field-options.ts';
import { kebabCase } from './names.ts';
import { commandOf } from './next-step.ts';
import { type OwnOptions, perform } from './operation-call.ts';
import type { GlobalOptions, Surroundings } from './surroundings.ts';

/** Adds the command of one operation to its context. `started` is called when it runs. */
export function addOperation(
  context: Command,
  operation: Operation,
  aliases: readonly string[],
  surroundings: Surroundings,
  started: (operation: Operation) => void,
): void {
  const command = context
    .command(kebabCase(operation.id))
    .aliases([...aliases])
    .summary(operation.summary);
  command.description([`${operation.summary}.`, operation.description].filter(Boolean).join(' '));
  for (const name of operation.positional) {
    const field = operation.fields.find((each) => each.name === name);
    command.argument(field?.in === 'path' ? `<${name}>` : `[${name}]`, field?.description ?? '');
  }
  const options = fieldOptions(operation);
  for (const { option } of options) command.addOption(option);
  if (operation.fields.some((field) => field.in === 'body')) {
    command.addOption(
      new Option('--input <file>', 'Take the fields from a JSON file, or - for standard input; flags win.'),
    );
  }
  if (operation.pagination) command.addOption(new Option('--all', 'Read every page.'));
  if (operation.binary)
    command.addOption(new Option('--output <file>', 'Where to write; else standard output.'));

  command.action(async (...given: unknown[]) => {
    started(operation);
    // commander gives the positional arguments, then the options, then the command.
    const positional = given.slice(0, operation.positional.length) as (string | undefined)[];
    const own = command.opts<OwnOptions & Record<string, unknown>>();
    const input = {
      ...(await readInput(own.input, surroundings)),
      ...flagsGiven(options, own),
      ...positionalGiven(operation, positional),
    };
    refuseMissing(operation, input);
    await perform(operation, input, own, command.optsWithGlobals<GlobalOptions>(), surroundings);
  });
}

function flagsGiven(
  options: readonly FieldOption[],
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const { field, option } of options) {
    const value = values[option.attributeName()];
    if (value === undefined) continue;
    const before = input[field.name];
    // An array may have been given under both its names; a boolean's two flags share one value.
    input[field.name] =
      Array.isArray(before) && Array.isArray(value)
        ? [...before, ...value]
        : value === nothing
          ? null
          : value;
  }
  return input;
}

function positionalGiven({ positional, fields }: Operation, values: readonly (string | undefined)[]) {
  const given = positional.flatMap((name, index) => {
    const field = fields.find((each) => each.name === name);
    const text = values[index];
    return field && text !== undefined ? [[name, readField(field, text)] as const] : [];
  });
  return Object.fromEntries(given);
}

async function readInput(file: string | undefined, { readInput: standard }: Surroundings): Promise<object> {
  if (file === undefined) return {};
  const text = await (file === '-' ? standard() : readFile(file, 'utf8')).catch((error: Error) => {
    throw new UsageError(`${file} cannot be read: ${error.message}`);
  });
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  } catch {
    // Refused below, together with JSON that is no object.
  }
  throw new UsageError(`${file === '-' ? 'Standard input' : file} is not a JSON object.`);
}

function refuseMissing(operation: Operation, input: object): void {
  const missing = operation.fields.filter(({ name, required }) => required && !(name in input));
  if (missing.length === 0) return;
  const flags = missing.map(({ name }) => `--${flagOf(name)}`).join(', ');
  const nextStep = `See what it takes: ${commandOf(operation).replace(/ <.*/, '')} --help`;
  throw new UsageError(`Give also ${flags}.`, nextStep);
}
