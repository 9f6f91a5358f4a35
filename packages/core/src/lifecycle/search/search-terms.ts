/** What has to be found in a document, and what must not be: words, and phrases whose words follow each other. */
export interface SearchTerms {
  readonly wanted: readonly string[];
  readonly excluded: readonly string[];
}

/** Signs alone say nothing. */
const saysSomething = (term: string) => /[\p{L}\p{N}]/u.test(term);

/** The terms of a query: words are blank-separated, phrases stand in quotation marks, and a minus before one excludes it. */
export function termsOf(query: string): SearchTerms {
  const wanted: string[] = [];
  const excluded: string[] = [];
  // Between quotation marks stands each second part; of a mark without its partner the rest is a phrase.
  let excludesPhrase = false;
  for (const [at, part] of query.split('"').entries()) {
    if (at % 2 === 1) (excludesPhrase ? excluded : wanted).push(part);
    else {
      const words = part.split(/\s/u);
      excludesPhrase = words.at(-1) === '-';
      for (const word of words)
        if (word.startsWith('-')) excluded.push(word.slice(1));
        else wanted.push(word);
    }
  }
  return { wanted: distinct(wanted), excluded: distinct(excluded) };
}

const distinct = (terms: readonly string[]): readonly string[] => [
  ...new Set(terms.map((term) => term.trim()).filter(saysSomething)),
];
