import { z } from 'zod';
import { isShown } from '../documents/index.ts';
import { storedFile } from '../kernel/file-answer.ts';
import { id } from '../kernel/shapes.ts';
import { clientUploadNotFound } from './errors.ts';
import { seenUpload } from './found-request.ts';
import { query } from './ports.ts';
import { contentRefusals, servedUpload } from './uploaded-content.ts';

export const getClientUploadContent = query({
  summary: 'Download a file that a client sent',
  description:
    'Whole or in part, before it is accepted, and afterwards for as long as the document has it. A browser shows PDF files without active content, PNG, JPEG and plain text if you ask for it; everything else is saved.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  cli: { command: 'file-requests download' },
  always: true,
  input: z.strictObject({
    uploadId: id().describe('The id of the file.'),
    disposition: z
      .enum(['inline', 'attachment'])
      .default('attachment')
      .describe('Whether a browser is to show or to save the file.'),
  }),
  output: storedFile(),
  errors: [clientUploadNotFound, ...contentRefusals],

  find: (input, context) => seenUpload(input, context),

  async run({ disposition }, context) {
    const { upload } = context.found;
    const isInline = disposition === 'inline' && isShown(upload, { ...upload, kind: 'original' });
    return servedUpload(upload, isInline ? 'inline' : 'attachment', context);
  },
});
