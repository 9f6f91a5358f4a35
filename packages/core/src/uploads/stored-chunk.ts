import type { BlobStore, ByteRange } from '../kernel/ports.ts';
import { noteChunk } from './kept-hashes.ts';
import { enterSharedObject, type Naming } from './shared-objects.ts';
import { chunkKey, isWholeKey, type UploadChunk, type UploadSession, wholeKey } from './upload-session.ts';

/** The bytes of a chunk, durable; `settle` says what has become of them, and deletes what nothing names. */
interface StoredBytes {
  readonly blobKey: string;
  settle(naming: Naming): Promise<void>;
}

interface ArrivingChunk {
  readonly workspaceId: string;
  readonly session: UploadSession;
  readonly chunk: { readonly index: number; readonly offset: number; readonly sizeBytes: number };
  readonly newId: () => string;
  /** Whether this request has the place of the chunk (`takePlace`). */
  readonly hasPlace: boolean;
}

/** Stores a chunk at its place in the object of the session, where the store can do that and no other request is at it; else in an object of its own. */
export async function storedBytes(
  blobs: BlobStore,
  arriving: ArrivingChunk,
  bytes: AsyncIterable<Uint8Array>,
): Promise<StoredBytes> {
  return (
    (arriving.hasPlace ? await storedInPlace(blobs, arriving, bytes) : null) ??
    storedAlone(blobs, arriving, bytes)
  );
}

async function storedInPlace(
  blobs: BlobStore,
  { workspaceId, session, chunk, newId }: ArrivingChunk,
  bytes: AsyncIterable<Uint8Array>,
): Promise<StoredBytes | null> {
  const { pieces } = blobs;
  if (pieces === null) return null;
  const newKey = () => wholeKey(workspaceId, session.id, newId());
  const object = enterSharedObject(session.id, { blobs, pieces, newKey });
  let isStored = false;
  try {
    await object.begun;
    isStored = await pieces.write(object.key, chunk.offset, bytes, { sizeBytes: chunk.sizeBytes });
  } finally {
    if (!isStored) await object.leave('unnamed');
  }
  if (!isStored) {
    object.forget();
    return null;
  }
  const place = { start: chunk.offset, end: chunk.offset + chunk.sizeBytes };
  return {
    blobKey: object.key,
    settle(naming) {
      // The digest of an only chunk is the hash of the whole.
      if (naming === 'named' && session.chunkCount > 1) noteChunk(session.id, object.key, pieces, place);
      return object.leave(naming);
    },
  };
}

async function storedAlone(
  blobs: BlobStore,
  { workspaceId, session, chunk, newId }: ArrivingChunk,
  bytes: AsyncIterable<Uint8Array>,
): Promise<StoredBytes> {
  const blobKey = chunkKey(workspaceId, session.id, chunk.index, newId());
  await blobs.put(blobKey, bytes, { sizeBytes: chunk.sizeBytes });
  return {
    blobKey,
    async settle(naming) {
      if (naming === 'unnamed') await blobs.delete(blobKey);
    },
  };
}

/** Where in its object a stored chunk lies; undefined where the object is the chunk. */
export function rangeOf(
  { chunkSizeBytes }: Pick<UploadSession, 'chunkSizeBytes'>,
  { blobKey, index, sizeBytes }: UploadChunk,
): ByteRange | undefined {
  const start = index * chunkSizeBytes;
  return isWholeKey(blobKey) ? { start, end: start + sizeBytes } : undefined;
}
