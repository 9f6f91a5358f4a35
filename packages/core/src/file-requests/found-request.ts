import { isManager } from '../kernel/access.ts';
import type { HandlerContext } from '../kernel/handler-context.ts';
import { own } from '../kernel/thing-permission.ts';
import { readableCases } from './case-access.ts';
import type { ClientUpload } from './client-upload.ts';
import { clientUploadNotFound, fileRequestNotFound } from './errors.ts';
import { localDays } from './local-days.ts';
import type { AcceptedUpload, FileRequestsPorts } from './ports.ts';
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

/** So many are looked at: of the files of cases that the caller may not read any number could come first. */
const mostLookedAt = 500;

/** Accepted files of requests that the caller sees, the latest first; found in two looks, however many there are. */
export async function acceptedUploads(
  words: readonly string[],
  most: number,
  {
    clientUploads,
    caseAccess,
    user,
  }: Pick<Looking, 'caseAccess' | 'user'> & Pick<FileRequestsPorts, 'clientUploads'>,
): Promise<readonly AcceptedUpload[]> {
  const viewer = { userId: user.userId, seesAll: isManager(user.membership?.role) };
  const found = await clientUploads.accepted({ words, viewer }, mostLookedAt);
  const isOwn = ({ ownerUserId, caseId }: AcceptedUpload) => caseId === null || ownerUserId === viewer.userId;
  const caseIds = new Set(found.flatMap((upload) => (isOwn(upload) ? [] : (upload.caseId ?? []))));
  const readable = await readableCases(caseAccess, viewer.userId, [...caseIds]);
  return found
    .filter((upload) => isOwn(upload) || (upload.caseId !== null && readable.has(upload.caseId)))
    .slice(0, most);
}
