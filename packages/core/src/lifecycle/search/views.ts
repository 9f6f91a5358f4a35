import { z } from 'zod';
import { signatureStatuses } from '../../documents/index.ts';
import { shown } from '../../kernel/shapes.ts';
import { lifecycleStatuses } from '../dates/status.ts';
import { riskCodes } from '../risks/risk.ts';
import { highlightedFields } from './highlights.ts';

const HitDocumentView = z.object({
  id: z.uuid().describe('The id of the document.'),
  name: z.string().describe('The name that people see.'),
  fileName: z.string().describe('The name that a download gets.'),
  mimeType: z.string().describe('The type of its current bytes.'),
  folderId: z.uuid().nullable().describe('The id of its folder; null in the root of the workspace.'),
  tags: z.array(z.string()).describe('Words to find it by.'),
  signatureStatus: z.enum(signatureStatuses).describe('The state of its current signing round.'),
  createdAt: shown.createdAt(),
  updatedAt: shown.updatedAt(),
});

const HitLifecycleView = z.object({
  status: z.enum(lifecycleStatuses).describe('What follows from its dates at this moment.'),
  typeId: z.uuid().nullable().describe('The id of its document type; null without one.'),
  ownerUserId: z
    .string()
    .nullable()
    .describe('The id of the person who keeps it in force; null if nobody was named.'),
  policyId: z.uuid().nullable().describe('The id of the policy that applies; null if none does.'),
  expiresOn: shown.date().nullable().describe('The last day of its validity; null if there is none.'),
  confirmed: z.boolean().describe('True if a person has confirmed the date, or that there is none.'),
  held: z.boolean().describe('True if a legal hold forbids to trash or destroy it.'),
  risks: z.array(z.enum(riskCodes)).describe('What is open about it.'),
});

export const SearchHitView = z
  .object({
    document: HitDocumentView.describe('The document in short.'),
    lifecycle: HitLifecycleView.describe('Its lifecycle in short.'),
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
