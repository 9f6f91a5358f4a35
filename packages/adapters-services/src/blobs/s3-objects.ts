import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  type MultipartUpload,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { BlobInfo, BlobStore, ByteRange } from '@chancery/core';
import { assertBlobKey, assertBlobPrefix, assertByteRange } from './blob-key.ts';
import { probeBlobStore } from './blob-store-probe.ts';
import { exactly } from './exact-stream.ts';
import type { S3Target } from './s3-target.ts';

const partBytes = 8 * 1024 * 1024; // 10,000 parts: objects up to 78 GiB
const partsAtOnce = 2;
/** A larger object must be sent in parts. */
const largestPutBytes = 5 * 1024 ** 3;

/** The objects of a bucket, through the SDK, which only a process that has such a bucket loads. */
export class S3Objects implements BlobStore {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly pieces = null;

  constructor({ bucket, ...target }: S3Target) {
    this.#bucket = bucket;
    this.#client = new S3Client({
      ...target,
      // Errors are thrown, so the SDK need not print them too.
      logger: silent,
      // Many compatible stores do not know the newer checksum trailers.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: 5_000, socketTimeout: 60_000 },
    });
  }

  async put(
    key: string,
    bytes: AsyncIterable<Uint8Array> | Uint8Array,
    told?: { readonly sizeBytes: number },
  ): Promise<BlobInfo> {
    const target = this.#at(key);
    if (told !== undefined && told.sizeBytes <= largestPutBytes)
      return this.#putTold(target, bytes, told.sizeBytes);
    if (bytes instanceof Uint8Array) {
      await this.#client.send(new PutObjectCommand({ ...target, Body: bytes }));
      return { sizeBytes: bytes.byteLength };
    }
    let sizeBytes = 0;
    async function* counted(source: AsyncIterable<Uint8Array>) {
      for await (const chunk of source) {
        sizeBytes += chunk.byteLength;
        yield chunk;
      }
    }
    const Body = Readable.from(counted(bytes), { objectMode: false });
    // A failed stream fails the upload, and the parts already sent are deleted.
    const upload = {
      client: this.#client,
      params: { ...target, Body },
      partSize: partBytes,
      queueSize: partsAtOnce,
    };
    try {
      await new Upload(upload).done();
    } finally {
      Body.destroy(); // this ends the source even if the store failed
    }
    return { sizeBytes };
  }

  /** Sends the stream in one request as it arrives. Its length is in the header, so that nothing need be buffered. */
  async #putTold(
    target: { readonly Bucket: string; readonly Key: string },
    bytes: AsyncIterable<Uint8Array> | Uint8Array,
    sizeBytes: number,
  ): Promise<BlobInfo> {
    let broken: unknown;
    const cut = new AbortController();
    const Body = Readable.from(exactly(bytes, sizeBytes), { objectMode: false }).once('error', (error) => {
      broken = error;
      cut.abort(); // otherwise the store would go on waiting for the rest
    });
    try {
      const put = new PutObjectCommand({ ...target, Body, ContentLength: sizeBytes });
      await this.#client.send(put, { abortSignal: cut.signal });
      return { sizeBytes };
    } catch (error) {
      throw broken ?? error; // the fault of the stream explains more than that of the request
    } finally {
      Body.destroy();
    }
  }

  async get(key: string, range?: ByteRange, signal?: AbortSignal): Promise<AsyncIterable<Uint8Array> | null> {
    if (range) assertByteRange(range);
    // HTTP cannot express an empty range.
    if (range && range.start === range.end) return (await this.head(key)) && nothing();

    const Range = range && `bytes=${range.start}-${range.end - 1}`;
    try {
      const { Body } = await this.#client.send(
        new GetObjectCommand({ ...this.#at(key), ...(Range && { Range }) }),
        signal && { abortSignal: signal },
      );
      return Body instanceof Readable ? endingWith(Body, signal) : nothing();
    } catch (error) {
      if (statusOf(error) === 416) return nothing(); // the object ends before the range
      if (statusOf(error) === 404) return null;
      throw error;
    }
  }

  async head(key: string): Promise<BlobInfo | null> {
    try {
      const { ContentLength } = await this.#client.send(new HeadObjectCommand(this.#at(key)));
      return { sizeBytes: ContentLength ?? 0 };
    } catch (error) {
      if (statusOf(error) === 404) return null;
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand(this.#at(key)));
  }

  async *list(prefix: string): AsyncIterable<string> {
    assertBlobPrefix(prefix);
    let continuation: string | undefined;
    do {
      const page = {
        Bucket: this.#bucket,
        Prefix: prefix,
        ...(continuation && { ContinuationToken: continuation }),
      };
      const { Contents, NextContinuationToken } = await this.#client.send(new ListObjectsV2Command(page));
      for (const { Key } of Contents ?? []) if (Key !== undefined) yield Key;
      continuation = NextContinuationToken;
    } while (continuation);
  }

  /** Parts of an upload that is neither completed nor aborted are kept, and paid for, without end. */
  async clear(before: string): Promise<void> {
    for await (const { Key, UploadId, Initiated } of this.#unfinished())
      if (Initiated !== undefined && Initiated < new Date(before))
        await this.#client.send(new AbortMultipartUploadCommand({ Bucket: this.#bucket, Key, UploadId }));
  }

  async *#unfinished(): AsyncIterable<MultipartUpload> {
    let after: { KeyMarker?: string; UploadIdMarker?: string } | null = {};
    while (after !== null) {
      const listed: ListMultipartUploadsCommandOutput = await this.#client.send(
        new ListMultipartUploadsCommand({ Bucket: this.#bucket, ...after }),
      );
      yield* listed.Uploads ?? [];
      const { IsTruncated, NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = listed;
      after =
        IsTruncated === true && KeyMarker !== undefined && UploadIdMarker !== undefined
          ? { KeyMarker, UploadIdMarker }
          : null;
    }
  }

  probe(): Promise<void> {
    return probeBlobStore(this);
  }

  /** Closes the idle connections. */
  close(): void {
    this.#client.destroy();
  }

  #at(key: string): { readonly Bucket: string; readonly Key: string } {
    assertBlobKey(key);
    return { Bucket: this.#bucket, Key: key };
  }
}

const say = () => undefined;
const silent = { debug: say, info: say, warn: say, error: say };

/** The body of an answer under way is the caller's to end: the SDK looks at a signal only until the head has come. */
function endingWith(body: Readable, signal: AbortSignal | undefined): Readable {
  if (signal === undefined) return body;
  const end = () => body.destroy(new Error('The read was given up.'));
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  return body.once('close', () => signal.removeEventListener('abort', end));
}

async function* nothing(): AsyncIterable<Uint8Array> {}

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
