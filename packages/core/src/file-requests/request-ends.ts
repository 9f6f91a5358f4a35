import type { FollowUpContext } from '../kernel/reacting-context.ts';
import type { Instant } from '../kernel/time.ts';
import { invalidField } from '../kernel/validation.ts';
import {
  aboutRequest,
  fileRequestCancelled,
  fileRequestCompleted,
  fileRequestExpired,
  fileRequestReopened,
} from './events.ts';
import { endFileRequestLinks } from './fresh-link.ts';
import { dueMailAtOf, localDays, requireExpiry } from './local-days.ts';
import { requireRoomForAnother } from './new-request.ts';
import { clientNoticeDue } from './notices.ts';
import type { FileRequestsPorts } from './ports.ts';
import { cancelled, completed, expired, type FileRequest, progressOf, reopened } from './request.ts';

type Ending = Pick<FileRequestsPorts, 'fileRequests' | 'fileRequestLinks'> &
  Pick<FollowUpContext, 'now' | 'emit' | 'cancelJobs'>;

/** The link ends; the client is told if they were ever asked. */
export async function cancelRequest(
  request: FileRequest,
  reason: string | null,
  context: Ending,
): Promise<FileRequest> {
  const { fileRequests, now, emit } = context;
  const after = cancelled(request, reason, now);
  await endFileRequestLinks(request, 'cancelled', context);
  const saved = await fileRequests.save(after);
  emit(fileRequestCancelled, { ...aboutRequest(saved), reason });
  if (request.sentAt !== null) emit(clientNoticeDue, { requestId: request.id, notice: 'cancelled' });
  return saved;
}

/** The link goes on to show what was sent, and takes nothing more. */
export async function completeRequest(
  request: FileRequest,
  reason: string | null,
  context: Ending,
): Promise<FileRequest> {
  const { fileRequests, now, emit } = context;
  const after = completed(request, reason, now);
  const { required, received } = progressOf(request);
  if (received < required && reason === null)
    throw invalidField(
      '/reason',
      'file_request.reason_required',
      'Say why the request is complete although something that is required is missing.',
    );
  const saved = await fileRequests.save(after);
  emit(fileRequestCompleted, { ...aboutRequest(saved), reason });
  emit(clientNoticeDue, { requestId: request.id, notice: 'completed' });
  return saved;
}

export async function expireRequest(request: FileRequest, context: Ending): Promise<FileRequest> {
  const { fileRequests, now, emit } = context;
  const after = expired(request, now);
  await endFileRequestLinks(request, 'expired', context);
  const saved = await fileRequests.save(after);
  emit(fileRequestExpired, aboutRequest(saved));
  return saved;
}

type Reopening = Ending &
  Pick<FileRequestsPorts, 'workspaceIdentity' | 'clientUploads'> &
  Pick<FollowUpContext, 'timeZones'>;

/** No link works until the request is sent again or the client is reminded. */
export async function reopenRequest(
  request: FileRequest,
  expiresAt: Instant | undefined,
  context: Reopening,
): Promise<FileRequest> {
  const { fileRequests, now, emit } = context;
  const uploads = await context.clientUploads.of(request.id);
  const after = reopened(request, uploads, expiresAt ?? request.expiresAt, now);
  if (expiresAt === undefined)
    throw invalidField('/expiresAt', 'field.required', 'Say until when the client may send files.');
  requireExpiry(expiresAt, now);
  await requireRoomForAnother(context);
  await endFileRequestLinks(request, 'superseded', context);
  const dueMailAt = dueMailAtOf(request.dueOn, await localDays(context), now);
  const saved = await fileRequests.save({ ...after, dueMailAt, linkExpiresAt: null });
  emit(fileRequestReopened, { ...aboutRequest(saved), expiresAt });
  return saved;
}
