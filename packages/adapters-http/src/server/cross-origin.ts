import type { IncomingMessage } from 'node:http';
import { headersOf } from '@chancery/core/internal';
import type { Route } from '../contract/routes.ts';

const headersOfEveryRequest = [
  'Authorization',
  'Content-Type',
  'If-Match',
  'If-None-Match',
  'If-Range',
  'Range',
  'X-Correlation-Id',
  'X-Idempotency-Key',
  'X-Service-API-Key',
];

/** Which headers a page of another origin may send: those of every request, and those that carry fields (PLT-24). */
export const crossOriginRequestHeaders = (routes: readonly Pick<Route, 'useCase'>[]): string =>
  [...new Set([...headersOfEveryRequest, ...routes.flatMap(({ useCase }) => namesOf(useCase))])]
    .sort()
    .join(', ');

const namesOf = ({ input }: Route['useCase']) => [...headersOf(input).values()].map(({ name }) => name);

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
        'Accept-Ranges, Content-Disposition, Content-Range, ETag, Idempotency-Replayed, Location, RateLimit, RateLimit-Policy, Retry-After, Upload-Offset, X-Audit-Seq, X-Bundle-Id, X-Content-SHA256, X-Correlation-Id, X-Request-Id',
      Vary: 'Origin',
    };
  };
}
