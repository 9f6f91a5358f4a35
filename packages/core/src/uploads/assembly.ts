import { streamingSha256 } from '../kernel/crypto.ts';
import { dependencyUnavailable } from '../kernel/errors.ts';
import type { WritingContext } from '../kernel/handler-context.ts';
import type { BlobStore, ByteSource, ContentScanner, TypeDetector } from '../kernel/ports.ts';
import type { FollowUpContext } from '../kernel/reacting-context.ts';
import type { Settings } from '../kernel/settings.ts';
import { type Instant, plusDays, plusMinutes } from '../kernel/time.ts';
import { isAccepted, mediaTypeOf } from './accepted-types.ts';
import {
  uploadArchiveUnsafe,
  uploadChecksumMismatch,
  uploadFailures,
  uploadRejected,
  uploadTypeNotAllowed,
} from './errors.ts';
import { uploadBytesReleased, uploadCompleted, uploadFailed } from './events.ts';
import type { UploadsPorts } from './ports.ts';
import type { UploadChunk, UploadSession } from './upload-session.ts';

/** How long one attempt holds the assembly exclusively. */
const leaseMinutes = 10;

/** The result of checking the assembled bytes. */
export type Verdict =
  | { readonly kind: 'accepted'; readonly mimeType: string; readonly scan: 'clean' | 'skipped' }
  | { readonly kind: 'refused'; readonly code: string }
  /** Scanning is required and the scanner is unavailable. */
  | { readonly kind: 'scanner_away' }
  /** The request no longer waits, so the work was left unfinished. */
  | { readonly kind: 'out_of_time' };

interface Outside {
  readonly blobs: BlobStore;
  readonly types: TypeDetector;
  readonly scanner: ContentScanner;
  readonly settings: Settings;
}

export const leaseOf = (assemblyId: string, now: Instant) => ({
  id: assemblyId,
  until: plusMinutes(now, leaseMinutes),
});

/**
 * Assembles the chunks into an object that belongs to this attempt alone, and checks hash, type and malware. It writes
 * nothing to the database, and leaves no object unless the file is accepted.
 */
export async function assemble(
  session: UploadSession,
  chunks: readonly UploadChunk[],
  key: string,
  outside: Outside,
  isOver: () => boolean = () => false,
): Promise<Verdict> {
  const { blobs } = outside;
  let verdict: Verdict | null = null;
  try {
    verdict = await judged(session, chunks, key, outside, isOver);
    return verdict;
  } catch (error) {
    if (error instanceof OutOfTime) return { kind: 'out_of_time' };
    throw error;
  } finally {
    if (verdict?.kind !== 'accepted') await blobs.delete(key);
  }
}

async function judged(
  session: UploadSession,
  chunks: readonly UploadChunk[],
  key: string,
  { blobs, types, scanner, settings }: Outside,
  isOver: () => boolean,
): Promise<Verdict> {
  const hash = streamingSha256();
  await blobs.put(key, joined(blobs, chunks, hash, isOver), { sizeBytes: session.sizeBytes });
  if (hash.hex() !== session.sha256) return { kind: 'refused', code: uploadChecksumMismatch.code };

  const content: ByteSource = {
    sizeBytes: session.sizeBytes,
    async read(range) {
      return watched(await foundBytes(blobs, key, range), isOver);
    },
  };
  const type = await types.detect(content, session.fileName);
  if (type.kind === 'unsafe_archive') return { kind: 'refused', code: uploadArchiveUnsafe.code };
  const mimeType = type.kind === 'known' ? mediaTypeOf(type.mimeType) : '';
  if (!isAccepted(session.purpose, mimeType)) return { kind: 'refused', code: uploadTypeNotAllowed.code };

  const scan = await scanner.scan(await content.read());
  if (scan === 'infected') return { kind: 'refused', code: uploadRejected.code };
  if (scan === 'skipped' && settings.scanPolicy === 'require') return { kind: 'scanner_away' };
  return { kind: 'accepted', mimeType, scan };
}

/** Writes the verdict if this attempt still holds the assembly; otherwise returns null, and counts nothing (UPL-6, UPL-7). */
export async function settle(
  { id, sizeBytes }: UploadSession,
  assemblyId: string,
  key: string,
  verdict: Verdict,
  { uploads, entitlements, emit, now }: (WritingContext | FollowUpContext) & UploadsPorts,
): Promise<UploadSession | null> {
  const from = { status: 'assembling', assemblyId } as const;
  if (verdict.kind === 'out_of_time') return null;
  if (verdict.kind === 'scanner_away') return uploads.advance(id, from, 'reopen', { assembly: null }, now);
  if (verdict.kind === 'accepted') {
    const completed = await uploads.advance(
      id,
      from,
      'accept',
      {
        completedAt: now,
        expiresAt: plusDays(now, 1),
        detectedMimeType: verdict.mimeType,
        scan: verdict.scan,
        blobKey: key,
        assembly: null,
      },
      now,
    );
    if (completed === null) return null;
    await entitlements.settle('storage_bytes', sizeBytes);
    emit(uploadCompleted, { uploadSessionId: id, mimeType: verdict.mimeType, scan: verdict.scan });
    // The chunks are no longer needed, since the whole file is stored beside them.
    emit(uploadBytesReleased, { uploadSessionId: id });
    return completed;
  }
  const { code } = verdict;
  const message = uploadFailures[code]?.message ?? '';
  const failed = await uploads.advance(
    id,
    from,
    'refuse',
    { failure: { code, message }, assembly: null },
    now,
  );
  if (failed === null) return null;
  await entitlements.unreserve('storage_bytes', sizeBytes);
  emit(uploadFailed, { uploadSessionId: id, code });
  emit(uploadBytesReleased, { uploadSessionId: id });
  return failed;
}

class OutOfTime extends Error {}

async function* joined(
  blobs: BlobStore,
  chunks: readonly UploadChunk[],
  hash: { update(bytes: Uint8Array): void },
  isOver: () => boolean,
): AsyncIterable<Uint8Array> {
  for (const { blobKey } of chunks)
    for await (const part of watched(await foundBytes(blobs, blobKey), isOver)) {
      hash.update(part);
      yield part;
    }
}

async function* watched(bytes: AsyncIterable<Uint8Array>, isOver: () => boolean): AsyncIterable<Uint8Array> {
  for await (const part of bytes) {
    if (isOver()) throw new OutOfTime();
    yield part;
  }
}

async function foundBytes(blobs: BlobStore, key: string, range?: { start: number; end: number }) {
  const bytes = await blobs.get(key, range);
  if (bytes === null)
    throw dependencyUnavailable({ cause: new Error('The blob store has lost an object that a row names') });
  return bytes;
}
