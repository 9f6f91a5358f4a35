import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';

/** The envelope and the headers that Chancery writes. */
export function answer(response: ServerResponse, status: number, data: unknown): void {
  const requestId = randomUUID();
  const body = JSON.stringify({
    success: true,
    data,
    meta: { requestId, correlationId: requestId, timestamp: new Date().toISOString() },
  });
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
    'X-Request-Id': requestId,
    'X-Correlation-Id': requestId,
    'RateLimit-Policy': '"key";q=120;w=60',
    RateLimit: '"key";r=120;t=60',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}
