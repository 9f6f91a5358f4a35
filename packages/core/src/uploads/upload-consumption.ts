import type { Instant } from '../kernel/time.ts';
import { uploadAlreadyConsumed, uploadExpired, uploadNotCompleted, uploadPurposeMismatch } from './errors.ts';
import { uploadConsumed } from './events.ts';
import type { UploadConsumption, UploadedFile, UploadRepository } from './ports.ts';
import { hasExpired, type UploadPurpose, type UploadSession } from './upload-session.ts';

/** `UploadConsumption` over the sessions of the consumer's transaction. */
export function uploadConsumption(uploads: UploadRepository): UploadConsumption {
  const consumable = async (id: string, purpose: UploadPurpose, userId: string, now: Instant) => {
    const session = await uploads.own(id, userId);
    if (session.purpose !== purpose) throw uploadPurposeMismatch();
    if (session.status === 'consumed') throw uploadAlreadyConsumed();
    if (hasExpired(session, now)) throw uploadExpired();
    if (session.status !== 'completed') throw uploadNotCompleted();
    return session;
  };

  return {
    peek: async ({ now }, uploadSessionId, purpose, userId) =>
      fileOf(await consumable(uploadSessionId, purpose, userId, now)),

    async consume({ now, emit }, uploadSessionId, purpose, { userId, consumedBy }) {
      const session = await consumable(uploadSessionId, purpose, userId, now);
      const consumed = await uploads.advance(
        session.id,
        { status: 'completed' },
        'consume',
        { consumedAt: now, consumedBy },
        now,
      );
      // Another consumer or the sweep was faster.
      if (consumed === null)
        throw (await uploads.own(uploadSessionId, userId)).status === 'consumed'
          ? uploadAlreadyConsumed()
          : uploadExpired();

      emit(uploadConsumed, { uploadSessionId, ...consumedBy });
      return fileOf(consumed);
    },
  };
}

function fileOf({
  blobKey,
  sizeBytes,
  sha256,
  detectedMimeType: mime,
  fileName,
  scan,
}: UploadSession): UploadedFile {
  if (blobKey === null || mime === null || scan === null)
    throw new TypeError('A completed upload session has its bytes, their type and what the scanner said');
  return { blobKey, sizeBytes, sha256, mime, fileName, scan };
}
