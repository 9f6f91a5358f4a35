import { z } from 'zod';
import { id, multiline, shown, userId } from '../../kernel/shapes.ts';
import { filterFields } from '../dashboard/filter-fields.ts';
import { extractionKinds } from '../extraction/rules/proposals.ts';
import { pageRange } from '../extraction/runs/start-document-extraction.ts';
import { ocrModes } from '../extraction/text-extractor.ts';
import { holdFields, mostReason } from '../holds/hold-fields.ts';
import { renewalFields } from '../renewals/renewal-fields.ts';
import { riskFields } from '../risks/risk-fields.ts';
import { viewId } from '../saved-views/save-lifecycle-view.ts';

/** What can be done to many documents in one call. */
export const bulkActions = [
  'set_type',
  'set_owner',
  'assign_policy',
  'remove_policy',
  'confirm_dates',
  'set_no_expiration',
  'open_renewal',
  'place_hold',
  'release_hold',
  'acknowledge_risk',
  'start_extraction',
  'recalculate',
  'move_to_folder',
  'trash',
] as const;
export type BulkAction = (typeof bulkActions)[number];

/** The most documents of one call. */
export const mostDocuments = 500;

const { direction: _, ...filters } = filterFields;

const params = z
  .strictObject({
    typeId: id().nullable().describe('For set_type: the id of the type; null for none.'),
    ownerUserId: userId()
      .nullable()
      .describe(
        'For set_owner: the id of the member who keeps them in force, null for nobody. For open_renewal: who works on it.',
      ),
    policyId: id().describe('For assign_policy: the id of the policy for each of these documents alone.'),
    note: renewalFields.note
      .max(1000)
      .describe('For confirm_dates and open_renewal: what is to be noted with it.'),
    dueOn: renewalFields.dueOn.describe(
      'For open_renewal: by when the replacements should be there; by default the last day of each document.',
    ),
    priority: renewalFields.priority.describe('For open_renewal: how urgent it is; by default medium.'),
    matter: holdFields.matter.describe(
      'For place_hold: the matter for which they are kept. For release_hold: the matter whose holds are released, if it has no reference.',
    ),
    matterReference: holdFields.matterReference
      .unwrap()
      .describe('For place_hold and release_hold: the reference of the matter.'),
    custodianUserId: holdFields.custodianUserId
      .unwrap()
      .describe('For place_hold: the id of the member whom it is about or who keeps the material.'),
    reviewOn: holdFields.reviewOn
      .unwrap()
      .describe('For place_hold: when somebody is to look whether it is still needed.'),
    risk: riskFields.risk.describe('For acknowledge_risk: the risk that is accepted.'),
    until: riskFields.until.describe('For acknowledge_risk: the last day on which it is accepted.'),
    kinds: z
      .array(z.enum(extractionKinds))
      .min(1)
      .max(extractionKinds.length)
      .describe('For start_extraction: what to look for.'),
    ocr: z.enum(ocrModes).describe('For start_extraction: when to recognize text in pictures of pages.'),
    pages: pageRange().describe('For start_extraction: the pages to read.'),
    folderId: id().nullable().describe('For move_to_folder: the id of the folder; null for the top.'),
  })
  .partial();
export type BulkParams = z.output<typeof params>;

export const bulkFields = {
  action: z.enum(bulkActions).describe('What to do to each document.'),
  documentIds: z
    .array(id())
    .min(1)
    .max(mostDocuments)
    .optional()
    .describe(`The ids of the documents, at most ${mostDocuments}; or give a filter instead.`),
  filter: z
    .strictObject({ viewId: viewId().optional(), ...filters })
    .optional()
    .describe(`The documents that the dashboard lists for it, at most ${mostDocuments}.`)
    .meta({ examples: [{ status: 'needs_date' }] }),
  params: params.default({}).describe('What the action needs.'),
  reason: multiline(mostReason, 3)
    .optional()
    .describe('Why; needed for holds, to accept a risk, and for the trash.')
    .meta({ examples: ['The matter was settled'] }),
  dryRun: z
    .boolean()
    .default(false)
    .describe('Whether nothing is changed, and the answer says what would have become of each document.'),
} satisfies Readonly<Record<string, z.ZodType>>;
export type BulkInput = z.output<z.ZodObject<typeof bulkFields>>;

export const bulkOutcomes = ['applied', 'skipped', 'failed'] as const;

export const BulkResultView = z.object({
  documentId: z.uuid().describe('The id of the document.'),
  outcome: z
    .enum(bulkOutcomes)
    .describe('Whether it was done, was not needed because it is so already, or was refused.'),
  code: z.string().nullable().describe('Why it was skipped or refused; null if there is nothing to say.'),
  message: z.string().nullable().describe('The same as a sentence; null without a code.'),
});
export type BulkResult = z.input<typeof BulkResultView>;

export const bulkAnswer = {
  bulkId: z.uuid().describe('The id of this call, under which the audit ledger has it.'),
  action: z.enum(bulkActions).describe('What was done.'),
  dryRun: z.boolean().describe('Whether nothing was changed.'),
  matched: shown.count().describe('How many documents it was about.'),
  applied: z.int().describe('How many were changed.'),
  skipped: z.int().describe('How many were so already.'),
  failed: z.int().describe('How many were refused.'),
  results: z.array(BulkResultView).describe('What became of each document, by id.'),
} satisfies Readonly<Record<string, z.ZodType>>;
