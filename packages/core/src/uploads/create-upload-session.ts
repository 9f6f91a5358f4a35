import { z } from 'zod';
import { planLimitReached } from '../kernel/errors.ts';
import { text, visibleName } from '../kernel/shapes.ts';
import { plusDays } from '../kernel/time.ts';
import { mayBeAccepted } from './accepted-types.ts';
import { uploadTooLarge, uploadTooManyOpen, uploadTypeNotAllowed } from './errors.ts';
import { uploadCreated } from './events.ts';
import { command } from './ports.ts';
import {
  chunkPlan,
  chunkStepBytes,
  maxAttachmentBytes,
  maxChunkBytes,
  maxOpenPerUser,
  maxOpenPerWorkspace,
  maxUploadBytes,
  type UploadSession,
  uploadPurposes,
  uploadStates,
} from './upload-session.ts';
import { UploadSessionAnswer, uploadSessionView } from './views.ts';

/** A file name is a label, never a path (UPL-14). */
export const fileName = () =>
  visibleName(255).refine((name) => !/[/\\]/.test(name) && name !== '.' && name !== '..', {
    error: 'Give a file name without slashes, and not . or ..',
    params: { code: 'file_name.invalid' },
  });

export const sha256Hex = () =>
  z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, 'Give the SHA-256 as 64 hexadecimal digits.')
    .meta({ examples: ['e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'] })
    .overwrite((value) => value.toLowerCase());

export const createUploadSession = command({
  summary: 'Start a resumable upload',
  description:
    'Declare the size and SHA-256 of the file, then send its chunks in any order, up to four at once, and complete the upload. Storage is reserved from the start.',
  access: { owner: 'own', admin: 'own', member: 'own' },
  cli: { command: 'uploads create' },
  input: z.strictObject({
    purpose: z.enum(uploadPurposes).describe('What the file is for.'),
    fileName: fileName()
      .describe('The name that people see; the bytes decide the type of the file.')
      .meta({ examples: ['report.pdf'] }),
    sizeBytes: z
      .int()
      .min(1)
      .max(Number.MAX_SAFE_INTEGER)
      .describe('Exact size of the whole file.')
      .meta({ examples: [48_213] }),
    sha256: sha256Hex().describe('SHA-256 of the whole file, in hexadecimal.'),
    mimeType: text(127)
      .optional()
      .describe('A hint; a type that the purpose does not allow is refused at once.'),
    chunkSizeBytes: z
      .int()
      .min(chunkStepBytes)
      .max(maxChunkBytes)
      .multipleOf(chunkStepBytes)
      .optional()
      .describe('A multiple of 262144; by default 8 MiB, or the whole file if it is smaller.'),
  }),
  output: UploadSessionAnswer,
  errors: [uploadTooLarge, planLimitReached, uploadTooManyOpen, uploadTypeNotAllowed],

  async run(input, { now, user, uploads, entitlements, newId, emit }) {
    const most = Math.min(
      entitlements.limit('upload_max_bytes') ?? maxUploadBytes,
      input.purpose === 'record_attachment' ? maxAttachmentBytes : maxUploadBytes,
    );
    if (input.sizeBytes > most)
      throw uploadTooLarge({ message: `Files of at most ${most} bytes are accepted here.` });
    if (!mayBeAccepted(input.purpose, input.mimeType ?? null)) throw uploadTypeNotAllowed();
    const plan = chunkPlan(input.sizeBytes, input.chunkSizeBytes);

    // The reservation locks the counter's row, which makes the count below exact.
    await entitlements.reserve('storage_bytes', input.sizeBytes);
    const { ofUser, ofWorkspace } = await uploads.underWay(user.userId, now);
    if (ofUser >= maxOpenPerUser || ofWorkspace >= maxOpenPerWorkspace) throw uploadTooManyOpen();

    const session: UploadSession = {
      id: newId(),
      purpose: input.purpose,
      status: uploadStates.begin('open'),
      fileName: input.fileName,
      declaredMimeType: input.mimeType ?? null,
      detectedMimeType: null,
      scan: null,
      sizeBytes: input.sizeBytes,
      sha256: input.sha256,
      ...plan,
      expiresAt: plusDays(now, 1),
      completedAt: null,
      consumedAt: null,
      consumedBy: null,
      failure: null,
      createdByUserId: user.userId,
      blobKey: null,
      assembly: null,
      createdAt: now,
      updatedAt: now,
      version: 1,
    };
    await uploads.add(session);
    const { id: uploadSessionId, purpose, sizeBytes, sha256 } = session;
    emit(uploadCreated, { uploadSessionId, purpose, sizeBytes, sha256, fileName: session.fileName });
    return { uploadSession: uploadSessionView(session, await uploads.progress(session), now) };
  },
});
