import type { WritingContext } from '../kernel/handler-context.ts';
import type { BlobStore, ByteSource, ContentScanner, TypeDetector } from '../kernel/ports.ts';
import type { FollowUpContext } from '../kernel/reacting-context.ts';
import type { Settings } from '../kernel/settings.ts';
import { foundBytes } from '../kernel/stored-content.ts';
import { type Instant, plusDays, plusMinutes } from '../kernel/time.ts';
import { mediaTypeOf, typeRefusal } from './accepted-types.ts';
import { uploadChecksumMismatch, uploadRejected, uploadTypeNotAllowed } from './errors.ts';
import { uploadBytesReleased, uploadCompleted } from './events.ts';
import { hashedAndScanned } from './hashed-and-scanned.ts';
import { endHash, hashOfWhole } from './kept-hashes.ts';
import type { UploadsPorts } from './ports.ts';
import { refuseUpload } from './refuse-upload.ts';
import { sharedKeyOf, takePlace } from './shared-objects.ts';
import { rangeOf } from './stored-chunk.ts';
import { isWholeKey, type UploadChunk, type UploadSession } from './upload-session.ts';

/** How long one attempt holds the assembly exclusively. */
const leaseMinutes = 10;
const watchedEveryMs = 100;

/** The result of checking the assembled bytes. */
export type Verdict =
  | {
      readonly kind: 'accepted';
      readonly mimeType: string;
      readonly scan: 'clean' | 'skipped';
      /** The object with the whole file. */
      readonly blobKey: string;
    }
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
 * Checks hash, type and malware of the whole. Chunks that do not lie in one object at their places are put together in an
 * object that belongs to this attempt alone, under `key`. It writes nothing to the database, and leaves no object of its
 * own unless the file is accepted.
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
    const whole: Assembling = { session, chunks, blobs, isOver };
    const blobKey = (await inOneObject(whole)) ?? (await putTogether(whole, key));
    verdict = await judged(whole, blobKey, outside);
    return verdict;
  } catch (error) {
    if (error instanceof OutOfTime) return { kind: 'out_of_time' };
    throw error;
  } finally {
    if (verdict?.kind !== 'accepted') await blobs.delete(key);
  }
}

interface Assembling {
  readonly session: UploadSession;
  readonly chunks: readonly UploadChunk[];
  readonly blobs: BlobStore;
  readonly isOver: () => boolean;
}

/**
 * The object in which every chunk lies at its place, or null. Chunks that lie elsewhere are copied into the object of this
 * process; nobody but this process writes there, and nobody in it to a place that is taken.
 */
async function inOneObject({ session, chunks, blobs, isOver }: Assembling): Promise<string | null> {
  const [first] = chunks;
  if (
    first !== undefined &&
    isWholeKey(first.blobKey) &&
    chunks.every(({ blobKey }) => blobKey === first.blobKey)
  )
    return first.blobKey;
  const ours = sharedKeyOf(session.id);
  if (blobs.pieces === null || ours === null) return null;
  for (const chunk of chunks) {
    if (chunk.blobKey === ours) continue;
    const start = chunk.index * session.chunkSizeBytes;
    const leave = takePlace(session.id, start);
    if (leave === null) return null;
    try {
      const bytes = watched(await foundBytes(blobs, chunk.blobKey, rangeOf(session, chunk)), isOver);
      if (!(await blobs.pieces.write(ours, start, bytes, chunk))) return null;
    } finally {
      leave();
    }
  }
  return ours;
}

async function putTogether({ session, chunks, blobs, isOver }: Assembling, key: string): Promise<string> {
  async function* joined() {
    for (const chunk of chunks)
      yield* watched(await foundBytes(blobs, chunk.blobKey, rangeOf(session, chunk)), isOver);
  }
  await blobs.put(key, joined(), { sizeBytes: session.sizeBytes });
  return key;
}

/** The hash of the whole, as far as it is known or computed beside the reading; null where the content must be read for it. */
function hashKept(
  { session, chunks, blobs, isOver }: Assembling,
  blobKey: string,
): Promise<string | null> | null {
  const [only, ...others] = chunks;
  if (only?.blobKey === blobKey && others.length === 0) return Promise.resolve(only.sha256);
  if (blobs.pieces === null) return null;
  const hash = hashOfWhole(session.id, blobKey, blobs.pieces);
  // If it cannot be computed there, whoever reads the content learns why.
  return untilOver(hash.hex(session.sizeBytes), isOver).catch((error: unknown) => {
    if (error instanceof OutOfTime) throw error;
    return null;
  });
}

async function judged(
  whole: Assembling,
  blobKey: string,
  { types, scanner, settings }: Outside,
): Promise<Verdict> {
  const { session, blobs, isOver } = whole;
  const content: ByteSource = {
    sizeBytes: session.sizeBytes,
    async read(range) {
      return watched(await foundBytes(blobs, blobKey, range), isOver);
    },
  };
  const type = await types.detect(content, session.fileName);
  const refusal = typeRefusal(session.purpose, type);
  const hash = hashKept(whole, blobKey);
  const { sha256, scan } = await hashedAndScanned(content, refusal === null ? scanner : null, hash);
  endHash(session.id);
  if (sha256 !== session.sha256) return { kind: 'refused', code: uploadChecksumMismatch.code };
  if (refusal !== null || type.kind !== 'known')
    return { kind: 'refused', code: refusal ?? uploadTypeNotAllowed.code };
  if (scan === 'infected') return { kind: 'refused', code: uploadRejected.code };
  if (scan === 'skipped' && settings.scanPolicy === 'require') return { kind: 'scanner_away' };
  return { kind: 'accepted', mimeType: mediaTypeOf(type.mimeType), scan, blobKey };
}

/** Writes the verdict if this attempt still holds the assembly; otherwise returns null, and counts nothing (UPL-6, UPL-7). */
export async function settle(
  session: UploadSession,
  assemblyId: string,
  verdict: Verdict,
  writing: (WritingContext | FollowUpContext) & UploadsPorts,
): Promise<UploadSession | null> {
  const { id, sizeBytes } = session;
  const { uploads, entitlements, emit, now } = writing;
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
        blobKey: verdict.blobKey,
        assembly: null,
      },
      now,
    );
    if (completed === null) return null;
    await entitlements.settle('storage_bytes', sizeBytes);
    emit(uploadCompleted, { uploadSessionId: id, mimeType: verdict.mimeType, scan: verdict.scan });
    // Chunks that lie in other objects are no longer needed.
    emit(uploadBytesReleased, { uploadSessionId: id });
    return completed;
  }
  return refuseUpload(session, from, verdict.code, writing);
}

class OutOfTime extends Error {}

async function* watched(bytes: AsyncIterable<Uint8Array>, isOver: () => boolean): AsyncIterable<Uint8Array> {
  for await (const part of bytes) {
    if (isOver()) throw new OutOfTime();
    yield part;
  }
}

/** Waits no longer than the request does; what is computed goes on for whoever asks next. */
async function untilOver<T>(coming: Promise<T>, isOver: () => boolean): Promise<T> {
  let watch: ReturnType<typeof setInterval> | undefined;
  const over = new Promise<never>((_, reject) => {
    watch = setInterval(() => isOver() && reject(new OutOfTime()), watchedEveryMs);
  });
  try {
    return await Promise.race([coming, over]);
  } finally {
    clearInterval(watch);
  }
}
