/** A part of a text, and where in it the words stand that were looked for, in code points. */
export interface Snippet {
  readonly snippet: string;
  readonly highlights: readonly { readonly start: number; readonly end: number }[];
}

/** What a search looks for, as it is compared with the words of a text. */
export interface SnippetTerms {
  /** Folded by `foldedWord`. */
  readonly words: ReadonlySet<string>;
  /** Without their endings, in small letters. */
  readonly stems: readonly string[];
}

const [codePoints, before] = [240, 80];
/** An ending of a word is at most so long; a stem alone says nothing of a longer one. */
const longestEnding = 4;
const word = /[\p{L}\p{N}\p{M}]+/gu;

const plainLetters: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd' };

/** In small letters without accents, as the index compares words. */
export const foldedWord = (text: string): string =>
  [...text.normalize('NFKD').toLowerCase().replaceAll(/\p{M}/gu, '')]
    .map((letter) => plainLetters[letter] ?? letter)
    .join('');

/** The words that a query wants to find: not those behind a minus, and not the "or" between others. */
export function wantedWords(query: string): readonly string[] {
  const wanted = query.replaceAll(/(?:^|\s)-+(?:"[^"]*(?:"|$)|\S+)/gu, ' ');
  return [...new Set(wanted.match(word) ?? [])].filter((each) => each.toLowerCase() !== 'or');
}

/** Some of the text around the first of the words; its beginning if there is none of them. */
export function snippetOf(text: string, { words, stems }: SnippetTerms): Snippet {
  const isWanted = (found: string) => {
    const small = found.normalize('NFC').toLowerCase();
    return (
      words.has(foldedWord(found)) ||
      stems.some((stem) => small.startsWith(stem) && small.length - stem.length <= longestEnding)
    );
  };
  const found = [...text.matchAll(word)].filter(([each]) => isWanted(each));
  const points = [...text];
  const places = placesOf(
    text,
    found.flatMap(({ index, 0: each }) => [index, index + each.length]),
  );
  let start = Math.max(0, (places[0] ?? 0) - before);
  while (/[\s\p{M}]/u.test(points[start] ?? '')) start += 1;
  // Each sign stays one, so that the ranges stay where they are.
  const snippet = points
    .slice(start, start + codePoints)
    .map((point) => (/\s/u.test(point) ? ' ' : point))
    .join('')
    .trimEnd();
  const end = start + [...snippet].length;
  const highlights = places.flatMap((from, at) => {
    const to = places[at + 1];
    return at % 2 === 1 || to === undefined || to > end ? [] : [{ start: from - start, end: to - start }];
  });
  return { snippet, highlights };
}

/** How many code points stand before each of these growing places, which are counted in halves of characters. */
function placesOf(text: string, at: readonly number[]): readonly number[] {
  let [units, points] = [0, 0];
  return at.map((place) => {
    while (units < place) {
      units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1;
      points += 1;
    }
    return points;
  });
}
