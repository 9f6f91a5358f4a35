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
    id: shown.id(),
    purpose: z.enum(uploadPurposes),
    status: z.enum(uploadStates.states),
    fileName: z.string(),
    declaredMimeType: z.string().nullable(),
    detectedMimeType: z
      .string()
      .nullable()
      .describe('The type that was detected from the bytes once the file was complete.'),
    sizeBytes: z.int(),
    sha256: z.string().describe('SHA-256 of the whole file, in hexadecimal.'),
    chunkSizeBytes: z.int(),
    chunkCount: z.int(),
    receivedBytes: z.int(),
    receivedChunks: z.int(),
    nextOffset: z.int().describe('The lowest missing byte; sizeBytes when none is missing.'),
    missingRanges: z
      .array(z.object({ start: z.int(), end: z.int() }))
      .describe('The first 100 gaps; `end` is the first byte after the gap.'),
    missingRangesTruncated: z.boolean(),
    expiresAt: shown.instant(),
    completedAt: shown.instant().nullable(),
    consumedAt: shown.instant().nullable(),
    consumedBy: z.object({ kind: z.enum(uploadPurposes), id: z.string() }).nullable(),
    failure: z.object({ code: z.string(), message: z.string() }).nullable(),
    createdByUserId: z.string(),
    createdAt: shown.instant(),
    updatedAt: shown.instant(),
    version: z.int(),
  })
  .meta({ id: 'UploadSession' });

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
