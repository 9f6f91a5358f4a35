import { isManager } from '../kernel/access.ts';
import type { HandlerContext } from '../kernel/handler-context.ts';
import { own } from '../kernel/thing-permission.ts';
import { allReadableCases, readableCases } from './case-access.ts';
import type { ClientUpload } from './client-upload.ts';
import { clientUploadNotFound, fileRequestNotFound } from './errors.ts';
import { localDays } from './local-days.ts';
import type { FileRequestsPorts, FileRequestViewer } from './ports.ts';
import type { FileRequest } from './request.ts';
import { fileRequestView } from './views.ts';

type Looking = Pick<FileRequestsPorts, 'fileRequests' | 'caseAccess'> & Pick<HandlerContext, 'user'>;

/**
 * The request as the caller sees it, or `file_request.not_found`: their own, as owner or admin of the workspace any, and those
 * of cases that they may read (CFR-10).
 */
export async function seenRequest(
  { requestId }: { readonly requestId: string },
  context: Looking,
  lock?: 'for update',
): Promise<FileRequest> {
  const request = await context.fileRequests.get(requestId, lock);
  if (request === null || !(await isSeen(request, context))) throw fileRequestNotFound();
  return request;
}

async function isSeen(
  { ownerUserId, caseId }: FileRequest,
  { user, caseAccess }: Pick<Looking, 'user' | 'caseAccess'>,
): Promise<boolean> {
  if (ownerUserId === user.userId) return true;
  if (caseId === null) return isManager(user.membership?.role);
  return (await readableCases(caseAccess, user.userId, [caseId])).has(caseId);
}

/** The same, locked, so that nobody else changes it meanwhile. */
export const requestToChange = (input: { readonly requestId: string }, context: Looking) =>
  seenRequest(input, context, 'for update');

/** Open to owners and admins of the workspace, and to whoever owns the request. */
export const ownRequest = own<Pick<FileRequest, 'ownerUserId'>, unknown>(
  'file_request',
  ({ ownerUserId }) => ownerUserId,
);

/** The answer of an endpoint about one request. */
export const shownRequest = async (
  request: FileRequest,
  context: Pick<FileRequestsPorts, 'workspaceIdentity' | 'clientUploads'> &
    Pick<HandlerContext, 'timeZones' | 'now' | 'workspaceId'>,
) => {
  const { today } = await localDays(context);
  const uploads = await context.clientUploads.of(request.id);
  return fileRequestView(request, uploads, { workspaceId: context.workspaceId, today });
};

/** A file of a request that the caller sees, with the request; with a lock both are read under it. */
export async function seenUpload(
  { uploadId }: { readonly uploadId: string },
  context: Looking & Pick<FileRequestsPorts, 'clientUploads'>,
  lock?: 'for update',
): Promise<FileRequest & { readonly upload: ClientUpload }> {
  const seen = await context.clientUploads.get(uploadId);
  const request = seen === null ? null : await context.fileRequests.get(seen.requestId, lock);
  const upload = lock === undefined ? seen : await context.clientUploads.get(uploadId);
  if (request === null || upload === null || !(await isSeen(request, context))) throw clientUploadNotFound();
  return { ...request, upload };
}

/** Who looks at lists of requests and of their files (CFR-10). */
export async function viewerOf({
  user,
  caseAccess,
}: Pick<Looking, 'caseAccess' | 'user'>): Promise<FileRequestViewer> {
  const cases = await allReadableCases(caseAccess, user.userId);
  return { userId: user.userId, seesAll: isManager(user.membership?.role), cases };
}
