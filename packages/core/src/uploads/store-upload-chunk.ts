import { z } from 'zod';
import { streamingSha256 } from '../kernel/crypto.ts';
import { rateLimited } from '../kernel/errors.ts';
import { headerField } from '../kernel/header-fields.ts';
import type { BlobStore } from '../kernel/ports.ts';
import { byteStream } from '../kernel/shapes.ts';
import {
  uploadChunkConflict,
  uploadChunkLengthInvalid,
  uploadDigestMismatch,
  uploadDigestMissing,
  uploadExpired,
  uploadInvalidState,
  uploadNotFound,
  uploadOffsetInvalid,
  uploadTooLarge,
} from './errors.ts';
import { uploadSessionId } from './get-upload-session.ts';
import { action } from './ports.ts';
import {
  chunkAt,
  chunkKey,
  digestOf,
  hasExpired,
  maxChunkBytes,
  type UploadSession,
} from './upload-session.ts';
import { UploadSessionAnswer, uploadSessionView } from './views.ts';

const maxConcurrentChunks = 4;
/** Arriving chunks by session, of this process alone, since it protects its own memory and connections (UPL-1). */
const arriving = new Map<string, number>();

export const storeUploadChunk = action({
  summary: 'Send one chunk of an upload',
  description:
    'Chunks can be sent in any order, up to four at once. Sending the same bytes again is not an error; a chunk that arrives damaged or incomplete is not stored.',
  access: { owner: 'own', admin: 'own', member: 'own' },
  always: true,
  body: {
    form: 'stream',
    mediaTypes: ['application/octet-stream', 'application/offset+octet-stream', 'application/partial-upload'],
  },
  input: z.strictObject({
    uploadSessionId: uploadSessionId(),
    // What is no number counts as not sent, so that there is one failure for both.
    offset: headerField(
      'Upload-Offset',
      z
        .int()
        .min(0)
        .optional()
        .catch(undefined)
        .describe('Where in the file the chunk begins, in bytes from 0.'),
      { required: true },
    ),
    sizeBytes: headerField(
      'Content-Length',
      z.int().min(0).optional().catch(undefined).describe('The length of the chunk, in bytes.'),
      { required: true },
    ),
    digest: headerField(
      'Content-Digest',
      z.string().max(1000).optional().describe('SHA-256 of the chunk: sha-256=:<base64>: (RFC 9530).'),
      { required: true },
    ),
    content: byteStream(),
  }),
  output: UploadSessionAnswer.extend({
    chunk: z
      .object({
        index: z.int().describe('The number of the chunk, from 0.'),
        offset: z.int().describe('Where in the file the chunk begins, in bytes.'),
        sizeBytes: z.int().describe('The size of the chunk in bytes.'),
        sha256: z.string().describe('The SHA-256 digest of the chunk, in lower-case hexadecimal digits.'),
        replayed: z.boolean().describe('Whether these bytes had been stored already.'),
      })
      .describe('The chunk that was stored.'),
  }),
  errors: [
    uploadNotFound,
    uploadOffsetInvalid,
    uploadChunkLengthInvalid,
    uploadDigestMissing,
    uploadDigestMismatch,
    uploadChunkConflict,
    uploadInvalidState,
    uploadExpired,
    uploadTooLarge,
  ],

  async prepare(input, { now, user, workspaceId, transact, blobs, newId }) {
    const { session, chunk, sha256, known } = await transact(async ({ uploads }) => {
      const found = await uploads.own(input.uploadSessionId, user.userId);
      const wanted = requestedChunk(found, input);
      if (hasExpired(found, now)) throw uploadExpired();
      if (found.status !== 'open') throw uploadInvalidState();
      return { session: found, ...wanted, known: await uploads.chunk(found.id, wanted.chunk.index) };
    });
    if (known !== null && known.sha256 !== sha256) throw uploadChunkConflict();

    const release = admitted(session.id);
    try {
      const verified = verifiedBytes(input.content, chunk.sizeBytes, sha256);
      if (known !== null) {
        for await (const _ of verified) {
          // The content is read to its end, since only bytes with the right digest count as a repeat.
        }
        return { ...chunk, sha256, replayed: true };
      }

      const blobKey = chunkKey(workspaceId, session.id, chunk.index, newId());
      await blobs.put(blobKey, verified, { sizeBytes: chunk.sizeBytes });
      const replayed = await committed(blobs, blobKey, () =>
        transact(async ({ uploads }) => {
          // The row decides which request was first; it is written after the bytes are durable (UPL-5).
          const row = { index: chunk.index, sizeBytes: chunk.sizeBytes, sha256, blobKey };
          const outcome = await uploads.addChunk(session, row, now);
          if (outcome === 'closed') throw uploadInvalidState();
          if (outcome === 'stored') return false;
          const first = await uploads.chunk(session.id, chunk.index);
          if (first?.sha256 !== sha256) throw uploadChunkConflict();
          return true;
        }),
      );
      return { ...chunk, sha256, replayed };
    } finally {
      release();
    }
  },

  async run({ uploadSessionId: id }, { now, user, uploads, prepared }) {
    const session = await uploads.own(id, user.userId);
    return {
      chunk: prepared,
      uploadSession: uploadSessionView(session, await uploads.progress(session), now),
    };
  },
});

function requestedChunk(
  session: UploadSession,
  input: {
    readonly offset?: number | undefined;
    readonly sizeBytes?: number | undefined;
    readonly digest?: string | undefined;
  },
) {
  if ((input.sizeBytes ?? 0) > maxChunkBytes) throw uploadTooLarge();
  const chunk = chunkAt(session, input.offset, input.sizeBytes);
  const sha256 = digestOf(input.digest);
  if (sha256 === null) throw uploadDigestMissing();
  return { chunk, sha256 };
}

/** Takes one of four places; a fifth request is refused and told when to retry. */
function admitted(sessionId: string): () => void {
  const count = arriving.get(sessionId) ?? 0;
  if (count >= maxConcurrentChunks)
    throw rateLimited({
      message: `Send at most ${maxConcurrentChunks} chunks of one upload at once.`,
      retryAfterSeconds: 1,
    });
  arriving.set(sessionId, count + 1);
  return () => {
    const rest = (arriving.get(sessionId) ?? 1) - 1;
    if (rest === 0) arriving.delete(sessionId);
    else arriving.set(sessionId, rest);
  };
}

/** Keeps the object only if the row that was written refers to it. */
async function committed(
  blobs: BlobStore,
  blobKey: string,
  commit: () => Promise<boolean>,
): Promise<boolean> {
  let isNamed = false;
  try {
    const replayed = await commit();
    isNamed = !replayed;
    return replayed;
  } catch (error) {
    // It is not known whether an interrupted commit took effect, so the orphan sweep decides later.
    isNamed = !(
      error instanceof Error &&
      error.name === 'Failure' &&
      'kind' in error &&
      error.kind === 'conflict'
    );
    throw error;
  } finally {
    if (!isNamed) await blobs.delete(blobKey);
  }
}

/**
 * Passes the bytes on, but holds back the last part until the digest is verified: a store that has all parts but the last
 * has no complete object yet.
 */
async function* verifiedBytes(
  content: AsyncIterable<Uint8Array>,
  sizeBytes: number,
  sha256: string,
): AsyncIterable<Uint8Array> {
  const hash = streamingSha256();
  let [size, last]: [number, Uint8Array | null] = [0, null];
  for await (const part of content) {
    size += part.byteLength;
    if (size > sizeBytes) throw uploadChunkLengthInvalid();
    hash.update(part);
    if (last !== null) yield last;
    last = part;
  }
  if (size < sizeBytes) throw uploadChunkLengthInvalid();
  if (hash.hex() !== sha256) throw uploadDigestMismatch();
  if (last !== null) yield last;
}
