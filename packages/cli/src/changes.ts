import type { Operation } from '@chancery/sdk/operations';
import { commandPathOf } from './command-names.ts';
import { kebabCase, singular } from './names.ts';
import { harmless } from './style.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface Change {
  /** `Created meeting "Board" 0190a000-… https://…`. */
  readonly line: string;
  /** What the answer says beside that: secrets and warnings above all. */
  readonly rest: Fields;
}

/** What a change did, in one line; null if its answer is about no thing, or about several of which none is the one that changed. */
export function changeOf(operation: Operation, data: unknown): Change | null {
  if (operation.kind === 'query' || operation.method === 'GET' || !isFields(data)) return null;
  if (typeof data.id === 'string') return { line: lineOf(operation, nounOf(operation), data), rest: {} };
  const name = changedAmong(operation, data);
  if (name === undefined) return null;
  const { [name]: thing, ...rest } = data;
  const changed = thing as Fields; // it was found by being an object with an id
  const news = Object.entries(rest).filter(
    ([field, value]) => isSomething(value) && value !== changed[field],
  );
  return {
    line: lineOf(operation, madeOf(operation, wordsOf(name)), changed),
    rest: Object.fromEntries(news),
  };
}

/** The only thing that has an id, or of several the one that the operation is named after. */
function changedAmong({ id }: Operation, data: Fields): string | undefined {
  const things = Object.entries(data).filter(([, value]) => isFields(value) && typeof value.id === 'string');
  if (things.length <= 1) return things[0]?.[0];
  const own = kebabCase(id);
  return things.map(([name]) => name).find((name) => own.endsWith(`-${kebabCase(name)}`));
}

/** What was made, if the answer tells of the thing that a new link is for: `createPortalLink` makes no package. */
function madeOf({ id }: Operation, noun: string): string {
  const [verb, ...made] = kebabCase(id).split('-');
  return verb === 'create' && made.at(-1) === 'link' ? `${made.join(' ')} for ${noun}` : noun;
}

const wordsOf = (name: string) => kebabCase(name).replaceAll('-', ' ');

/** Not null, not empty, not none. */
const isSomething = (value: unknown): boolean =>
  Boolean(value) && !(Array.isArray(value) && value.length === 0);

function lineOf(operation: Operation, noun: string, thing: Fields): string {
  const name = ['title', 'name', 'displayName', 'email', 'fileName', 'url']
    .map((field) => thing[field])
    .find((value) => typeof value === 'string' && value !== '');
  const link = Object.entries(thing).find(([field, value]) => isLink(field) && typeof value === 'string');
  const words = [
    pastOf(kebabCase(operation.id).split('-')[0] ?? ''),
    noun.replace(/^api /, 'API '),
    ...(name === undefined ? [] : [`"${String(name)}"`]),
    String(thing.id),
    ...(link === undefined ? [] : [String(link[1])]),
  ];
  return harmless(words.join(' '));
}

/** A page to open, not a picture. */
const isLink = (field: string) => field.endsWith('Url') && !/^(avatar|logo)/.test(field);

const nounOf = (operation: Operation): string => {
  const [noun = ''] = commandPathOf(operation).slice(-2);
  return singular(noun).replaceAll('-', ' ');
};

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const irregular: Readonly<Record<string, string>> = {
  begin: 'began',
  cancel: 'cancelled',
  admit: 'admitted',
  keep: 'kept',
  leave: 'left',
  read: 'read',
  send: 'sent',
  set: 'set',
  sign: 'signed in for',
  submit: 'submitted',
  undo: 'undid',
};

/** `create` as `Created`. */
export function pastOf(verb: string): string {
  const past =
    irregular[verb] ??
    (verb.endsWith('e') ? `${verb}d` : /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ied` : `${verb}ed`);
  return `${past.charAt(0).toUpperCase()}${past.slice(1)}`;
}
