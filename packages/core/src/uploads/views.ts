import { z } from 'zod';
import { shown } from '../kernel/shapes.ts';
import type { Instant } from '../kernel/time.ts';
import {
  hasExpired,
  type UploadProgress,
  type UploadSession,
  uploadPurposes,
  uploadStates,
} from './upload-session.ts';

export const UploadSessionView = z
  .object({
    id: shown.ownId(),
    purpose: z.enum(uploadPurposes).describe('What the file is uploaded for.'),
    status: z.enum(uploadStates.states).describe('Where the upload is in its life.'),
    fileName: z
      .string()
      .describe('The name of the file; empty once the upload has ended without the file being used.'),
    declaredMimeType: z.string().nullable().describe('The media type that the sender named; null if none.'),
    detectedMimeType: z
      .string()
      .nullable()
      .describe('The type that was detected from the bytes once the file was complete; null until then.'),
    sizeBytes: z.int().describe('The size of the whole file in bytes.'),
    sha256: z.string().describe('SHA-256 of the whole file, in hexadecimal.'),
    chunkSizeBytes: z.int().describe('The size of every chunk but the last, in bytes.'),
    chunkCount: z.int().describe('How many chunks the file has.'),
    receivedBytes: z.int().describe('How many bytes have arrived.'),
    receivedChunks: z.int().describe('How many chunks have arrived.'),
    nextOffset: z.int().describe('The lowest missing byte; sizeBytes when none is missing.'),
    missingRanges: z
      .array(
        z.object({
          start: z.int().describe('The first missing byte, counted from 0.'),
          end: z.int().describe('The first byte after the gap.'),
        }),
      )
      .describe('The first 100 gaps between the bytes that have arrived.'),
    missingRangesTruncated: z.boolean().describe('True if more is missing than is listed.'),
    expiresAt: shown.instant().describe('Until when chunks are taken.'),
    completedAt: shown.instant().nullable().describe('When the file was complete; null until then.'),
    consumedAt: shown.instant().nullable().describe('When the file was used; null until then.'),
    consumedBy: z
      .object({
        kind: z.enum(uploadPurposes).describe('The kind of thing that uses the file.'),
        id: z.string().describe('The id of the thing that uses the file.'),
      })
      .nullable()
      .describe('What the file was used for; null until then.'),
    failure: z
      .object({
        code: z.string().describe('Why, for programs, such as upload.type_not_allowed.'),
        message: z.string().describe('What to do, in a sentence.'),
      })
      .nullable()
      .describe('Why the file was refused; null if it was not.'),
    createdByUserId: z.string().describe('Who made it.'),
    createdAt: shown.createdAt(),
    updatedAt: shown.updatedAt(),
    version: shown.version(),
  })
  .meta({ id: 'UploadSession', description: 'An upload of a file in chunks.' });

export const UploadSessionAnswer = z.object({ uploadSession: UploadSessionView });

const shownRanges = 100;

export function uploadSessionView(
  { blobKey: _, assembly: __, scan: ___, ...session }: UploadSession,
  progress: UploadProgress,
  now: Instant,
): z.input<typeof UploadSessionView> {
  const isWhole = session.completedAt !== null;
  const missing = isWhole ? [] : progress.missing;
  const status = hasExpired(session, now) ? 'expired' : session.status;
  return {
    ...session,
    status,
    receivedBytes: isWhole ? session.sizeBytes : progress.receivedBytes,
    receivedChunks: isWhole ? session.chunkCount : progress.receivedChunks,
    nextOffset: missing[0]?.start ?? session.sizeBytes,
    missingRanges: missing.slice(0, shownRanges).map(({ start, end }) => ({ start, end })),
    missingRangesTruncated: missing.length > shownRanges,
  };
}
