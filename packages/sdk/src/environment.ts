import { version } from './generated/version.ts';

interface Surroundings {
  readonly process?: { readonly versions?: { readonly node?: string; readonly undici?: string } };
  readonly location?: { readonly origin: string; readonly href: string };
}
const here = () => globalThis as Surroundings; // what is there depends on where this runs

/** Says in the logs of the service who calls. Browsers send their own, and would ask first whether they may send this. */
export function userAgent(): string | null {
  const node = here().process?.versions?.node;
  return node === undefined ? null : `chancery-sdk/${version} node/${node}`;
}

const handedOverAtOnce = 512 * 1024;

/**
 * How Node's own fetch sends bytes as they are. It takes a copy of a body that is bytes, and one more to send after a
 * redirect: new memory each time, which costs more than to send a chunk of an upload. A stream of its parts is not copied.
 * Null elsewhere.
 */
export function uncopied(
  body: Uint8Array<ArrayBuffer>,
  headers: Headers,
): (RequestInit & { readonly duplex: 'half' }) | null {
  if (here().process?.versions?.undici === undefined) return null;
  const sized = new Headers(headers);
  sized.set('content-length', String(body.length));
  let at = 0;
  const parts = new ReadableStream<Uint8Array>({
    pull(stream) {
      if (at < body.length) stream.enqueue(body.subarray(at, at + handedOverAtOnce));
      at += handedOverAtOnce;
      if (at >= body.length) stream.close();
    },
  });
  // Node sends a stream only if it is told that the answer may come first. The service never redirects what is sent to it.
  return { body: parts, headers: sized, duplex: 'half', redirect: 'error', window: null };
}

/**
 * A browser does not say why a request to another origin failed. The most frequent reason is that the service does not allow
 * the page's own, so the error names it.
 */
export function crossOriginHint(baseUrl: string): string {
  const { location } = here();
  if (location === undefined || new URL(baseUrl, location.href).origin === location.origin) return '';
  return ` If it is running, it may not allow pages of ${location.origin}: name that origin in CHANCERY_CORS_ORIGINS.`;
}
