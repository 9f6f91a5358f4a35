import { z } from 'zod';
import { boundedTogether } from '../../kernel/bounded-together.ts';
import { date, multiline, text, visibleName } from '../../kernel/shapes.ts';
import {
  confidentialities,
  coSignPolicies,
  labels,
  newTemplateInput,
  packTerms,
  reviewPolicies,
} from '../../records/index.ts';
import { retentionActions, retentionTriggers } from '../retention/retention-clock.ts';

const code = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[a-z][a-z0-9_]*$/, 'Begin with a small letter; give small letters, digits and _.');

export const packCode = () =>
  code(50)
    .describe('The code of the pack.')
    .meta({ examples: ['healthcare'] });

const words = z.strictObject({
  one: visibleName(100).describe('The word for one.'),
  other: visibleName(100).describe('The word for several.'),
});

const wordFor = {
  subject: 'whoever a record is about',
  case: 'a case',
  encounter: 'an encounter',
  entry: 'an entry',
  lead: 'whoever leads a case',
  follow_up: 'a follow-up',
} as const satisfies Record<(typeof packTerms)[number], string>;

/** One word of each thing; none has to be there. */
const terms = z
  .strictObject(
    // Each term is a key of the table below, which says what it is the word for.
    Object.fromEntries(
      packTerms.map((term) => [term, words.optional().describe(`What ${wordFor[term]} is called.`)]),
    ) as Record<(typeof packTerms)[number], z.ZodOptional<typeof words>>,
  )
  .describe('The words of one language.');

const languageTag = () =>
  z
    .string()
    .max(35)
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'Give a language tag such as en or de-CH.');

const types = (what: string) =>
  z
    .array(
      z.strictObject({
        code: code(100).describe('The type as programs say it.'),
        label: visibleName(200).describe('The type as people read it.'),
        defaultConfidentiality: z
          .enum(confidentialities)
          .default('standard')
          .describe('The highest label that a new one begins with.'),
      }),
    )
    .max(100)
    .describe(what);

/** An ISO 8601 duration of years, months and days. */
const period = () =>
  z
    .string()
    .max(20)
    .regex(/^P(?=\d)(\d{1,3}Y)?(\d{1,4}M)?(\d{1,5}D)?$/, 'Give a period such as P7Y, P18M or P30D.');

export const retentionDefaultFields = () =>
  z.strictObject({
    code: code(100).describe('The code of the policy.'),
    name: visibleName(200).describe('What people call it.'),
    trigger: z.enum(retentionTriggers).describe('What the period is counted from.'),
    period: period().nullable().default(null).describe('How long; null only where all is kept for ever.'),
    action: z.enum(retentionActions).describe('What happens at the end.'),
    legalBasis: multiline(2000, 1).describe('Why it is kept so long.'),
    jurisdiction: text(35).nullable().default(null).describe('Whose law holds; null if it does not matter.'),
    fixedDate: date().nullable().default(null).describe('The day of a fixed date; null for every other.'),
    minor: z
      .strictObject({
        majorityAge: z.int().min(1).max(30).describe('At which age somebody is of age.'),
        untilAge: z.int().min(1).max(40).describe('Until which age records of minors are kept.'),
      })
      .nullable()
      .default(null)
      .describe('What holds for minors; null for nothing of its own.'),
    includeSubject: z.boolean().default(false).describe('Whether the subject goes with its last case.'),
    caseTypes: z.array(code(100)).max(100).default([]).describe('Which types of cases it is meant for.'),
  });

const workflow = z
  .strictObject({
    reviewPolicy: z.enum(reviewPolicies).optional().describe('Who approves an entry.'),
    coSignPolicy: z.enum(coSignPolicies).optional().describe('Whether a second person signs too.'),
    lateEntryHours: z.int().min(1).max(8760).optional().describe('After how many hours an entry is late.'),
    signatureDueHours: z
      .int()
      .min(1)
      .max(8760)
      .optional()
      .describe('Within how many hours an entry is to be signed.'),
    amendmentDays: z
      .int()
      .min(1)
      .max(365)
      .optional()
      .describe('Within how many days an amendment is decided.'),
    breakGlassMinutes: z.int().min(15).max(240).optional().describe('How long break-glass lasts.'),
  })
  .describe('How records are reviewed, and within which times.');

const redisclosureNotices = z
  .array(
    z.strictObject({
      label: z.enum(labels).describe('The label of the records that it travels with.'),
      code: code(100).describe('A name for programs.'),
      text: multiline(5000, 1).describe('What recipients read.'),
    }),
  )
  .max(20)
  .describe('Texts that travel with labelled records.');

/** How much all templates of a pack hold together. */
const inAllTemplates = {
  sections: 300,
  'sections.options': 1000,
  'sections.defaultValue': 500,
  caseTypes: 1000,
};

/** What a pack says; what is left out is that of the pack that it extends. */
export const packFields = {
  terminology: z
    .record(languageTag(), terms)
    .refine((given) => Object.keys(given).length <= 20, { error: 'Give at most 20 languages.' })
    .optional()
    .describe('The words of the trade, by language.'),
  caseTypes: types('The kinds of cases.').optional(),
  encounterTypes: types('The kinds of encounters.').optional(),
  entryTypes: types('The kinds of entries.').optional(),
  templates: boundedTogether(z.array(newTemplateInput).max(50), inAllTemplates)
    .optional()
    .describe('The templates that it brings.'),
  retentionDefaults: z
    .array(retentionDefaultFields())
    .max(50)
    .optional()
    .describe('The policies of retention that it begins with, as drafts.'),
  workflow: workflow.optional(),
  redisclosureNotices: redisclosureNotices.optional(),
  portalTerms: multiline(10_000, 1).optional().describe('What recipients of packages agree to.'),
};
