import { membershipParticipant } from '../identity/index.ts';
import { uploadAborted, uploadBytesReleased } from './events.ts';
import { ports } from './ports.ts';
import { nameless } from './upload-session.ts';

/** Ends a person's open uploads with the membership, since nobody else may continue them (UPL-10). */
export const uploadsMembership = membershipParticipant(ports, {
  async reassign({ userId }, { uploads, entitlements, emit, now }) {
    for (const id of await uploads.openOf(userId)) {
      const aborted = await uploads.advance(id, { status: 'open' }, 'abort', nameless, now);
      if (aborted === null) continue;
      await entitlements.unreserve('storage_bytes', aborted.sizeBytes);
      emit(uploadAborted, { uploadSessionId: id });
      emit(uploadBytesReleased, { uploadSessionId: id });
    }
  },
});
