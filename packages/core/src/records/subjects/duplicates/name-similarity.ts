import { groupBy } from '../../../kernel/grouping.ts';

/** A name as it is compared: without marks, punctuation and letter case, its words in order of the alphabet. */
export const normalisedName = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{P}\p{S}]/gu, '')
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '')
    .toSorted()
    .join(' ');

const prefixScale = 0.1;
const longestPrefix = 4;
const decimals = 1_000_000;

/** The similarity of Jaro and Winkler, 0 to 1, over code points. */
export function similarity(a: string, b: string): number {
  const [left, right] = [[...a], [...b]];
  if (a === b) return 1;
  const matched = matches(left, right);
  const count = matched.left.length;
  if (count === 0) return 0;
  const outOfOrder = matched.left.filter((letter, at) => letter !== matched.right[at]).length;
  const jaro = (count / left.length + count / right.length + (count - outOfOrder / 2) / count) / 3;
  const winkler = jaro + commonPrefix(left, right) * prefixScale * (1 - jaro);
  return Math.round(winkler * decimals) / decimals;
}

/** The letters that both have near the same place, in the order of each. Costs as much as the names are long. */
function matches(left: readonly string[], right: readonly string[]) {
  const reach = Math.max(0, Math.floor(Math.max(left.length, right.length) / 2) - 1);
  const placesOf = groupBy(right.keys(), (place) => right[place]);
  const taken = new Set<number>();
  const found = left.filter((letter, at) => {
    const places = placesOf.get(letter) ?? [];
    // What is out of reach here is out of reach for all letters that follow.
    while (places[0] !== undefined && places[0] < at - reach) places.shift();
    if (places[0] === undefined || places[0] > at + reach) return false;
    taken.add(places[0]);
    places.shift();
    return true;
  });
  return { left: found, right: right.filter((_, place) => taken.has(place)) };
}

function commonPrefix(left: readonly string[], right: readonly string[]): number {
  const differs = left.slice(0, longestPrefix).findIndex((letter, at) => letter !== right[at]);
  return differs < 0 ? Math.min(longestPrefix, left.length) : differs;
}
