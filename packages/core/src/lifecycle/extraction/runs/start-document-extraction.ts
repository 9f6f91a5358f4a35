import { z } from 'zod';
import { documentInvalidState, documentNotFound } from '../../../documents/index.ts';
import { extractionEncrypted, extractionNotSupported } from '../../errors.ts';
import { lifecycleToChange } from '../../lifecycles/found-lifecycle.ts';
import { documentId } from '../../lifecycles/get-document-lifecycle.ts';
import { onLifecycle } from '../../lifecycles/lifecycle-permissions.ts';
import { command } from '../../ports.ts';
import { extractionKinds } from '../rules/proposals.ts';
import { ocrModes } from '../text-extractor.ts';
import { ExtractionRunView, extractionRunView } from '../views.ts';
import { startExtraction, usualWishes } from './start-extraction.ts';

const [mostPages, mostAnHour] = [200, 20];

/** The pages that a run reads. */
export const pageRange = () =>
  z
    .strictObject({
      from: z.int().min(1).max(100_000).default(1).describe('The first page.'),
      to: z.int().min(1).max(100_000).describe('The last page.'),
    })
    .refine(({ from, to }) => to >= from && to - from < mostPages, {
      error: `Give at most ${mostPages} pages, the first one first.`,
      params: { code: 'field.out_of_range' },
    })
    .meta({ examples: [usualWishes.pages] });

export const startDocumentExtraction = command({
  summary: 'Look for dates and numbers in a document',
  description:
    'The document is read in the background, and what is found is proposed as evidence. The same request is not worked on twice: if it was completed before, that run is answered.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  feature: 'document_lifecycle',
  cli: { command: 'documents extractions start' },
  throttles: [
    {
      bucket: 'document_extraction',
      limit: mostAnHour,
      windowSeconds: 3600,
      by: ({ documentId: wanted }) => wanted,
    },
  ],
  input: z.strictObject({
    documentId: documentId(),
    kinds: z
      .array(z.enum(extractionKinds))
      .min(1)
      .max(extractionKinds.length)
      .default([...usualWishes.kinds])
      .describe('What to look for.'),
    languages: z
      .array(z.string().regex(/^[a-z]{2,3}$/, 'Give the primary tag of a language, such as de.'))
      .min(1)
      .max(5)
      .optional()
      .describe(
        'The languages whose months are to be known by name; by default those of the type, or of the workspace.',
      )
      .meta({ examples: [['de', 'en']] }),
    ocr: z
      .enum(ocrModes)
      .optional()
      .describe(
        'When to recognize text in pictures of pages: where the file says too little, never, or everywhere; by default as the workspace has set it.',
      ),
    pages: pageRange().default(usualWishes.pages).describe(`The pages to read, at most ${mostPages}.`),
    force: z.boolean().default(false).describe('Whether to look again if the same was completed before.'),
  }),
  output: z.object({
    extraction: ExtractionRunView,
    reused: z.boolean().describe('Whether it is a run that was completed before.'),
  }),
  errors: [documentNotFound, documentInvalidState, extractionNotSupported, extractionEncrypted],

  find: lifecycleToChange,
  may: onLifecycle('configure'),

  async run({ kinds, languages, ocr, pages: range, force }, context) {
    const { found, user } = context;
    const { run, reused } = await startExtraction(
      found.document,
      { kinds, languages: languages ?? null, ocr: ocr ?? null, pages: range },
      { requestedByUserId: user.userId, force },
      context,
    );
    return { extraction: extractionRunView(run), reused };
  },
});
