import { z } from 'zod';
import {
  type Document,
  DocumentView,
  documentInvalidState,
  placeRefusals,
  trashRefusals,
} from '../../documents/index.ts';
import { id, multiline, version, visibleName } from '../../kernel/shapes.ts';
import { invalidField } from '../../kernel/validation.ts';
import { clientUploadNotReviewable } from '../client-upload.ts';
import { clientUploadGone, clientUploadNotFound, clientUploadQuarantined } from '../errors.ts';
import { ownRequest, seenUpload, shownRequest } from '../found-request.ts';
import { command } from '../ports.ts';
import { ClientUploadView, FileRequestView } from '../views.ts';
import { acceptUpload } from './accepted-upload.ts';
import { rejectUpload, resetUpload } from './put-back-upload.ts';
import type { Reviewing } from './reviewing.ts';

const input = z.strictObject({
  uploadId: id().describe('The id of the file.'),
  decision: z
    .enum(['accept', 'reject', 'reset'])
    .describe(
      'accept makes a document of the file; reject asks the client for another one; reset takes a decision back.',
    ),
  reason: multiline(1000).optional().describe('Why the file is rejected; the client reads it.'),
  documentName: visibleName(255)
    .optional()
    .describe('The name of the document; by default that of the file.'),
  folderId: id()
    .nullable()
    .optional()
    .describe('The id of its folder; null is the root, by default it is that of the request.'),
  documentTypeId: id()
    .nullable()
    .optional()
    .describe('The id of its type; null for none, by default it is that of the item.'),
  notifyClient: z
    .boolean()
    .default(true)
    .describe('Whether the client is mailed when something has to be sent again.'),
  expectedVersion: version()
    .optional()
    .describe('The version of the request that you have seen; if it has moved on, nothing is changed.'),
});
type Input = z.output<typeof input>;

export const reviewClientUpload = command({
  summary: 'Accept or reject a file that a client sent',
  description:
    'An accepted file becomes a document of whoever owns the request. When everything that is required is accepted, the request is complete and the client is told. An accepted file can be rejected or reset only while nobody has touched its document, which goes to the trash.',
  access: { owner: 'any', admin: 'any', member: 'own' },
  cli: { command: 'file-requests review' },
  input,
  output: z.object({
    upload: ClientUploadView,
    request: FileRequestView,
    document: DocumentView.nullable().describe(
      'The document that was made of the file; null if it was not accepted.',
    ),
  }),
  errors: [
    clientUploadNotFound,
    clientUploadNotReviewable,
    clientUploadQuarantined,
    clientUploadGone,
    documentInvalidState,
    ...trashRefusals,
    ...placeRefusals,
  ],

  find: (given, context) => seenUpload(given, context, 'for update'),
  may: ownRequest,
  version: (request) => request.version,

  async run(given, context) {
    const { upload, ...request } = context.found;
    if (upload.status === 'quarantined') throw clientUploadQuarantined();
    const reviewed = await decided(given, { request, upload }, context);
    return {
      upload: reviewed.upload,
      request: await shownRequest(reviewed.request, context),
      document:
        reviewed.document === null ? null : await context.documentLibrary.view(reviewed.document, context),
    };
  },
});

interface Reviewed extends Reviewing {
  readonly document: Document | null;
}

async function decided(
  { decision, reason, notifyClient, ...filing }: Input,
  reviewing: Reviewing,
  context: Parameters<typeof acceptUpload>[2],
): Promise<Reviewed> {
  if (decision === 'accept') return acceptUpload(reviewing, filing, context);
  if (decision === 'reset') return { ...(await resetUpload(reviewing, context)), document: null };
  if (!reason)
    throw invalidField(
      '/reason',
      'file_request.reason_required',
      'Say why the file is rejected; the client reads it.',
    );
  return { ...(await rejectUpload(reviewing, { reason, notifyClient }, context)), document: null };
}
