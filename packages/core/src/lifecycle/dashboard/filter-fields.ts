import { z } from 'zod';
import { id, shown, text, userId } from '../../kernel/shapes.ts';
import { lifecycleStatuses } from '../dates/status.ts';
import { documentDate } from '../policies/policy-fields.ts';
import { riskCodes } from '../risks/risk.ts';

/** The filter that stands for whoever asks. */
export const me = 'me';
const namesStatuses = (list: string) =>
  list.split(',').every((status) => (lifecycleStatuses as readonly string[]).includes(status));

/** What the dashboard can be filtered by, and a saved view keeps. */
export const filterFields = {
  status: z
    .string()
    .max(200, { abort: true })
    .refine(namesStatuses, {
      error: 'Give statuses of documents, with commas between them.',
      params: { code: 'field.not_an_option' },
    })
    .optional()
    .describe(
      `Only these statuses, with commas between them: ${lifecycleStatuses.join(', ')}. Destroyed documents are listed only if disposed is named.`,
    )
    .meta({ examples: ['expired,in_grace'] }),
  typeId: id().optional().describe('Only documents of this type.'),
  ownerUserId: z
    .union([z.literal(me), userId()])
    .optional()
    .describe(`Only documents that this person keeps in force; ${me} for your own.`),
  folderId: id().optional().describe('Only documents in this folder and below it.'),
  policyId: id().optional().describe('Only documents to which this policy applies.'),
  held: z.boolean().optional().describe('Only documents on hold, or only those that are not.'),
  risk: z.enum(riskCodes).optional().describe('Only documents with this risk.'),
  from: documentDate().optional().describe('Only documents that expire on this day or later.'),
  to: documentDate().optional().describe('Only documents that expire on this day or earlier.'),
  search: text(200, 0)
    .optional()
    .describe('Words that must all be found in name, description, file name or tags.'),
  direction: z
    .enum(['asc', 'desc'])
    .optional()
    .describe('Ascending, which is the default, or descending. Documents without a date come last in both.'),
} satisfies Readonly<Record<string, z.ZodType>>;
export type FilterInput = z.output<z.ZodObject<typeof filterFields>>;

/** The same as answers show them. */
export const shownFilters = {
  status: z.string().optional().describe('The statuses, with commas between them.'),
  typeId: z.uuid().optional().describe('The id of the type.'),
  ownerUserId: z
    .string()
    .optional()
    .describe(`The id of who keeps the documents in force; ${me} for whoever looks.`),
  folderId: z.uuid().optional().describe('The id of the folder.'),
  policyId: z.uuid().optional().describe('The id of the policy.'),
  held: z.boolean().optional().describe('Whether the documents are on hold.'),
  risk: z.enum(riskCodes).optional().describe('A risk that the documents have.'),
  from: shown.date().optional().describe('The first day on which they expire.'),
  to: shown.date().optional().describe('The last day on which they expire.'),
  search: z.string().optional().describe('Words that are all found in them.'),
  direction: z.enum(['asc', 'desc']).optional().describe('Ascending or descending.'),
} satisfies Readonly<Record<keyof typeof filterFields, z.ZodType>>;
