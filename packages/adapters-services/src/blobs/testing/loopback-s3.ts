import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LoopbackS3 {
  /** A url for `S3BlobStore`; every call names a new bucket. */
  url(): string;
  /** Uploads that were begun and neither completed nor aborted. */
  openUploads(): number;
  /** Reads of objects that are neither over nor cut off. */
  openReads(): number;
  /** How many requests of this kind (`PUT`, `PUT part`, `POST complete` …) were answered. */
  answered(kind: string): number;
  /** The next request of this kind gets a 501, which the SDK does not repeat. */
  failNext(kind: string): void;
  close(): Promise<void>;
}

interface Upload {
  readonly path: string;
  readonly initiated: string;
  readonly parts: Map<number, Buffer>;
}

const keysPerPage = 3;
const signature =
  /^AWS4-HMAC-SHA256 Credential=loopback\/\d{8}\/eu-test-1\/s3\/aws4_request, .*Signature=[0-9a-f]{64}$/;
const xml = (body: string) => `<?xml version="1.0" encoding="UTF-8"?>${body}`;

/** The part of S3 that `S3BlobStore` speaks, in memory on the loopback; requests without a SigV4 signature get 403. */
export async function loopbackS3(): Promise<LoopbackS3> {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Upload>();
  const counts = new Map<string, number>();
  const failing = new Set<string>();
  let reads = 0;

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : undefined),
    );
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://loopback');
    const path = decodeURIComponent(pathname);
    const body = await bodyOf(request);
    const refusal = refusalOf(request, body);
    if (refusal) return send(response, 403, xml(`<Error><Code>${refusal}</Code></Error>`));

    const kind = kindOf(request, searchParams);
    if (failing.delete(kind)) return send(response, 501, xml('<Error><Code>NotImplemented</Code></Error>'));
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    handlers[kind]?.({ path, searchParams, body, request, response });
  }

  const handlers: Record<string, (call: Call) => void> = {
    PUT: ({ path, body, response }) => {
      objects.set(path, body);
      send(response, 200, '', { etag: etagOf(body) });
    },
    GET: ({ path, request, response }) => {
      reads += 1;
      response.once('close', () => {
        reads -= 1;
      });
      sendObject(objects.get(path), request.headers.range, response);
    },
    HEAD: ({ path, request, response }) => sendObject(objects.get(path), request.headers.range, response),
    DELETE: ({ path, response }) => {
      objects.delete(path);
      send(response, 204, '');
    },
    'GET list': ({ path, searchParams, response }) =>
      send(response, 200, listing(objects, path, searchParams)),
    'POST begin': ({ path, response }) => {
      const uploadId = randomUUID();
      uploads.set(uploadId, { path, initiated: new Date().toISOString(), parts: new Map() });
      const result = `<UploadId>${uploadId}</UploadId>`;
      send(response, 200, xml(`<InitiateMultipartUploadResult>${result}</InitiateMultipartUploadResult>`));
    },
    'PUT part': ({ searchParams, body, response }) => {
      const upload = uploads.get(searchParams.get('uploadId') ?? '');
      upload?.parts.set(Number(searchParams.get('partNumber')), body);
      send(response, upload ? 200 : 404, '', { etag: etagOf(body) });
    },
    'POST complete': ({ searchParams, response }) => {
      const uploadId = searchParams.get('uploadId') ?? '';
      const upload = uploads.get(uploadId);
      if (!upload) return send(response, 404, xml('<Error><Code>NoSuchUpload</Code></Error>'));
      const parts = [...upload.parts].sort(([a], [b]) => a - b).map(([, part]) => part);
      objects.set(upload.path, Buffer.concat(parts));
      uploads.delete(uploadId);
      send(
        response,
        200,
        xml('<CompleteMultipartUploadResult><ETag>"done"</ETag></CompleteMultipartUploadResult>'),
      );
    },
    'GET uploads': ({ path, searchParams, response }) =>
      send(response, 200, unfinished(uploads, path, searchParams.get('upload-id-marker') ?? '')),
    'DELETE upload': ({ searchParams, response }) => {
      uploads.delete(searchParams.get('uploadId') ?? '');
      send(response, 204, '');
    },
  };

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server's address is never a string
  return {
    url: () => `s3://loopback:se%2Fcret@127.0.0.1:${port}/bucket-${randomUUID()}?region=eu-test-1&tls=false`,
    openUploads: () => uploads.size,
    openReads: () => reads,
    answered: (kind) => counts.get(kind) ?? 0,
    failNext: (kind) => failing.add(kind),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Call {
  readonly path: string;
  readonly searchParams: URLSearchParams;
  readonly body: Buffer;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function refusalOf({ headers }: IncomingMessage, body: Buffer): string | null {
  if (!signature.test(headers.authorization ?? '')) return 'SignatureDoesNotMatch';
  const declared = headers['x-amz-content-sha256'];
  const actual = createHash('sha256').update(body).digest('hex');
  return declared === actual || declared === 'UNSIGNED-PAYLOAD' ? null : 'XAmzContentSHA256Mismatch';
}

function kindOf({ method = 'GET' }: IncomingMessage, searchParams: URLSearchParams): string {
  if (searchParams.has('uploads')) return method === 'POST' ? 'POST begin' : 'GET uploads';
  if (searchParams.has('partNumber')) return 'PUT part';
  if (searchParams.has('uploadId')) return method === 'POST' ? 'POST complete' : 'DELETE upload';
  return searchParams.has('list-type') ? 'GET list' : method;
}

const etagOf = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`;

function send(
  response: ServerResponse,
  status: number,
  body: string | Buffer,
  headers: Record<string, string> = {},
) {
  response.writeHead(status, { 'content-length': String(body.length), ...headers }).end(body);
}

function sendObject(object: Buffer | undefined, range: string | undefined, response: ServerResponse): void {
  const [, start, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
  if (!object) send(response, 404, xml('<Error><Code>NoSuchKey</Code></Error>'));
  else if (start === undefined) send(response, 200, object);
  else if (Number(start) < object.length)
    send(response, 206, object.subarray(Number(start), Number(last) + 1));
  else send(response, 416, xml('<Error><Code>InvalidRange</Code></Error>'));
}

/** Two a page, in the order of their ids. */
function unfinished(uploads: ReadonlyMap<string, Upload>, path: string, after: string): string {
  const bucket = path.endsWith('/') ? path : `${path}/`;
  const open = [...uploads]
    .filter(([id, upload]) => id > after && upload.path.startsWith(bucket))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const page = open.slice(0, 2);
  const [lastId = '', last] = page.at(-1) ?? [];
  const listed = page.map(
    ([id, upload]) =>
      `<Upload><Key>${upload.path.slice(bucket.length)}</Key><UploadId>${id}</UploadId><Initiated>${upload.initiated}</Initiated></Upload>`,
  );
  return xml(
    `<ListMultipartUploadsResult><IsTruncated>${open.length > 2}</IsTruncated><NextKeyMarker>${last?.path.slice(bucket.length) ?? ''}</NextKeyMarker><NextUploadIdMarker>${lastId}</NextUploadIdMarker>${listed.join('')}</ListMultipartUploadsResult>`,
  );
}

function listing(objects: ReadonlyMap<string, Buffer>, path: string, searchParams: URLSearchParams): string {
  const bucket = path.endsWith('/') ? path : `${path}/`;
  const after = searchParams.get('continuation-token') ?? '';
  const keys = [...objects.keys()]
    .filter((name) => name.startsWith(bucket + (searchParams.get('prefix') ?? '')))
    .map((name) => name.slice(bucket.length))
    .filter((key) => key > after)
    .sort();
  const page = keys.slice(0, keysPerPage);
  const next =
    keys.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
  return xml(
    `<ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${next}${contents}</ListBucketResult>`,
  );
}
