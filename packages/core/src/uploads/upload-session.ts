import { type ActionOf, machine } from '../kernel/machine.ts';
import { type Instant, plusDays } from '../kernel/time.ts';
import { invalidField } from '../kernel/validation.ts';
import { uploadChunkLengthInvalid, uploadInvalidState, uploadOffsetInvalid } from './errors.ts';

export const uploadPurposes = ['document', 'record_attachment'] as const;
export type UploadPurpose = (typeof uploadPurposes)[number];

/** The life of an upload session (platform 3.8). A state without actions is final. */
export const uploadStates = machine(uploadInvalidState, ['open'], {
  open: { chunk: 'open', complete: 'assembling', refuse: 'failed', abort: 'aborted', expire: 'expired' },
  assembling: { accept: 'completed', refuse: 'failed', reopen: 'open', take_over: 'assembling' },
  completed: { consume: 'consumed', expire: 'expired' },
  consumed: {},
  failed: {},
  aborted: {},
  expired: {},
});
export type UploadAction = ActionOf<typeof uploadStates>;
export type UploadStatus = (typeof uploadStates.states)[number];

/** A file that is being uploaded. Its chunks show how much of it has arrived; see `UploadProgress`. */
export interface UploadSession {
  readonly id: string;
  readonly purpose: UploadPurpose;
  readonly status: UploadStatus;
  readonly fileName: string;
  readonly declaredMimeType: string | null;
  readonly detectedMimeType: string | null;
  /** What the scanner said of the whole file; null until it was asked. `skipped`: the scanner was away. */
  readonly scan: 'clean' | 'skipped' | null;
  readonly sizeBytes: number;
  /** The hash of the whole file, in lower-case hexadecimal. */
  readonly sha256: string;
  readonly chunkSizeBytes: number;
  readonly chunkCount: number;
  readonly expiresAt: Instant;
  readonly completedAt: Instant | null;
  readonly consumedAt: Instant | null;
  readonly consumedBy: ConsumedBy | null;
  readonly failure: { readonly code: string; readonly message: string } | null;
  readonly createdByUserId: string;
  /** The object with the assembled bytes, while the session holds them or has passed them on. */
  readonly blobKey: string | null;
  /** The attempt that assembles, and until when no other may: for ten minutes. */
  readonly assembly: { readonly id: string; readonly until: Instant } | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly version: number;
}

/** What an upload loses when it ends without its file being used: people write personal things into names. */
export const nameless = { fileName: '' } as const;

export interface ConsumedBy {
  readonly kind: UploadPurpose;
  readonly id: string;
}

/** The part that is stored and verified. */
export interface UploadProgress {
  readonly receivedBytes: number;
  readonly receivedChunks: number;
  /** Gaps in bytes, half-open and ascending; at most 101, the last of which says only that there are more than 100. */
  readonly missing: readonly { readonly start: number; readonly end: number }[];
}

export interface UploadChunk {
  readonly index: number;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly blobKey: string;
}

export const chunkStepBytes = 262_144;
export const maxChunkBytes = 67_108_864;
export const defaultChunkBytes = 8_388_608;
export const maxChunks = 10_000;
/** The largest file that can be cut into chunks at all. */
export const maxUploadBytes = maxChunkBytes * maxChunks;
export const maxAttachmentBytes = 104_857_600;
export const maxOpenPerUser = 20;
export const maxOpenPerWorkspace = 200;

/** Cuts a file by the wanted chunk size; by default 8 MiB, or the size that gives at most 10,000 chunks, or a smaller file whole. */
export function chunkPlan(
  sizeBytes: number,
  wanted: number | undefined,
): { readonly chunkSizeBytes: number; readonly chunkCount: number } {
  const least = Math.ceil(sizeBytes / maxChunks / chunkStepBytes) * chunkStepBytes;
  const chunkSizeBytes =
    wanted ?? (sizeBytes <= defaultChunkBytes ? sizeBytes : Math.max(defaultChunkBytes, least));
  const chunkCount = Math.ceil(sizeBytes / chunkSizeBytes);
  if (chunkCount > maxChunks)
    throw invalidField(
      '/chunkSizeBytes',
      'upload.too_many_chunks',
      `Choose chunks of at least ${least} bytes, so that there are at most ${maxChunks}.`,
    );
  return { chunkSizeBytes, chunkCount };
}

/** Returns the chunk at an offset, or throws why offset and length are not those of a chunk (UPL-1). */
export function chunkAt(
  { sizeBytes, chunkSizeBytes }: Pick<UploadSession, 'sizeBytes' | 'chunkSizeBytes'>,
  offset: number | undefined,
  length: number | undefined,
): { readonly index: number; readonly offset: number; readonly sizeBytes: number } {
  if (offset === undefined || offset % chunkSizeBytes !== 0 || offset >= sizeBytes)
    throw uploadOffsetInvalid();
  const expected = Math.min(chunkSizeBytes, sizeBytes - offset);
  if (length !== expected)
    throw uploadChunkLengthInvalid({
      message: `The chunk at ${offset} has exactly ${expected} bytes; send them all, with their Content-Length.`,
    });
  return { index: offset / chunkSizeBytes, offset, sizeBytes: expected };
}

/** A day after the last stored chunk, but never past a week after creation (platform 2.7). */
export function slidExpiry(createdAt: Instant, now: Instant): Instant {
  const [tomorrow, last] = [plusDays(now, 1), plusDays(createdAt, 7)];
  return tomorrow < last ? tomorrow : last;
}

/** UPL-12: past its time a session counts as expired, even if the sweep has not run yet. */
export const hasExpired = (
  { status, expiresAt }: Pick<UploadSession, 'status' | 'expiresAt'>,
  now: Instant,
): boolean => status === 'expired' || (['open', 'completed'].includes(status) && expiresAt <= now);

/** The prefix of all objects of a session (UPL-14). No file name is part of it. */
export const uploadPrefix = (workspaceId: string, sessionId: string): string =>
  `ws/${workspaceId}/up/${sessionId}/`;
/** The object of one attempt; `attemptId` is a UUID version 7, which also says when it was made. */
export const chunkKey = (workspaceId: string, sessionId: string, index: number, attemptId: string): string =>
  `${uploadPrefix(workspaceId, sessionId)}${index}.${attemptId}`;
export const wholeKey = (workspaceId: string, sessionId: string, attemptId: string): string =>
  `${uploadPrefix(workspaceId, sessionId)}whole.${attemptId}`;
/** Whether chunks lie in this object at their places in the file; else it is one chunk. */
export const isWholeKey = (key: string): boolean => /\/whole\.[^/]+$/.test(key);

const uploadKey =
  /^ws\/[^/]+\/up\/[^/]+\/(?:\d+|whole)\.([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** When the object of an upload was begun, in milliseconds since 1970; null for keys of anything else. */
export function begunAt(key: string): number | null {
  const [, high, low] = uploadKey.exec(key) ?? [];
  return high === undefined || low === undefined ? null : Number.parseInt(high + low, 16);
}

/** The SHA-256 of a Content-Digest field (RFC 9530) in lower-case hexadecimal, or null. */
export function digestOf(field: string | undefined): string | null {
  const encoded = /(?:^|,)\s*sha-256=:([A-Za-z0-9+/]{43}=):\s*(?:$|[,;])/.exec(field ?? '')?.[1];
  return encoded === undefined ? null : Buffer.from(encoded, 'base64').toString('hex');
}
