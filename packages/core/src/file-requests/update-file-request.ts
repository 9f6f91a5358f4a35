import { z } from 'zod';
import { placeRefusals } from '../documents/index.ts';
import type { WritingContext } from '../kernel/handler-context.ts';
import { multiline, plannedInstant, version } from '../kernel/shapes.ts';
import { memberNotFound } from '../workspace/index.ts';
import { changedRequest } from './changed-request.ts';
import {
  fileRequestInvalidState,
  fileRequestItemInUse,
  fileRequestNotFound,
  fileRequestTooMany,
} from './errors.ts';
import { aboutRequest, fileRequestUpdated } from './events.ts';
import { followUp } from './follow-up.ts';
import { ownRequest, requestToChange, shownRequest } from './found-request.ts';
import { endFileRequestLinks } from './fresh-link.ts';
import { command, type FileRequestsPorts } from './ports.ts';
import { type FileRequest, settled } from './request.ts';
import { cancelRequest, completeRequest, reopenRequest } from './request-ends.ts';
import { type RequestChanges, requestChanges, requestId } from './request-fields.ts';
import { tellOfSubmission } from './settled-request.ts';
import { FileRequestView } from './views.ts';

export const updateFileRequest = command({
  summary: 'Change a request for files, end it, or open it again',
  description:
    'With another address of the client the link ends; send the request again then. An item that files came for keeps its id, and can only take more than before. To open a request that has ended give expiresAt, and send it or remind the client for a fresh link.',
  access: { owner: 'any', admin: 'any', member: 'own' },
  cli: { command: 'file-requests update', example: { dueOn: '2026-12-14' } },
  input: z.strictObject({
    requestId: requestId(),
    ...requestChanges.shape,
    expiresAt: plannedInstant(60)
      .optional()
      .describe('When the link ends, at most 365 days ahead; needed to open a request again.'),
    status: z
      .enum(['cancelled', 'completed', 'reopened'])
      .optional()
      .describe('Ends the request, as cancelled or as completed, or opens it again.'),
    reason: multiline(1000)
      .optional()
      .describe('Why it is ended; needed to complete a request while something required is missing.'),
    expectedVersion: version().optional(),
  }),
  output: z.object({ request: FileRequestView }),
  errors: [
    fileRequestNotFound,
    fileRequestInvalidState,
    fileRequestItemInUse,
    fileRequestTooMany,
    memberNotFound,
    ...placeRefusals,
  ],

  find: requestToChange,
  may: ownRequest,
  version: (request) => request.version,

  async run({ requestId: _, expectedVersion: __, status, reason, ...given }, context) {
    const reopening = status === 'reopened';
    const opened = reopening ? await reopenRequest(context.found, given.expiresAt, context) : context.found;
    const { expiresAt, ...others } = given;
    const edited = await editRequest(opened, reopening ? others : given, context);
    const why = reason || null;
    const after =
      status === 'cancelled'
        ? await cancelRequest(edited, why, context)
        : status === 'completed'
          ? await completeRequest(edited, why, context)
          : edited;
    return { request: await shownRequest(after, context) };
  },
});

async function editRequest(
  request: FileRequest,
  given: RequestChanges,
  context: FileRequestsPorts & WritingContext,
): Promise<FileRequest> {
  const { fileRequests, fileRequestLinks, clientUploads, now, emit } = context;
  const uploads = await clientUploads.of(request.id);
  const { after, changed } = await changedRequest(request, uploads, given, context);
  if (changed.length === 0) return request;
  const isReaddressed = after.clientEmail !== request.clientEmail;
  if (isReaddressed) await endFileRequestLinks(request, 'superseded', context);
  else if (after.expiresAt !== request.expiresAt) await fileRequestLinks.moveEnd(request.id, after.expiresAt);
  const hasLink = !isReaddressed && request.linkExpiresAt !== null;
  const linked = { ...after, linkExpiresAt: hasLink ? after.expiresAt : null };
  const saved = await fileRequests.save(changed.includes('items') ? settled(linked, uploads, now) : linked);
  emit(fileRequestUpdated, { ...aboutRequest(saved), changed: [...changed] });
  tellOfSubmission(request, saved, context);
  const isWantedAgain = request.status === 'submitted' && saved.status === 'in_progress';
  return isWantedAgain ? followUp(saved, null, context) : saved;
}
