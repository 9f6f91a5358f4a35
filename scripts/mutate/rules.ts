/** A title holds the rules before its first colon, if it begins with one. */
const head = /^[A-Z]{3}-\d+[^:]*:/;
const number = /([A-Z]{3})-(\d+)(?: to (?:[A-Z]{3}-)?(\d+))?/g;

/** The rules that the titles of a test and of its suites name. */
export function rulesOf(titles: readonly string[]): string[] {
  const found = titles.flatMap((title) => {
    const named = head.exec(title)?.[0] ?? '';
    return [...named.matchAll(number)].flatMap(([, prefix = '', first = '', last = first]) =>
      Array.from(
        { length: Number(last) - Number(first) + 1 },
        (_, more) => `${prefix}-${Number(first) + more}`,
      ),
    );
  });
  return [...new Set(found)];
}

/** `AUT,THR-3`: all rules of AUT, and one of THR. */
export const isWanted = (rule: string, wanted: readonly string[]): boolean =>
  wanted.length === 0 || wanted.some((each) => rule === each || rule.startsWith(`${each}-`));
