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

/** What a change did, in one line; null if its answer is not about one thing. */
export function changeOf(operation: Operation, data: unknown): Change | null {
  if (operation.kind === 'query' || operation.method === 'GET' || !isFields(data)) return null;
  const nested = Object.entries(data).filter(([, value]) => isFields(value) && typeof value.id === 'string');
  const [only] = nested;
  if (typeof data.id === 'string') return { line: lineOf(operation, nounOf(operation), data), rest: {} };
  if (only === undefined || nested.length > 1) return null;
  const { [only[0]]: thing, ...rest } = data;
  const changed = thing as Fields; // it was found by being an object with an id
  const news = Object.entries(rest).filter(([name, value]) => isSomething(value) && value !== changed[name]);
  return {
    line: lineOf(operation, kebabCase(only[0]).replaceAll('-', ' '), changed),
    rest: Object.fromEntries(news),
  };
}

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
