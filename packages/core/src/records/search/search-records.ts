import { z } from 'zod';
import { pageFields, pageOf } from '../../kernel/pages.ts';
import { id, instant, multiline, shown } from '../../kernel/shapes.ts';
import { reachOf } from '../access/reader.ts';
import { slowQuery } from '../ports.ts';
import { mostWithheld } from '../subjects/ports.ts';
import { purposeOfUse } from '../subjects/subject-fields.ts';
import { searchNoTerms } from './errors.ts';
import { type FoundRecord, mostRanked, searchKinds } from './ports.ts';
import { readTexts } from './read-texts.ts';
import { saySearched } from './say-searched.ts';
import { shownHits } from './shown-hits.ts';
import { foldedWord, wantedWords } from './snippets.ts';
import { RecordSearchHitView } from './views.ts';

const [fewestCharacters, mostCharacters] = [2, 200];

export const searchRecords = slowQuery({
  summary: 'Search records by what they say',
  description:
    'Finds words of cases, encounters and follow-ups, and of signed entries with what was added to them: all words have to be found, by the language of the workspace. Put a phrase in quotation marks, a minus before what must not be found, and “or” between two words of which one is enough. What is labelled psychotherapy or sealed is found by its title alone. What fits best comes first.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  always: true,
  cli: {
    command: 'records search',
    columns: ['kind', 'caseNumber', 'title', 'snippet', 'occurredAt', 'id'],
    example: { query: 'interview' },
  },
  input: z.strictObject({
    query: multiline(mostCharacters, fewestCharacters)
      .describe('What to find.')
      .meta({ examples: ['"first interview" -draft'] }),
    caseId: id().optional().describe('Only what is in this case.'),
    kinds: z
      .array(z.enum(searchKinds))
      .min(1)
      .max(searchKinds.length)
      .optional()
      .describe('Only records of these kinds.'),
    from: instant().optional().describe('Only what happened at this instant or later.'),
    to: instant(7).optional().describe('Only what happened at this instant or earlier.'),
    includeErrors: z.boolean().default(false).describe('Whether to find what was entered in error too.'),
    purposeOfUse: purposeOfUse(),
    ...pageFields(['integer', 'instant', 'id'], { most: 50, usual: 20 }),
  }),
  output: z.object({
    results: z.array(RecordSearchHitView).describe('What was found.'),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
    withheldForPurpose: z
      .int()
      .nullable()
      .describe(
        `How many more you would find for another purpose; ${mostWithheld} means ${mostWithheld} or more, and null that this is not the first page.`,
      ),
    truncated: z
      .boolean()
      .describe(`True if more than ${mostRanked} records fit: then these are among the newest of them.`),
  }),
  errors: [searchNoTerms],

  async run({ query, limit, cursor, purposeOfUse: given, ...asked }, context) {
    const purpose = given ?? null;
    const { recordSearch } = context;
    const words = wantedWords(query);
    const { findsAnything, stems } = await recordSearch.terms(query, words);
    if (!findsAnything) throw searchNoTerms();
    const reach = await reachOf(purpose, context);
    const found = await recordSearch.find(
      {
        words: query,
        kinds: asked.kinds ?? null,
        caseId: asked.caseId ?? null,
        from: asked.from ?? null,
        to: asked.to ?? null,
        includesErrors: asked.includeErrors,
        reach,
      },
      cursor ?? null,
      limit,
    );
    const page = pageOf<FoundRecord>(found.records, limit, ({ rank, occurredAt, id: last }) => [
      String(rank),
      occurredAt,
      last,
    ]);
    await saySearched(page.rows, { reader: reach.reader, purpose }, context);
    return {
      page,
      found,
      texts: await readTexts(page.rows, context),
      terms: { words: new Set(words.map(foldedWord)), stems },
    };
  },

  async compose({ page, found, texts, terms }, _, context) {
    return {
      results: await shownHits(page.rows, texts, terms, context),
      count: page.count,
      nextCursor: page.nextCursor,
      withheldForPurpose: found.withheld,
      truncated: found.isTruncated,
    };
  },
});
