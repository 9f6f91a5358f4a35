import { z } from 'zod';
import { mailBudgetUsed } from '../kernel/outside-mail.ts';
import { multiline, version } from '../kernel/shapes.ts';
import { fileRequestInvalidState, fileRequestNotFound } from './errors.ts';
import { ownRequest, requestToChange, shownRequest } from './found-request.ts';
import { fileRequestDeliveries } from './link.ts';
import { command } from './ports.ts';
import { requestId } from './request-fields.ts';
import { sentRequest } from './sent-request.ts';
import { FileRequestView } from './views.ts';

export const sendingInput = {
  requestId: requestId(),
  message: multiline(2000)
    .nullable()
    .default(null)
    .describe('Words for the client, which this one mail quotes; null for none.'),
  delivery: z
    .enum(fileRequestDeliveries)
    .default('email')
    .describe('Whether the link is mailed, or is in the answer for you to hand over.'),
  expectedVersion: version().optional(),
};
export const sendingOutput = z.object({
  request: FileRequestView,
  url: z.string().nullable().describe('The link, which is shown only here; null if it was mailed.'),
});

export const sendFileRequest = command({
  summary: 'Send a request for files to the client',
  description:
    'Whoever has the link can send files for this request, without an account. Sent again, it brings another link, and every earlier one stops working.',
  access: { owner: 'any', admin: 'any', member: 'own' },
  cli: { command: 'file-requests send' },
  feature: 'client_file_requests',
  outside: true,
  secret: true,
  input: z.strictObject(sendingInput),
  output: sendingOutput,
  errors: [mailBudgetUsed, fileRequestNotFound, fileRequestInvalidState],

  find: requestToChange,
  may: ownRequest,
  version: (request) => request.version,

  async run({ message, delivery }, context) {
    const { request, url } = await sentRequest(
      context.found,
      { cause: 'send', delivery, message: message || null },
      context,
    );
    return { request: await shownRequest(request, context), url };
  },
});
