import { z } from 'zod';
import { version } from '../kernel/shapes.ts';
import { uploadExpired, uploadInvalidState, uploadNotFound } from './errors.ts';
import { uploadAborted, uploadBytesReleased } from './events.ts';
import { uploadSessionId } from './get-upload-session.ts';
import { command } from './ports.ts';
import { hasExpired, nameless } from './upload-session.ts';
import { UploadSessionAnswer, uploadSessionView } from './views.ts';

export const abortUploadSession = command({
  summary: 'Abort an upload',
  description:
    'The bytes that were sent are deleted and their storage is free again. A completed upload can no longer be aborted.',
  access: { owner: 'own', admin: 'own', member: 'own' },
  cli: { command: 'uploads abort' },
  always: true,
  input: z.strictObject({ uploadSessionId: uploadSessionId(), expectedVersion: version().optional() }),
  output: UploadSessionAnswer,
  errors: [uploadNotFound, uploadInvalidState, uploadExpired],

  find: ({ uploadSessionId: id }, { uploads, user }) => uploads.own(id, user.userId),
  version: (session) => session.version,

  async run(_, { found: session, now, uploads, entitlements, emit }) {
    if (hasExpired(session, now)) throw uploadExpired();
    const aborted = await uploads.advance(session.id, { status: 'open' }, 'abort', nameless, now);
    if (aborted === null) throw uploadInvalidState();

    await entitlements.unreserve('storage_bytes', session.sizeBytes);
    emit(uploadAborted, { uploadSessionId: session.id });
    emit(uploadBytesReleased, { uploadSessionId: session.id });
    return { uploadSession: uploadSessionView(aborted, await uploads.progress(aborted), now) };
  },
});
