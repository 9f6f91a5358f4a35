import { InvalidArgumentError } from 'commander';
import { numberOf, yesOf } from './pairs.ts';

export const signerNames = [
  'name',
  'email',
  'phone',
  'role',
  'order',
  'verification',
  'note',
  'language',
  'timeZone',
] as const;
export const fieldNames = [
  'signer',
  'kind',
  'page',
  'x',
  'y',
  'width',
  'height',
  'anchor',
  'occurrence',
  'dx',
  'dy',
  'label',
  'required',
] as const;

export interface GivenSigner {
  readonly key: string;
  readonly name: string;
  readonly email: string;
}
export interface GivenField {
  /** The address of who fills it. */
  readonly signer: string;
  readonly kind: string;
}

/** `--signer name=Grace Hopper,email=grace@example.com`, once for each person. */
export function signerOption(text: string, before: readonly GivenSigner[] = []): readonly GivenSigner[] {
  const { name, email, order, ...others } = partsOf(text, signerNames);
  if (email === undefined) throw new InvalidArgumentError('Give email=… for each person.');
  const signer = {
    key: `signer-${before.length + 1}`,
    name: name ?? email,
    email,
    ...(order === undefined ? {} : { order: numberOf('order', order) }),
    ...others,
  };
  return [...before, signer];
}

/** `--field signer=grace@example.com,kind=signature,page=1,x=0.1,y=0.8,width=0.3,height=0.05`, once for each field. */
export function fieldOption(text: string, before: readonly GivenField[] = []): readonly GivenField[] {
  const { signer, kind, anchor, occurrence, dx, dy, label, required, ...numbers } = partsOf(text, fieldNames);
  if (signer === undefined || kind === undefined)
    throw new InvalidArgumentError('Give signer=<email> and kind=… for each field.');
  const measured = Object.fromEntries(
    Object.entries({ width: '0.3', height: '0.06', ...numbers }).map(([field, value]) => [
      field,
      numberOf(field, value),
    ]),
  );
  const moved = Object.entries({ occurrence, dx, dy }).flatMap(([field, value]) =>
    value === undefined ? [] : [[field, numberOf(field, value)] as const],
  );
  const field = {
    signer,
    kind,
    ...measured,
    ...(anchor === undefined ? {} : { anchor: { text: anchor, ...Object.fromEntries(moved) } }),
    ...(label === undefined ? {} : { label }),
    ...(required === undefined ? {} : { required: yesOf('required', required) }),
  };
  return [...before, field];
}

/** What stands behind each name; a comma ends it only where another name follows. */
function partsOf<N extends string>(text: string, names: readonly N[]): Partial<Record<N, string>> {
  const parts: Partial<Record<N, string>> = {};
  let last: N | undefined;
  for (const piece of text.split(',')) {
    const name = names.find((known) => piece.startsWith(`${known}=`));
    if (name !== undefined) {
      parts[name] = piece.slice(name.length + 1);
      last = name;
    } else if (last !== undefined) parts[last] = `${parts[last]},${piece}`;
    else throw new InvalidArgumentError(`Begin with one of ${names.map((known) => `${known}=`).join(', ')}.`);
  }
  for (const name of names) if (parts[name] !== undefined) parts[name] = unquoted(parts[name]);
  return parts;
}

/** Quotes around a value are there for a shell, which leaves them if the whole option is quoted too. */
function unquoted(text: string): string {
  const [first] = text;
  const isQuoted = text.length > 1 && (first === "'" || first === '"') && text.endsWith(first);
  return isQuoted ? text.slice(1, -1) : text;
}
