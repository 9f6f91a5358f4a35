/** Characters of a line, from `start` to before `end`. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

// Somebody else has written the line, and it may be long: what stands in it is found by halves, never by looking at all of it.

/** Of ranges from left to right that do not overlap: the place of the first that ends behind a character. */
export function firstEndingBehind(ranges: readonly TextRange[], at: number): number {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((ranges[middle]?.end ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Of such ranges those that share a character with another one. */
export function sharing<R extends TextRange>(ranges: readonly R[], { start, end }: TextRange): readonly R[] {
  const from = firstEndingBehind(ranges, start);
  let to = from;
  while ((ranges[to]?.start ?? end) < end) to += 1;
  return ranges.slice(from, to);
}
