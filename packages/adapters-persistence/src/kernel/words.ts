/**
 * What a text is compared with by `like` to find a word anywhere in it. In a subquery of its own, so that it is made once: in a plan
 * that serves all values the function would be called for every row, which takes longer than the comparison.
 */
export const patternOf = (word: string): string => `(select chancery_search_pattern(${word}))`;

/** The same for a text in which each word has a space before it, to find what begins with the word. */
export const patternOfBeginning = (word: string): string =>
  // What the function makes begins with a percent sign.
  `(select '% ' || substr(chancery_search_pattern(${word}), 2))`;

/** The patterns of all words of an array, made once too, for `like all`. */
export const patternsOf = (words: string): string =>
  `(array(select chancery_search_pattern(word) from unnest(${words}::text[]) word where word <> ''))`;

/**
 * Whether every word of an array is found in a text, whatever its case and accents. Nothing is indexed by it, so it belongs
 * behind conditions that leave few rows, or in front of a limit.
 */
export const hasWords = (text: string, words: string): string =>
  `coalesce(chancery_search_text(${text}) like all ${patternsOf(words)}, true)`;
