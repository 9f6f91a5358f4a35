import type { FollowUpContext } from '../kernel/reacting-context.ts';
import { type ClientUpload, quarantined } from './client-upload.ts';
import { aboutUpload, fileRequestUploadQuarantined } from './events.ts';
import { followUp } from './follow-up.ts';
import { requestOwnerNoticeDue } from './notices.ts';
import type { FileRequestsPorts } from './ports.ts';
import { type FileRequest, isOpen } from './request.ts';
import { settledRequest } from './settled-request.ts';

type Work = FileRequestsPorts & FollowUpContext;

/** Nobody gets the file, its item is open again, and both sides are told; `code` says what was found (CFR-13). */
export async function quarantineUpload(
  request: FileRequest,
  upload: ClientUpload,
  code: string,
  work: Work,
): Promise<void> {
  const { clientUploads, now, emit } = work;
  const locked = quarantined(upload, now);
  await clientUploads.save(locked);
  const settled = await settledRequest(request, await clientUploads.of(request.id), work);
  emit(fileRequestUploadQuarantined, { ...aboutUpload(settled, locked), code });
  emit(requestOwnerNoticeDue, { requestId: request.id, notice: 'quarantined' });
  if (isOpen(settled)) await followUp(settled, upload.id, work);
}
