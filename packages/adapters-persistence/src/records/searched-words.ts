import { byId } from './by-key.ts';
import type { Given } from './reach.ts';

/** When more than so many have a word, a list is rather read in its order, in which it is full soon. */
const mostOfRareWord = 2000;

interface WordsAsked {
  /** The words that a search begins with; at least one. */
  readonly words: readonly string[];
  /** Where the words of a list stand: each gives `workspace_id`, `word` and the `id` of what has it. */
  readonly places: readonly string[];
  /** The ids of what is found in another way as well; null for nothing. */
  readonly others: string | null;
}

/** A place that a list may be read from, and when it is: of the places of one search it is exactly one. */
export interface ListSource {
  readonly from: string;
  readonly when: string;
}

interface SearchedWords {
  /** With these a statement begins: they count each word, and find what has the rarest. */
  readonly steps: readonly string[];
  readonly sources: readonly ListSource[];
}

/** Comparing whole texts is what row-level security lets an index answer; a pattern is not, nor a text that is made meanwhile. */
const begins = 'x.workspace_id = $1 and x.word >= f.word and x.word < f.past';

/**
 * What a search by words reads of a table: the few that have its rarest word, or the whole table in the order of the list where
 * many have each of them. A letter that becomes two words when it is folded stands in no index, and counts as one of many.
 */
export function searchedWords(
  { words, places, others }: WordsAsked,
  { table, alias }: { readonly table: string; readonly alias: string },
  given: Given,
): SearchedWords {
  const having = (limit: string) =>
    places.map((place) => `(select x.id from (${place}) x where ${begins}${limit})`).join(' union all ');
  const few = `select x.id from rarest f cross join lateral (${having(` limit ${mostOfRareWord}`)}) x where f.n <= ${mostOfRareWord}`;
  return {
    // Each step is kept as it is: a word has to be folded before an index can be asked for it.
    steps: [
      `folded as materialized (select t.word, t.word || U&'\\+10FFFF' past
        from unnest(${given(words)}::text[]) w cross join lateral (select chancery_search_text(w) collate "C" word offset 0) t)`,
      `counted as materialized (select f.word, f.past, case when position(' ' in f.word) > 0 then ${mostOfRareWord + 1}
        else (select count(*) from (${having(` limit ${mostOfRareWord + 1}`)}) x) end n from folded f)`,
      `rarest as materialized (select word, past, n from counted order by n, word limit 1)`,
    ],
    sources: [
      {
        from: byId(table, alias, `(${few} union ${others ?? 'select null::uuid where false'})`),
        when: `(select n <= ${mostOfRareWord} from rarest)`,
      },
      { from: `${table} ${alias}`, when: `(select n > ${mostOfRareWord} from rarest)` },
    ],
  };
}
