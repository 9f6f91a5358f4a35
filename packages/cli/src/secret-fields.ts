import type { OperationField } from '@chancery/sdk/operations';
import { UsageError } from './exit-codes.ts';
import { type FieldOption, flagOf } from './field-options.ts';
import type { Input } from './given-fields.ts';
import { kebabCase } from './names.ts';
import type { Surroundings } from './surroundings.ts';

type Asking = Pick<Surroundings, 'ask' | 'readInput' | 'interactive'>;

/** The secrets that the command needs or that were announced by their flags, asked for or read from standard input. */
export async function withSecrets(
  input: Input,
  options: readonly FieldOption[],
  values: Readonly<Record<string, unknown>>,
  surroundings: Asking,
): Promise<Input> {
  const wanted = options.flatMap(({ field, option }) => {
    const announced = values[option.attributeName()];
    if (!field.secret || field.name in input) return [];
    if (typeof announced === 'string') return [{ field, cleared: refuseValue(field, announced) }];
    return announced === true || field.required ? [{ field, cleared: false }] : [];
  });
  const next = secretReader(surroundings, values.input === '-');
  const given: Record<string, unknown> = {};
  for (const { field, cleared } of wanted) given[field.name] = cleared ? null : await next(field);
  return { ...input, ...given };
}

/** `null` clears a secret and tells nobody anything; every other value would be seen by others. */
function refuseValue(field: OperationField, text: string): true {
  if (field.nullable && text === 'null') return true;
  throw new UsageError(
    `--${flagOf(field.name)} takes no value: others on this machine can see a command line.`,
    `Leave the value out: it is asked for, or read from standard input.`,
  );
}

/** Asks at the terminal; without one, each secret is the next line of standard input. */
function secretReader({ ask, readInput, interactive = true }: Asking, inputIsUsed: boolean) {
  let lines: string[] | null = null;
  return async (field: OperationField): Promise<string> => {
    const words = kebabCase(field.name).replaceAll('-', ' ');
    const label = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
    if (!interactive && !inputIsUsed) lines ??= (await readInput()).split(/\r?\n/);
    const answer = interactive ? await ask(`${label}: `, { hidden: true }) : (lines?.shift() ?? '');
    if (answer !== '') return answer;
    throw new UsageError(
      `${label} is missing.`,
      interactive
        ? 'Repeat the command and type it.'
        : `Write it as a line to standard input, or give it as "${field.name}" in the JSON of --input.`,
    );
  };
}
