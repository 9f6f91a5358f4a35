import type { FollowUpContext } from '../kernel/reacting-context.ts';
import type { ClientUpload } from './client-upload.ts';
import { aboutRequest, fileRequestSubmitted } from './events.ts';
import { requestOwnerNoticeDue } from './notices.ts';
import type { FileRequestsPorts } from './ports.ts';
import { type FileRequest, settled } from './request.ts';

/** Stores the request as its files make it. */
export const settledRequest = (
  request: FileRequest,
  uploads: readonly ClientUpload[],
  { fileRequests, now }: Pick<FileRequestsPorts, 'fileRequests'> & Pick<FollowUpContext, 'now'>,
): Promise<FileRequest> => fileRequests.save(settled(request, uploads, now));

/** Whoever sent the request is told when everything that is required has come. */
export function tellOfSubmission(
  before: FileRequest,
  after: FileRequest,
  { emit }: Pick<FollowUpContext, 'emit'>,
): void {
  if (after.status !== 'submitted' || before.status === 'submitted') return;
  emit(fileRequestSubmitted, aboutRequest(after));
  emit(requestOwnerNoticeDue, { requestId: after.id, notice: 'submitted' });
}
