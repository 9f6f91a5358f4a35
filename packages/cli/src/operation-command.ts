import type { Operation } from '@chancery/sdk/operations';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { commandPathOf } from './command-names.ts';
import { examplesOf } from './example-lines.ts';
import { UsageError } from './exit-codes.ts';
import { fieldOptions, flagOf } from './field-options.ts';
import { type Input, positionalGiven, readInput, withFlags } from './given-fields.ts';
import { withExamples } from './help-examples.ts';
import { type OwnOptions, perform } from './operation-call.ts';
import { withSecrets } from './secret-fields.ts';
import type { GlobalOptions, Surroundings } from './surroundings.ts';

/** Makes a command that of one operation. `started` is called when it runs. */
export function addOperation(
  command: Command,
  operation: Operation,
  surroundings: Surroundings,
  started: (operation: Operation) => void,
): void {
  command.summary(operation.summary);
  command.description([`${operation.summary}.`, operation.description].filter(Boolean).join(' '));
  withExamples(command, () => examplesOf(operation));
  for (const name of operation.positional) {
    const field = operation.fields.find((each) => each.name === name);
    command.argument(field?.in === 'path' ? `<${name}>` : `[${name}]`, field?.description ?? '');
  }
  const options = fieldOptions(operation);
  for (const { option } of options) command.addOption(option);
  for (const option of ownOptions(operation)) command.addOption(option);

  command.action(async (...given: unknown[]) => {
    started(operation);
    // commander gives the positional arguments, then the options, then the command.
    const positional = given.slice(0, operation.positional.length) as (string | undefined)[];
    const own = command.opts<OwnOptions & Record<string, unknown>>();
    const flagged = {
      ...withFlags(await readInput(own.input, surroundings), options, own),
      ...positionalGiven(operation, positional),
    };
    refuseMissing(operation, flagged);
    const input = await withSecrets(flagged, options, own, surroundings);
    await perform(operation, input, own, command.optsWithGlobals<GlobalOptions>(), surroundings);
  });
}

/** What a command takes beside its fields. */
function ownOptions({ fields, pagination, binary, list }: Operation): Option[] {
  const input = 'Take the fields from a JSON file, or - for standard input; flags win.';
  return [
    ...(fields.some((field) => field.in === 'body') ? [new Option('--input <file>', input)] : []),
    ...(pagination ? [new Option('--all', 'Read every page.')] : []),
    ...(list && list.fields.length > 0 ? [columnsOption(list.fields)] : []),
    ...(binary ? [new Option('--output <file>', 'Where to write; else standard output.')] : []),
  ];
}

function columnsOption(fields: readonly string[]): Option {
  const option = new Option('--columns <names>', `Which to show, with commas: ${fields.join(', ')}.`);
  return option.argParser<readonly string[]>((text) => {
    const names = text.split(',').map((name) => name.trim());
    const unknown = names.find((name) => !fields.includes(name.split('.')[0] ?? ''));
    if (unknown !== undefined)
      throw new InvalidArgumentError(`There is no column "${unknown}". There are: ${fields.join(', ')}.`);
    return names;
  });
}

function refuseMissing(operation: Operation, input: Input): void {
  const missing = operation.fields.filter(
    ({ name, required, secret }) => required && !(name in input) && secret !== true,
  );
  if (missing.length === 0) return;
  const flags = missing.map(({ name }) => `--${flagOf(name)}`).join(', ');
  const nextStep = `See what it takes: \`chancery ${commandPathOf(operation).join(' ')} --help\``;
  throw new UsageError(`The command also needs ${flags}.`, nextStep);
}
