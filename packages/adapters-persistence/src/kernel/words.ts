/**
 * Whether every word of an array is found in a text, whatever its case and accents. Nothing is indexed by it, so it belongs
 * behind conditions that leave few rows, or in front of a limit.
 */
export const hasWords = (text: string, words: string): string =>
  `not exists (select from unnest(${words}::text[]) word
    where not coalesce(chancery_search_text(${text}) like chancery_search_pattern(word), true))`;
