import type { FileAdmission } from '../../kernel/declaration.ts';
import type { Entitlements } from '../../kernel/entitlements.ts';
import { isFailure, planLimitReached } from '../../kernel/errors.ts';
import type { HandlerContext, WritingContext } from '../../kernel/handler-context.ts';
import type { ReceivedFile } from '../../kernel/incoming-file.ts';
import { uploadChecksumMismatch, uploadTooLarge } from '../../uploads/index.ts';
import { type ClientUpload, isCounted, isStanding, mostUploads } from '../client-upload.ts';
import {
  fileRequestClosed,
  fileRequestFull,
  fileRequestItemFull,
  fileRequestItemNotFound,
  fileRequestStorageUnavailable,
} from '../errors.ts';
import { requestOwnerNoticeDue } from '../notices.ts';
import type { FileRequestsPorts, FileRequestsPreparing } from '../ports.ts';
import { isClosed } from '../request.ts';
import type { RequestItem } from '../request-item.ts';
import { type OpenedRequest, type Opening, openedRequest } from './opened-request.ts';

/** What a file finds that comes by a link. */
export interface Room extends OpenedRequest {
  readonly item: RequestItem;
  /** All files of the request until now. */
  readonly uploads: readonly ClientUpload[];
}

interface Given {
  readonly token: string;
  readonly itemId: string;
  readonly sha256?: string | undefined;
  readonly file: ReceivedFile;
}

type Planned = Pick<FileRequestsPorts, 'workspacePlans'> & Pick<WritingContext, 'entitlementsOn'>;

/** The plan of the workspace that a link leads to. */
export async function entitlementsOfLink({ workspacePlans, entitlementsOn }: Planned): Promise<Entitlements> {
  const { planCode, terms } = await workspacePlans.get();
  return entitlementsOn({ planCode, planTerms: terms });
}

/** Before a byte is read: whether the link takes files at all, and how large any of them may be. */
export async function admittedByLink(
  shown: { readonly token: string },
  context: Opening & Planned,
): Promise<FileAdmission> {
  const { request, workspaceId } = await openedRequest(shown, context);
  if (isClosed(request, context.now)) throw fileRequestClosed();
  const ofPlan = (await entitlementsOfLink(context)).limit('upload_max_bytes');
  const ofItems = Math.max(...request.items.map(({ maxFileSizeBytes }) => maxFileSizeBytes));
  return { workspaceId, mostBytes: Math.min(ofItems, ofPlan ?? ofItems) };
}

/**
 * The place of the file under the lock on its request, so that of many that come at once no more are taken than there is
 * room for (CFR-4).
 */
export async function roomForUpload(
  { token, itemId, sha256, file }: Given,
  context: Opening & Pick<HandlerContext, 'now'>,
): Promise<Room> {
  const opened = await openedRequest({ token }, context, 'for update');
  const { request } = opened;
  if (isClosed(request, context.now)) throw fileRequestClosed();
  const item = request.items.find(({ id }) => id === itemId);
  if (item === undefined) throw fileRequestItemNotFound();
  if (file.sizeBytes > item.maxFileSizeBytes)
    throw uploadTooLarge({ message: `Send a file of at most ${item.maxFileSizeBytes} bytes.` });
  if (sha256 !== undefined && sha256 !== file.sha256) throw uploadChecksumMismatch();

  const uploads = await context.clientUploads.of(request.id);
  const ofItem = uploads.filter((upload) => upload.itemId === itemId && isStanding(upload));
  if (ofItem.length >= item.maxFiles) throw fileRequestItemFull();
  if (uploads.filter(isCounted).length >= mostUploads) throw fileRequestFull();
  return { ...opened, item, uploads };
}

/** Holds storage for a file that is not yet anybody's; false if there is none left. */
async function hasReserved(sizeBytes: number, entitlements: Entitlements): Promise<boolean> {
  try {
    await entitlements.reserve('storage_bytes', sizeBytes);
    return true;
  } catch (error) {
    if (isFailure(error) && error.code === planLimitReached.code) return false;
    throw error;
  }
}

/** Holds storage for a file; the client hears nothing of plans (CFR-8). */
export async function reserveStorage(sizeBytes: number, context: Planned): Promise<void> {
  if (!(await hasReserved(sizeBytes, await entitlementsOfLink(context))))
    throw fileRequestStorageUnavailable();
}

const mailEverySeconds = 86_400;

/** Refuses before the slow work where there is no storage left, and has the owner of the request told once a day. */
export async function requireStorage(
  token: string,
  sizeBytes: number,
  { transact, throttle }: FileRequestsPreparing,
): Promise<void> {
  const refused = await transact(async (inside) => {
    const { request, workspaceId } = await openedRequest({ token }, inside);
    const entitlements = await entitlementsOfLink(inside);
    if (!(await hasReserved(sizeBytes, entitlements)))
      return { requestId: request.id, ownerKey: `${workspaceId} ${request.ownerUserId}` };
    await entitlements.unreserve('storage_bytes', sizeBytes);
    return null;
  });
  if (refused === null) return;
  const { allowed } = await throttle.consume(
    'file_request_storage_mail',
    refused.ownerKey,
    1,
    mailEverySeconds,
  );
  if (allowed)
    await transact(async (inside) => {
      await openedRequest({ token }, inside);
      inside.emit(requestOwnerNoticeDue, { requestId: refused.requestId, notice: 'storage_full' });
    });
  throw fileRequestStorageUnavailable();
}
