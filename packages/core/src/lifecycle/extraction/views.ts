import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { applicableFields, type Evidence, evidenceStates } from './evidence/evidence.ts';
import { evidenceKinds, extractionKinds } from './rules/proposals.ts';
import { readingMethods } from './rules/read-text.ts';
import { datePrecisions } from './rules/written-dates.ts';
import {
  type ExtractionRun,
  extractionFailures,
  extractionFindings,
  extractionRunStates,
} from './runs/extraction-run.ts';
import { ocrModes } from './text-extractor.ts';

export const ExtractionRunView = z
  .object({
    id: shown.ownId(),
    documentId: z.uuid().describe('The id of the document.'),
    versionId: z.uuid().describe('The id of the version that is read.'),
    kinds: z.array(z.enum(extractionKinds)).describe('What is looked for.'),
    languages: z.array(z.string()).describe('The languages whose months are known by name.'),
    ocr: z.enum(ocrModes).describe('When text is recognized in pictures of pages.'),
    pages: z
      .object({
        from: z.int().describe('The first page.'),
        to: z.int().describe('The last page.'),
      })
      .describe('The pages that are read.'),
    status: z.enum(extractionRunStates.states).describe('How far it is.'),
    pagesProcessed: z.int().describe('How many pages were read.'),
    pagesOcr: z.int().describe('On how many of these the text was recognized in a picture.'),
    pagesFailed: z
      .int()
      .describe('How many pages were skipped, because they cannot be read or take too much.'),
    findings: z.array(z.enum(extractionFindings)).describe('What else was noticed.'),
    engine: z
      .object({
        text: z.string().describe('What reads text.'),
        ocr: z.string().describe('What recognizes text.'),
        dates: z.string().describe('What knows the names of months.'),
        rules: z.string().describe('The version of the rules by which values are found.'),
      })
      .nullable()
      .describe('What has read, by name and version; null until it has.'),
    evidenceCount: z.int().describe('How many values were found.'),
    failureCode: z.enum(extractionFailures).nullable().describe('Why it failed; null unless it did.'),
    requestedByUserId: z.string().nullable().describe('The id of who started it; null if nobody did.'),
    createdAt: shown.createdAt(),
    startedAt: shown.instant().nullable().describe('When it began; null until then.'),
    finishedAt: shown.instant().nullable().describe('When it ended; null until then.'),
    updatedAt: shown.updatedAt(),
    version: shown.version(),
  })
  .meta({ id: 'ExtractionRun', description: 'One pass over the text of a document.' });

const untilReviewed = 'null until somebody has said something to it';

export const EvidenceView = z
  .object({
    id: shown.ownId(),
    runId: z.uuid().describe('The id of the run that found it.'),
    documentId: z.uuid().describe('The id of the document.'),
    kind: z.enum(evidenceKinds).describe('What it seems to be.'),
    value: z
      .string()
      .describe(
        'The value: a date, a number as it is printed, or of a zone its format and the end of its number.',
      ),
    precision: z
      .enum(datePrecisions)
      .nullable()
      .describe('Whether a date says its day or only its month; null of what is no date.'),
    page: z.int().nullable().describe('The page, from 1; null of text without pages.'),
    line: z.int().describe('The line of the page, from the top.'),
    boundingBox: z
      .object({
        x: z.number().describe('The left edge.'),
        y: z.number().describe('The upper edge.'),
        width: z.number().describe('The width.'),
        height: z.number().describe('The height.'),
      })
      .nullable()
      .describe(
        'Where it stands, in fractions of the page as it is shown; null where the text has no places.',
      ),
    quote: z.string().describe('The line that says it.'),
    method: z.enum(readingMethods).describe('Whether the file says it, or it was recognized in a picture.'),
    label: z.string().nullable().describe('The words that say what it is; null without any.'),
    ambiguous: z.boolean().describe('Whether it can be read in another way.'),
    alternatives: z.array(z.string()).describe('The other ways.'),
    confidence: z.number().describe('How sure it is, from 0 to 1.'),
    status: z.enum(evidenceStates.states).describe('What people made of it.'),
    correctedValue: z.string().nullable().describe('What it is instead; null unless somebody corrected it.'),
    appliedTo: z
      .enum(applicableFields)
      .nullable()
      .describe('Which field of the lifecycle it was taken over into; null if into none.'),
    reviewNote: z.string().nullable().describe('What was noted with it; null for nothing.'),
    reviewedByUserId: z.string().nullable().describe(`The id of who looked at it; ${untilReviewed}.`),
    reviewedAt: shown.instant().nullable().describe(`When that was; ${untilReviewed}.`),
    createdAt: shown.createdAt(),
    updatedAt: shown.updatedAt(),
    version: shown.version(),
  })
  .meta({ id: 'Evidence', description: 'A value that was found in a document, with its proof.' });

export const extractionRunView = ({
  requestHash: _,
  dateOrder: __,
  ...run
}: ExtractionRun): z.input<typeof ExtractionRunView> => ({
  ...run,
  kinds: [...run.kinds],
  languages: [...run.languages],
  pages: { ...run.pages },
  findings: [...run.findings],
  engine: run.engine && { ...run.engine },
  // A run begins once and ends once, and nobody changes it otherwise.
  updatedAt: run.finishedAt ?? run.startedAt ?? run.createdAt,
  version: 1 + [run.startedAt, run.finishedAt].filter((at) => at !== null).length,
});

export const evidenceView = ({ isSuperseded: _, ...evidence }: Evidence): z.input<typeof EvidenceView> => ({
  ...evidence,
  alternatives: [...evidence.alternatives],
  updatedAt: evidence.reviewedAt ?? evidence.createdAt,
});
