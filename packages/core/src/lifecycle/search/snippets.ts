/** Letters that fold to others than their accents say, as far as a highlight needs it; the search itself folds all. */
const foldedLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  þ: 'th',
  ı: 'i',
};

interface Folded {
  readonly text: string;
  /** For each character of the folded text the place of the one that it comes from. */
  readonly places: readonly number[];
}

const isOfWord = (character: string) => /[\p{L}\p{N}]/u.test(character);

/** Words in small letters without accents, one blank between them. */
function folded(text: string): Folded {
  const characters: string[] = [' '];
  const places: number[] = [0];
  let at = 0;
  for (const character of text) {
    for (const plain of character.normalize('NFKD').toLowerCase()) {
      if (/\p{M}/u.test(plain)) continue;
      const letters = isOfWord(plain) ? (foldedLetters[plain] ?? plain) : ' ';
      if (letters === ' ' && characters.at(-1) === ' ') continue;
      for (const letter of letters) {
        characters.push(letter);
        places.push(at);
      }
    }
    at += character.length;
  }
  if (characters.at(-1) !== ' ') {
    characters.push(' ');
    places.push(at);
  }
  // What lies outside of the basic plane counts as one character here, so that places and characters stay together.
  return { text: characters.map((one) => (one.length === 1 ? one : '\uFFFD')).join(''), places };
}

const [before, after] = [80, 160];

/** Some of the text around the first of these terms that it has; null if it has none of them. */
export function snippetOf(text: string, terms: readonly string[]): string | null {
  const { text: words, places } = folded(text);
  const found = terms
    .map((term) => words.indexOf(folded(term).text))
    .filter((at) => at >= 0)
    .sort((one, other) => one - other)[0];
  if (found === undefined) return null;
  const place = places[found] ?? 0;
  const start = Math.max(0, place - before);
  const cut = [...text.slice(start, place + after)].filter((one) => !/\p{Surrogate}/u.test(one)).join('');
  return `${start > 0 ? '…' : ''}${cut.replaceAll(/\s+/gu, ' ').trim()}${place + after < text.length ? '…' : ''}`;
}
