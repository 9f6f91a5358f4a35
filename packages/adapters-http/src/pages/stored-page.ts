import { createHash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { namesTag } from '../server/entity-tag.ts';
import type { Page } from './html.ts';

interface Document {
  readonly body: string | Uint8Array;
  readonly headers: OutgoingHttpHeaders;
}

const asGzip = promisify(gzip);
const asBrotli = promisify(brotliCompress);
/** The contract of all endpoints takes 0.4 s once; the best quality would take three times as long for a fortieth less. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };

/** How bytes are packed for whoever accepts it, the best first. */
const packings = {
  br: (content: Uint8Array) => asBrotli(content, quality),
  gzip: (content: Uint8Array) => asGzip(content),
  identity: async (content: Uint8Array) => Buffer.from(content),
} as const;
type Packing = keyof typeof packings;

/**
 * A page that is the same for everybody: written when it is first asked for, packed once in each way, and answered with its
 * bytes, or with 304 to who has them. What asks again costs no more than its headers.
 */
export function storedPage(write: () => Document): Page {
  let written: (Document & { readonly content: Uint8Array; readonly digest: string }) | undefined;
  const packed = new Map<Packing, Promise<Buffer>>();
  return async (request, response) => {
    written ??= digested(write());
    const { content, headers, digest } = written;
    const packing = packingFor(request);
    const etag = `${digest}-${packing}`;
    const described: OutgoingHttpHeaders = {
      ...headers,
      ETag: `"${etag}"`,
      Vary: 'Accept-Encoding',
      'X-Content-Type-Options': 'nosniff',
    };
    if (namesTag(request.headers['if-none-match'], etag)) {
      // It has no content, so nothing says of what type that is.
      const { 'Content-Type': _, ...kept } = described;
      response.writeHead(304, kept).end();
      return;
    }
    const making = packed.get(packing) ?? packings[packing](content);
    packed.set(packing, making);
    const bytes = await making;
    response.writeHead(200, {
      ...described,
      ...(packing === 'identity' ? {} : { 'Content-Encoding': packing }),
      'Content-Length': bytes.byteLength,
    });
    response.end(bytes);
  };
}

function digested({ body, headers }: Document) {
  const content = typeof body === 'string' ? Buffer.from(body) : body;
  return { body, headers, content, digest: createHash('sha256').update(content).digest('hex').slice(0, 32) };
}

/** The best packing that the caller names and does not refuse (`q=0`). */
function packingFor({ headers }: IncomingMessage): Packing {
  const accepted = (headers['accept-encoding'] ?? '').split(',').flatMap((entry) => {
    const [name = '', ...weights] = entry.split(';').map((part) => part.trim().toLowerCase());
    return weights.some((weight) => /^q=0(\.0*)?$/.test(weight)) ? [] : [name];
  });
  return (['br', 'gzip'] as const).find((packing) => accepted.includes(packing)) ?? 'identity';
}
