import type { WritingContext } from '../kernel/handler-context.ts';
import type { FollowUpContext } from '../kernel/reacting-context.ts';
import { uploadFailures } from './errors.ts';
import { uploadBytesReleased, uploadFailed } from './events.ts';
import type { UploadPrecondition, UploadsPorts } from './ports.ts';
import { nameless, type UploadSession } from './upload-session.ts';

/** Ends a session for good, if it still is as `from` says: its storage is free again and its bytes are deleted. */
export async function refuseUpload(
  { id, sizeBytes }: UploadSession,
  from: UploadPrecondition,
  code: string,
  { uploads, entitlements, emit, now }: (WritingContext | FollowUpContext) & UploadsPorts,
): Promise<UploadSession | null> {
  const message = uploadFailures[code]?.message ?? '';
  const changes = {
    ...nameless,
    failure: { code, message },
    ...(from.status === 'assembling' && { assembly: null }),
  };
  const failed = await uploads.advance(id, from, 'refuse', changes, now);
  if (failed === null) return null;
  await entitlements.unreserve('storage_bytes', sizeBytes);
  emit(uploadFailed, { uploadSessionId: id, code });
  emit(uploadBytesReleased, { uploadSessionId: id });
  return failed;
}
