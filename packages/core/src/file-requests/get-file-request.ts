import { z } from 'zod';
import { fileRequestNotFound } from './errors.ts';
import { seenRequest, shownRequest } from './found-request.ts';
import { query } from './ports.ts';
import { requestId } from './request-fields.ts';
import { FileRequestView } from './views.ts';

export const getFileRequest = query({
  summary: 'Read a request for files',
  description:
    'With its items and the files that came. You see your own requests, as owner or admin of the workspace all of them, and those of cases that you may read.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  cli: { command: 'file-requests get' },
  always: true,
  input: z.strictObject({ requestId: requestId() }),
  output: z.object({ request: FileRequestView }),
  errors: [fileRequestNotFound],

  find: (input, context) => seenRequest(input, context),

  run: async (_, context) => ({ request: await shownRequest(context.found, context) }),
});
