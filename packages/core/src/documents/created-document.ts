import { z } from 'zod';
import { DocumentView } from './views.ts';

/** What the endpoints that make a document answer. */
export const CreatedDocumentAnswer = z.object({
  document: DocumentView,
  duplicates: z
    .array(
      z.object({
        documentId: z.uuid().describe('The id of a document.'),
        name: z.string().describe('The name of that document.'),
      }),
    )
    .describe('Documents with the same bytes that you see, at most 10.'),
});
