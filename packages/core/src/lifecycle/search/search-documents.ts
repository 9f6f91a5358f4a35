import { z } from 'zod';
import { viewerOf } from '../../documents/index.ts';
import { type CursorKey, pageFields, pageOf } from '../../kernel/pages.ts';
import { multiline, shown } from '../../kernel/shapes.ts';
import { invalidField } from '../../kernel/validation.ts';
import { standingAt } from '../dashboard/board-fields.ts';
import { searchTooBroad } from '../errors.ts';
import { query } from '../ports.ts';
import { type FoundKey, mostCountedHits, type SearchSort, searchFacets, searchSorts } from './ports.ts';
import { filterFields, filterOf } from './search-filter.ts';
import { termsOf } from './search-terms.ts';
import { shownHits } from './shown-hits.ts';
import { FacetsView, SearchHitView } from './views.ts';

const mostCharacters = 200;

/** What a cursor holds of the last document: what it is sorted by, in the place of its form, and the id. */
const parts = ['integer or null', 'date or null', 'instant or null', 'text or null', 'id'] as const;
type Key = CursorKey<typeof parts>;
const placeOfSort = { relevance: 0, expiresOn: 1, updatedAt: 2, name: 3 } as const;

export const searchDocuments = query({
  summary: 'Search documents by what they say and by what is said about them',
  description:
    'Finds words of names, descriptions, tags, file names, identifiers and of the text of documents, whatever their case and accents. All words have to be found; put a phrase in quotation marks, and a minus before what must not be found. If the search takes too long, add a word or a filter.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  mayBeASecondOld: true,
  always: true,
  cli: {
    command: 'documents search',
    columns: ['document.name', 'lifecycle.status', 'lifecycle.expiresOn', 'document.id'],
    example: { query: 'insurance' },
  },
  input: z.strictObject({
    query: multiline(mostCharacters)
      .default('')
      .describe('What to find; leave it out to search by filters alone.')
      .meta({ examples: ['"liability insurance" -draft'] }),
    filters: z
      .strictObject(filterFields)
      .default({})
      .describe('Only documents that fit each of these filters; of a list, one value has to fit.'),
    facets: z
      .array(z.enum(searchFacets))
      .max(searchFacets.length)
      .default([])
      .describe('By what to count the documents that are found.'),
    sort: z
      .enum(searchSorts)
      .optional()
      .describe('What documents are ordered by; by default relevance, or updatedAt without a query.'),
    highlight: z.boolean().default(true).describe('Whether to show where the words were found.'),
    ...pageFields(parts, { most: 100, usual: 25 }),
  }),
  output: z.object({
    results: z.array(SearchHitView).describe('What was found.'),
    facets: FacetsView,
    total: z
      .object({
        value: z.int().describe('How many documents there are, counted up to 10000.'),
        relation: z.enum(['eq', 'gte']).describe('gte if there are more.'),
      })
      .describe('How many documents were found.'),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
  }),
  errors: [searchTooBroad],

  async run({ query: text, filters, facets, sort: wantedSort, highlight, limit, cursor }, context) {
    const { documentSearch, user, now } = context;
    const terms = termsOf(text);
    const filter = filterOf(filters);
    if (terms.wanted.length === 0 && Object.keys(filter).length === 0)
      throw invalidField('/query', 'search.empty', 'Give a word to find, or a filter.');
    const searching = { viewer: viewerOf(user), terms, filter, ...(await standingAt(now, context)) };
    const sort = wantedSort ?? (terms.wanted.length > 0 ? 'relevance' : 'updatedAt');
    const [rows, total, ...counts] = await Promise.all([
      documentSearch.find(searching, sort, afterOf(cursor, sort), limit),
      documentSearch.total(searching),
      ...facets.map((facet) => documentSearch.counts(searching, facet)),
    ]);
    const page = pageOf(rows, limit, ({ sortedBy, id }) => keyOf(sortedBy, id, sort));
    return {
      results: await shownHits(page.rows, highlight ? terms.wanted : [], context),
      facets: Object.fromEntries(facets.map((facet, at) => [facet, [...(counts[at] ?? [])]])),
      total: {
        value: Math.min(total, mostCountedHits),
        relation: total > mostCountedHits ? ('gte' as const) : ('eq' as const),
      },
      count: page.count,
      nextCursor: page.nextCursor,
    };
  },
});

function keyOf(sortedBy: string | null, id: string, sort: SearchSort): Key {
  const values: (string | null)[] = parts.slice(0, -1).map(() => null);
  values[placeOfSort[sort]] = sortedBy;
  // As many as there are parts, each in the place of its form.
  return [...values, id] as unknown as Key;
}

/** Only a date can be missing; a cursor of another order begins anew. */
function afterOf(cursor: Key | undefined, sort: SearchSort): FoundKey | null {
  if (cursor === undefined) return null;
  const sortedBy = cursor[placeOfSort[sort]];
  return sortedBy === null && sort !== 'expiresOn' ? null : [sortedBy, cursor[4]];
}
