import { uploadAlreadyConsumed, uploadExpired, uploadNotCompleted, uploadPurposeMismatch } from './errors.ts';
import { uploadConsumed } from './events.ts';
import type { UploadConsumption, UploadRepository } from './ports.ts';
import { hasExpired } from './upload-session.ts';

/** `UploadConsumption` over the sessions of the consumer's transaction. */
export const uploadConsumption = (uploads: UploadRepository): UploadConsumption => ({
  async consume({ now, emit }, uploadSessionId, purpose, { userId, consumedBy }) {
    const session = await uploads.own(uploadSessionId, userId);
    if (session.purpose !== purpose) throw uploadPurposeMismatch();
    if (session.status === 'consumed') throw uploadAlreadyConsumed();
    if (hasExpired(session, now)) throw uploadExpired();
    if (session.status !== 'completed') throw uploadNotCompleted();

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
    if (consumed.blobKey === null || consumed.detectedMimeType === null)
      throw new TypeError('A completed upload session has its bytes and their type');

    emit(uploadConsumed, { uploadSessionId, ...consumedBy });
    return {
      blobKey: consumed.blobKey,
      sizeBytes: consumed.sizeBytes,
      sha256: consumed.sha256,
      mime: consumed.detectedMimeType,
      fileName: consumed.fileName,
    };
  },
});
