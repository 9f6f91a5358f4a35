import type { Client, RequestOptions } from './client.ts';
import { ChanceryError } from './errors.ts';
import type { UploadSession } from './generated/schemas.ts';
import {
  contentDigest,
  type Digests,
  digestsOf,
  sourceOf,
  type UploadContent,
  type UploadSource,
} from './upload-source.ts';

export type { UploadContent } from './upload-source.ts';

export interface UploadOptions {
  /** What may be made of the file. */
  readonly purpose: UploadSession['purpose'];
  /** By default the name of the file or path. */
  readonly fileName?: string | undefined;
  /** A hint; the bytes decide. */
  readonly mimeType?: string | undefined;
  /** A multiple of 262,144. Default: 8 MiB, or the whole file if it is smaller. */
  readonly chunkSizeBytes?: number | undefined;
  /** Chunks on their way at the same time, at most 4. Default 4. */
  readonly atOnce?: number | undefined;
  /** The session to go on with. Left out, an open session of yours for the same bytes is found, else one is begun. */
  readonly uploadSessionId?: string | undefined;
  /** False begins a new session always. */
  readonly resume?: boolean | undefined;
  /** Whether a completed session for the same bytes, of which nothing was made yet, is taken too. */
  readonly completedToo?: boolean | undefined;
  /** A later call with the same key finds the session of the first, whatever has become of it. */
  readonly idempotencyKey?: string | undefined;
  /** How often one chunk is tried again after a failure of the line or the service. Default 8. */
  readonly maxRetries?: number | undefined;
  /** For one chunk. Default 10 minutes. */
  readonly timeoutMs?: number | undefined;
  /** Stops sending. The session stays open, so that a later call goes on; `client.uploads.abortUploadSession` ends it. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
}

export interface UploadProgress {
  readonly phase: 'hashing' | 'sending' | 'completing';
  /** Hashed, or stored by the service; what an earlier run had sent counts. */
  readonly doneBytes: number;
  readonly totalBytes: number;
  readonly uploadSessionId: string | null;
}

const sessions = '/api/v1/uploads/resumable';
const mostAtOnce = 4;
/** The service's own choice for all but very large files. */
const usualChunkBytes = 8 * 1024 * 1024;
/** No file is cut into smaller or larger ones. */
const [leastChunkBytes, mostChunkBytes] = [262_144, 64 * 1024 * 1024];
const pollMs = 1000;
const mostDamaged = 3;

interface Answer {
  readonly uploadSession: UploadSession;
}

/**
 * Sends a file of any size and completes it: hashes it, sends what is missing, four chunks at once, repeats what a broken
 * line or a restarted service lost, and waits until the whole is checked. Gives the completed session.
 */
export async function upload(
  client: Client,
  content: UploadContent | UploadSource,
  options: UploadOptions,
): Promise<UploadSession> {
  const source = await sourceOf(content);
  try {
    const run = new Run(client, source, options);
    return await run.whole();
  } finally {
    await source.close();
  }
}

/** One of the four ways on which chunks travel, one behind the other. */
interface Lane {
  readonly session: UploadSession;
  readonly digests: Digests;
  readonly signal: AbortSignal;
  readonly buffer: Uint8Array<ArrayBuffer>;
}

class Run {
  readonly #client: Client;
  readonly #source: UploadSource;
  readonly #options: UploadOptions;
  #session: UploadSession | null = null;
  #done = 0;

  constructor(client: Client, source: UploadSource, options: UploadOptions) {
    this.#client = client;
    this.#source = source;
    this.#options = options;
  }

  async whole(): Promise<UploadSession> {
    const { signal, chunkSizeBytes = usualChunkBytes } = this.#options;
    const isSize = chunkSizeBytes >= leastChunkBytes && chunkSizeBytes <= mostChunkBytes;
    const passed = (bytes: number) => {
      this.#done = bytes;
      this.#tell('hashing');
    };
    const digests = await digestsOf(this.#source, isSize ? chunkSizeBytes : usualChunkBytes, passed, signal);
    let session = await this.#begun(digests.sha256);
    for (;;) {
      if (session.status === 'open') {
        await this.#sendMissing(session, digests);
        this.#tell('completing');
        session = (await this.#completed(session)) ?? (await this.#read(session.id));
      } else if (session.status === 'assembling') {
        await pause(pollMs, signal);
        session = await this.#read(session.id);
      } else if (session.status === 'completed' || session.status === 'consumed') {
        return session;
      } else {
        const { code, message } = session.failure ?? {
          code: 'upload.invalid_state',
          message: `The upload session is ${session.status}; begin another.`,
        };
        throw new ChanceryError({ code, message });
      }
    }
  }

  /** The session named, one that is open for the same bytes, or a new one. */
  async #begun(sha256: string): Promise<UploadSession> {
    const { uploadSessionId, purpose, idempotencyKey, resume = true } = this.#options;
    const { sizeBytes, name = 'file' } = this.#source;
    const isThis = (session: UploadSession) => session.sha256 === sha256 && session.sizeBytes === sizeBytes;
    if (uploadSessionId !== undefined) {
      const session = await this.#read(uploadSessionId);
      if (isThis(session)) return session;
      throw new ChanceryError({
        code: 'upload.other_file',
        message: 'This upload session was begun for other bytes; send that file, or begin another.',
      });
    }
    const fileName = this.#options.fileName ?? name;
    for (const status of resume ? this.#resumable() : []) {
      const { uploadSessions } = await this.#client.call<{ uploadSessions: UploadSession[] }>(
        `GET ${sessions}`,
        { status, limit: 200 },
        this.#request(),
      );
      const begun = uploadSessions.find(
        (each) => isThis(each) && each.purpose === purpose && each.fileName === fileName,
      );
      if (begun !== undefined) return begun;
    }
    const { mimeType, chunkSizeBytes } = this.#options;
    const input = { purpose, fileName, sizeBytes, sha256, mimeType, chunkSizeBytes };
    const request = { ...this.#request(), idempotencyKey };
    const { uploadSession } = await this.#client.call<Answer>(`POST ${sessions}`, input, request);
    // The answer to a key that is known is the first one, which time may have passed by.
    return idempotencyKey === undefined ? uploadSession : this.#read(uploadSession.id);
  }

  #resumable(): UploadSession['status'][] {
    return ['open', 'assembling', ...(this.#options.completedToo ? (['completed'] as const) : [])];
  }

  /** The first chunk alone, then four at once; the first failure that repeating does not mend stops the others. */
  async #sendMissing(session: UploadSession, digests: Digests): Promise<void> {
    this.#session = session;
    this.#done = session.receivedBytes;
    this.#tell('sending');
    const missing = await this.#missing(session);
    const stop = new AbortController();
    const { atOnce = mostAtOnce, signal } = this.#options;
    const abort = () => stop.abort(signal?.reason);
    signal?.throwIfAborted();
    signal?.addEventListener('abort', abort);
    // Each lane reads all of its chunks into one buffer: new memory for each of them would cost more than to read them.
    const send = async (only?: number) => {
      const lane = { session, digests, signal: stop.signal, buffer: new Uint8Array(session.chunkSizeBytes) };
      for (let offset = only ?? missing.shift(); offset !== undefined; offset = missing.shift()) {
        stop.signal.throwIfAborted();
        await this.#sendChunk(lane, offset);
        if (only !== undefined) return;
      }
    };
    try {
      // The first bytes say what a file is: if the service refuses it for that, nothing else is sent.
      if (missing[0] === 0) await send(missing.shift());
      const lanes = Array.from({ length: Math.max(1, Math.min(atOnce, mostAtOnce)) }, () =>
        send().catch((error: unknown) => {
          stop.abort(error);
          throw error;
        }),
      );
      await Promise.allSettled(lanes);
      await Promise.all(lanes).catch(() => {
        throw stop.signal.reason; // what went wrong first, not what was stopped by it
      });
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  /** Offsets of the chunks to send. A list of gaps that was cut short is followed to its end by what lies behind it. */
  async #missing({
    missingRanges,
    missingRangesTruncated,
    chunkSizeBytes,
    sizeBytes,
  }: UploadSession): Promise<number[]> {
    const offsets: number[] = [];
    const last = missingRanges.at(-1)?.end ?? 0;
    const ranges = missingRangesTruncated
      ? [...missingRanges, { start: last, end: sizeBytes }]
      : missingRanges;
    for (const { start, end } of ranges)
      for (let offset = start; offset < end; offset += chunkSizeBytes) offsets.push(offset);
    return offsets;
  }

  async #sendChunk({ session, digests, signal, buffer }: Lane, offset: number): Promise<void> {
    const { id, chunkSizeBytes } = session;
    const end = Math.min(offset + chunkSizeBytes, this.#source.sizeBytes);
    const bytes = await this.#source.read(offset, end, buffer);
    const options = {
      ...this.#request(signal),
      timeoutMs: this.#options.timeoutMs ?? 600_000,
      idempotencyKey: null, // bytes that are there already are no change
      headers: {
        'content-type': 'application/octet-stream',
        'upload-offset': String(offset),
        'content-digest': digests.of(offset, end) ?? (await contentDigest(bytes)),
      },
    };
    for (let tries = 1; ; tries += 1) {
      try {
        const route = `POST ${sessions}/{uploadSessionId}/chunks`;
        await this.#client.send(route, { uploadSessionId: id }, bytes, options);
        this.#done += bytes.length;
        this.#tell('sending');
        return;
      } catch (error) {
        // Damaged on the way: nothing was stored.
        if (!isCode(error, 'upload.digest_mismatch') || tries === mostDamaged) throw error;
      }
    }
  }

  /** The session after completion; null if the service misses bytes after all. */
  async #completed({ id }: UploadSession): Promise<UploadSession | null> {
    const { timeoutMs = 600_000 } = this.#options;
    try {
      const answer = await this.#client.call<Answer>(
        `POST ${sessions}/{uploadSessionId}/complete`,
        { uploadSessionId: id },
        { ...this.#request(), timeoutMs },
      );
      return answer.uploadSession;
    } catch (error) {
      if (isCode(error, 'upload.incomplete')) return null;
      throw error;
    }
  }

  async #read(uploadSessionId: string): Promise<UploadSession> {
    const route = `GET ${sessions}/{uploadSessionId}`;
    return (await this.#client.call<Answer>(route, { uploadSessionId }, this.#request())).uploadSession;
  }

  #request(signal = this.#options.signal): RequestOptions {
    return { signal, maxRetries: this.#options.maxRetries ?? 8 };
  }

  #tell(phase: UploadProgress['phase']): void {
    const { sizeBytes: totalBytes } = this.#source;
    this.#options.onProgress?.({
      phase,
      doneBytes: Math.min(this.#done, totalBytes),
      totalBytes,
      uploadSessionId: this.#session?.id ?? null,
    });
  }
}

const isCode = (error: unknown, code: string) => error instanceof ChanceryError && error.code === code;

const pause = (ms: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
