/** A number as the content of a page has it: at most four places, which is far finer than any printer. */
export function written(number: number): string {
  const rounded = Math.round(number * 10_000) / 10_000;
  if (Number.isInteger(rounded)) return String(rounded === 0 ? 0 : rounded);
  // Small ones would come with an exponent, which content has not.
  let text = rounded.toFixed(4);
  while (text.endsWith('0')) text = text.slice(0, -1);
  return text;
}

export const writtenAll = (...numbers: readonly number[]): string => numbers.map(written).join(' ');
