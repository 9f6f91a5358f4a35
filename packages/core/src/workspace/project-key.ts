import { sha256 } from '../kernel/crypto.ts';

/** Splits the name into the words that a key is made of: capital letters and digits, beginning with a letter. */
const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/^[^A-Z]+/, '')
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== '');

/** Yields the keys that a name suggests, best first, none twice, and without end (PRJ-1). */
export function* projectKeysOf(name: string): Generator<string, never> {
  const suggested = new Set<string>();
  for (const key of candidatesOf(name)) {
    // A name with digits can give the same key in two ways: O1 and 2, or O12.
    if (suggested.has(key)) continue;
    suggested.add(key);
    yield key;
  }
  throw new Error('unreachable: the candidates have no end');
}

/** Yields the initials, then prefixes of the letters, then numbered keys. */
function* candidatesOf(name: string): Generator<string> {
  const words = wordsOf(name);
  const initials = words
    .map((word) => word.charAt(0))
    .join('')
    .slice(0, 10);
  const letters = words.join('').slice(0, 10);
  const base = initials.length > 1 ? initials : letters.slice(0, 3) || 'PRJ';

  if (base.length > 1) yield base;
  for (let length = 3; length <= letters.length; length += 1) yield letters.slice(0, length);
  for (let number = 2; ; number += 1) yield base.slice(0, 10 - String(number).length) + number;
}

/** The letter with which all suggested keys begin. */
export const initialOf = (name: string): string => projectKeysOf(name).next().value.charAt(0);

/** The first of the suggested keys that is not taken. */
export function freeProjectKey(name: string, taken: ReadonlySet<string>): string {
  for (const key of projectKeysOf(name)) if (!taken.has(key)) return key;
  throw new Error('unreachable: the suggestions have no end');
}

const palette = [
  '#1f6feb',
  '#0e7490',
  '#0f766e',
  '#15803d',
  '#4d7c0f',
  '#a16207',
  '#c2410c',
  '#b91c1c',
  '#be185d',
  '#a21caf',
  '#7e22ce',
  '#4338ca',
];

/** One of twelve colours; a key always has the same one. */
export const projectColorOf = (key: string): string =>
  palette[(sha256(key)[0] ?? 0) % palette.length] ?? '#1f6feb';
