import type { IncomingMessage } from 'node:http';

/** PLT-15: the web app's origin and those that the operator names may read; credentials mode is never offered. */
export function crossOriginHeaders(
  allowed: readonly string[],
): (request: IncomingMessage) => Record<string, string> {
  const origins = new Set(allowed);
  return ({ headers }) => {
    const { origin } = headers;
    if (origin === undefined) return {};
    if (!origins.has(origin)) return { Vary: 'Origin' };
    return {
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers':
        'ETag, Idempotency-Replayed, Location, RateLimit, RateLimit-Policy, Retry-After, Upload-Offset, X-Correlation-Id, X-Request-Id',
      Vary: 'Origin',
    };
  };
}
