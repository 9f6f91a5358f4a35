import { z } from 'zod';
import { rateLimited } from '../kernel/errors.ts';
import { headerField } from '../kernel/header-fields.ts';
import { byteStream } from '../kernel/shapes.ts';
import type { Instant } from '../kernel/time.ts';
import { typeRefusal } from './accepted-types.ts';
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
  uploadTypeNotAllowed,
} from './errors.ts';
import { uploadSessionId } from './get-upload-session.ts';
import { action, type UploadRepository, type UploadsPreparing } from './ports.ts';
import { refuseUpload } from './refuse-upload.ts';
import { type Naming, takePlace } from './shared-objects.ts';
import { storedBytes } from './stored-chunk.ts';
import {
  chunkAt,
  digestOf,
  hasExpired,
  maxChunkBytes,
  type UploadChunk,
  type UploadSession,
} from './upload-session.ts';
import { verifiedBytes } from './verified-bytes.ts';
import { UploadSessionAnswer, uploadSessionView } from './views.ts';

const maxConcurrentChunks = 4;
/** Arriving chunks by session, of this process alone, since it protects its own memory and connections (UPL-1). */
const arriving = new Map<string, number>();

export const storeUploadChunk = action({
  summary: 'Send one chunk of an upload',
  description:
    'Chunks can be sent in any order, up to four at once. Sending the same bytes again is not an error; a chunk that arrives damaged or incomplete is not stored. If the first chunk shows a type that the purpose does not take, the upload fails at once.',
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
    uploadTypeNotAllowed,
  ],

  async prepare(input, context) {
    // The place comes before the look at the row: see `takePlace`.
    const leavePlace = takePlace(input.uploadSessionId, input.offset);
    try {
      return await storedChunk(input, context, leavePlace !== null);
    } finally {
      leavePlace?.();
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

interface ChunkRequest {
  readonly uploadSessionId: string;
  readonly offset?: number | undefined;
  readonly sizeBytes?: number | undefined;
  readonly digest?: string | undefined;
  readonly content: AsyncIterable<Uint8Array>;
}

async function storedChunk(input: ChunkRequest, context: UploadsPreparing, hasPlace: boolean) {
  const { now, user, workspaceId, transact, blobs, types, newId } = context;
  const { session, chunk, sha256, known } = await transact(async ({ uploads }) => {
    const found = await uploads.own(input.uploadSessionId, user.userId);
    const wanted = requestedChunk(found, input);
    if (hasExpired(found, now)) throw uploadExpired();
    if (found.failure?.code === uploadTypeNotAllowed.code) throw uploadTypeNotAllowed();
    if (found.status !== 'open') throw uploadInvalidState();
    return { session: found, ...wanted, known: await uploads.chunk(found.id, wanted.chunk.index) };
  });
  if (known !== null && known.sha256 !== sha256) throw uploadChunkConflict();

  const release = admitted(session.id);
  const expected = { sizeBytes: chunk.sizeBytes, sha256 };
  let refusal: string | null = null;
  const judge = async (beginning: Uint8Array) => {
    const type = await types.detectBeginning(beginning);
    refusal = type && typeRefusal(session.purpose, type);
    if (refusal !== null) throw uploadTypeNotAllowed();
  };
  try {
    if (known !== null) {
      for await (const _ of verifiedBytes(input.content, expected)) {
        // The content is read to its end, since only bytes with the right digest count as a repeat.
      }
      return { ...chunk, sha256, replayed: true };
    }
    const bytes = verifiedBytes(input.content, expected, chunk.index === 0 ? judge : undefined);
    const stored = await storedBytes(blobs, { workspaceId, session, chunk, newId, hasPlace }, bytes);
    const replayed = await committed(stored, () =>
      transact(({ uploads }) => {
        const row = { index: chunk.index, sizeBytes: chunk.sizeBytes, sha256, blobKey: stored.blobKey };
        return firstOrReplayed(uploads, session, row, now);
      }),
    );
    return { ...chunk, sha256, replayed };
  } catch (error) {
    const code = refusal as string | null;
    if (code !== null)
      await transact(async (writing) => {
        await refuseUpload(session, { status: 'open' }, code, writing);
        // Other bytes came first, so these are refused alone (UPL-2); thrown here, it undoes the refusal of the session.
        if ((await writing.uploads.chunk(session.id, chunk.index)) !== null) throw uploadChunkConflict();
      });
    throw error;
  } finally {
    release();
  }
}

/** The row decides which request was first; it is written after the bytes are durable (UPL-5). True for a repeated chunk. */
async function firstOrReplayed(
  uploads: UploadRepository,
  session: UploadSession,
  chunk: UploadChunk,
  now: Instant,
): Promise<boolean> {
  const outcome = await uploads.addChunk(session, chunk, now);
  if (outcome === 'closed') throw uploadInvalidState();
  if (outcome === 'stored') return false;
  const first = await uploads.chunk(session.id, chunk.index);
  if (first?.sha256 !== chunk.sha256) throw uploadChunkConflict();
  return true;
}

function requestedChunk(
  session: UploadSession,
  input: Pick<ChunkRequest, 'offset' | 'sizeBytes' | 'digest'>,
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

/** Keeps the bytes only if the row that was written refers to them. */
async function committed(
  { settle }: { settle(naming: Naming): Promise<void> },
  commit: () => Promise<boolean>,
): Promise<boolean> {
  let naming: Naming = 'unnamed';
  try {
    const replayed = await commit();
    naming = replayed ? 'unnamed' : 'named';
    return replayed;
  } catch (error) {
    // It is not known whether an interrupted commit took effect, so the orphan sweep decides later.
    const isRefused =
      error instanceof Error && error.name === 'Failure' && 'kind' in error && error.kind === 'conflict';
    naming = isRefused ? 'unnamed' : 'unknown';
    throw error;
  } finally {
    await settle(naming);
  }
}
