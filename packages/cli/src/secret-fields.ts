import { UsageError } from './exit-codes.ts';
import { type FieldOption, flagOf } from './field-options.ts';
import { type Input, valueAt, withValue } from './given-fields.ts';
import { kebabCase } from './names.ts';
import type { Surroundings } from './surroundings.ts';

type Asking = Pick<Surroundings, 'ask' | 'readInput' | 'interactive'>;

/** A secret of the input, where it belongs in it. */
type Secret = Pick<FieldOption, 'field' | 'path'>;

/** The secrets that the command needs or that were announced by their flags, asked for or read from standard input. */
export async function withSecrets(
  input: Input,
  options: readonly FieldOption[],
  values: Readonly<Record<string, unknown>>,
  surroundings: Asking,
): Promise<Input> {
  const wanted = options.flatMap(({ field, path, option }) => {
    const announced = values[option.attributeName()];
    if (!field.secret || valueAt(input, path) !== undefined) return [];
    if (typeof announced === 'string')
      return [{ field, path, cleared: refuseValue({ field, path }, announced) }];
    const isNeeded = announced === true || field.required || provingMethod(input, path) !== null;
    return isNeeded ? [{ field, path, cleared: false }] : [];
  });
  const next = secretReader(surroundings, values.input === '-');
  let whole = input;
  for (const { path, cleared } of wanted)
    whole = withValue(whole, path, cleared ? null : await next(path, labelOf(input, path)));
  return whole;
}

/** What the secret proves by, if the `method` beside it says so and is not one that takes no value. */
function provingMethod(input: Input, path: readonly string[]): string | null {
  if (path.length === 1) return null;
  const method = valueAt(input, [...path.slice(0, -1), 'method']);
  return typeof method === 'string' && method !== 'recent_session' ? method : null;
}

/** How a secret is asked for whose name or method says less to people. */
const labels: Readonly<Record<string, string>> = {
  totp: 'Code of your authenticator',
  passkey: 'Answer of the browser as JSON',
  authorization: 'Link',
};

function labelOf(input: Input, path: readonly string[]): string {
  const method = provingMethod(input, path);
  const words = method ?? path.map((name) => kebabCase(name).replaceAll('-', ' ')).join(' ');
  return labels[words] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** `null` clears a secret and tells nobody anything; every other value would be seen by others. */
function refuseValue({ field, path }: Secret, text: string): true {
  if (field.nullable && text === 'null') return true;
  throw new UsageError(
    `--${flagOf(path.join('.'))} takes no value: others on this machine can see a command line.`,
    `Leave the value out: it is asked for, or read from standard input.`,
  );
}

/** Asks at the terminal; without one, each secret is the next line of standard input. */
function secretReader({ ask, readInput, interactive = true }: Asking, inputIsUsed: boolean) {
  let lines: string[] | null = null;
  return async (path: readonly string[], label: string): Promise<string> => {
    if (!interactive && !inputIsUsed) lines ??= (await readInput()).split(/\r?\n/);
    const answer = interactive ? await ask(`${label}: `, { hidden: true }) : (lines?.shift() ?? '');
    if (answer !== '') return answer;
    throw new UsageError(
      `${label} is missing.`,
      interactive
        ? 'Repeat the command and type it.'
        : `Write it as a line to standard input, or give it as "${path.join('.')}" in the JSON of --input.`,
    );
  };
}
