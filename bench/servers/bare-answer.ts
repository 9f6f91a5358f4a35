import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';

/** The envelope and the headers that Chancery writes. */
export const answer = (response: ServerResponse, status: number, data: unknown): void =>
  answerJson(response, status, JSON.stringify(data));

/** The same with data that is JSON already. */
export function answerJson(response: ServerResponse, status: number, data: string): void {
  const requestId = randomUUID();
  const meta = { requestId, correlationId: requestId, timestamp: new Date().toISOString() };
  const body = `{"success":true,"data":${data},"meta":${JSON.stringify(meta)}}`;
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
