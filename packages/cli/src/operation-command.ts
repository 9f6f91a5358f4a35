import type { Operation } from '@chancery/sdk/operations';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { withBearer } from './bearer-fields.ts';
import { commandPathOf } from './command-names.ts';
import { examplesOf } from './example-lines.ts';
import { UsageError } from './exit-codes.ts';
import { type FieldOption, fieldOptions, flagOf } from './field-options.ts';
import { type Input, positionalGiven, readInput, withFlags } from './given-fields.ts';
import { withExamples } from './help-examples.ts';
import { addOptionsLater } from './later-options.ts';
import { type OwnOptions, perform } from './operation-call.ts';
import { withSecrets } from './secret-fields.ts';
import type { GlobalOptions, Surroundings } from './surroundings.ts';

/** How a command differs from its operation. */
export interface OwnManner {
  /** What it takes beside the fields. */
  readonly options?: readonly Option[];
  /** Fields that the operation needs and the command finds by itself. */
  readonly found?: readonly string[];
  readonly description?: string;
  readonly examples?: readonly string[];
  readonly run: (
    operation: Operation,
    input: Input,
    own: OwnOptions & Record<string, unknown>,
    options: GlobalOptions,
    surroundings: Surroundings,
  ) => Promise<void>;
}

/** Makes a command that of one operation. `started` is called when it runs. */
export function addOperation(
  command: Command,
  operation: Operation,
  surroundings: Surroundings,
  started: (operation: Operation) => void,
  { options: more = [], found = [], description, examples, run }: OwnManner = { run: perform },
): void {
  command.summary(operation.summary);
  command.description(
    [`${operation.summary}.`, operation.description, description].filter(Boolean).join(' '),
  );
  withExamples(command, () => examples ?? examplesOf(operation));
  for (const name of operation.positional) {
    const field = operation.fields.find((each) => each.name === name);
    const isNeeded = field?.in === 'path' && !found.includes(name);
    command.argument(isNeeded ? `<${name}>` : `[${name}]`, field?.description ?? '');
  }
  let options: readonly FieldOption[] = [];
  addOptionsLater(command, () => {
    options = fieldOptions(demandingLess(operation, found));
    for (const { option } of options) command.addOption(option);
    for (const option of [...ownOptions(operation), ...more]) command.addOption(option);
  });

  command.action(async (...given: unknown[]) => {
    started(operation);
    // commander gives the positional arguments, then the options, then the command.
    const positional = given.slice(0, operation.positional.length) as (string | undefined)[];
    const own = command.opts<OwnOptions & Record<string, unknown>>();
    const flagged = {
      ...withFlags(await readInput(own.input, surroundings), options, own),
      ...positionalGiven(operation, positional),
    };
    refuseMissing(operation, flagged, found);
    const input = withBearer(operation, await withSecrets(flagged, options, own, surroundings));
    await run(operation, input, own, command.optsWithGlobals<GlobalOptions>(), surroundings);
  });
}

/** The operation as the help shows it: what the command finds by itself is not required. */
const demandingLess = (operation: Operation, found: readonly string[]): Operation => ({
  ...operation,
  fields: operation.fields.map((field) =>
    found.includes(field.name) ? { ...field, required: false } : field,
  ),
});

/** What a command takes beside its fields. */
function ownOptions({ fields, pagination, binary, saved, list }: Operation): Option[] {
  const input = 'Take the fields from a JSON file, or - for standard input; flags win.';
  return [
    ...(fields.some((field) => field.in === 'body') ? [new Option('--input <file>', input)] : []),
    ...(pagination ? [new Option('--all', 'Read every page.')] : []),
    ...(list && list.fields.length > 0 ? [columnsOption(list.fields)] : []),
    ...(binary ? [new Option('--output <file>', 'Where to write; else standard output.')] : []),
    ...(saved ? [new Option('--output <file>', `Save the answer there as a file, as with --${saved}.`)] : []),
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

function refuseMissing(operation: Operation, input: Input, found: readonly string[]): void {
  const missing = operation.fields.filter(
    ({ name, required, secret }) => required && !(name in input) && secret !== true && !found.includes(name),
  );
  if (missing.length === 0) return;
  const flags = missing.map(({ name }) => `--${flagOf(name)}`).join(', ');
  const nextStep = `See what it takes: \`chancery ${commandPathOf(operation).join(' ')} --help\``;
  throw new UsageError(`The command also needs ${flags}.`, nextStep);
}
