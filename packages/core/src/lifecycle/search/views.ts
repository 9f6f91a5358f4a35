import { z } from 'zod';
import { DocumentView } from '../../documents/index.ts';
import { LifecycleView } from '../lifecycles/views.ts';
import { highlightedFields } from './highlights.ts';

export const SearchHitView = z
  .object({
    document: DocumentView,
    lifecycle: LifecycleView,
    score: z.number().describe('How well it fits the words, from 0 on; 0 without a query.'),
    highlights: z
      .array(
        z.object({
          field: z.enum(highlightedFields).describe('Where a word was found.'),
          snippet: z.string().describe('The text around it, which is plain text.'),
          page: z.int().nullable().describe('The page of the text; null elsewhere, and without pages.'),
        }),
      )
      .describe('Where the words were found; a word alone may be missing in each of them.'),
  })
  .meta({ id: 'DocumentSearchHit', description: 'A document that a search has found.' });

const counts = (by: string, value: z.ZodType<string | null>, isEmpty = '') =>
  z
    .array(
      z.object({
        value: value.describe(`The ${by}${isEmpty}.`),
        count: z.int().describe('How many documents have it, counted up to 10000.'),
      }),
    )
    .optional()
    .describe(`How many documents there are by the ${by}; left out unless it was asked for.`);

/** Each counts as if there were no filter by it (OPS-7). */
export const FacetsView = z
  .object({
    status: counts('status', z.string()),
    type: counts('id of the document type', z.string().nullable(), '; null without one'),
    owner: counts('id of who keeps them in force', z.string().nullable(), '; null if nobody was named'),
    risk: counts('risk that is open', z.string()),
    signatureStatus: counts('state of the signing round', z.string()),
  })
  .describe(
    'The counts that were asked for, the most frequent first and at most 50 each; a filter by the same is left out of them.',
  );
