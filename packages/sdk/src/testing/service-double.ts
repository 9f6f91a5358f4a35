import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
}
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is if it is text, else as JSON; 'never' sends nothing at all, 'broken' cuts the connection. */
  readonly body?: unknown;
  readonly instead?: 'never' | 'broken';
}

const meta = {
  requestId: '01900000-0000-7000-8000-000000000001',
  correlationId: '01900000-0000-7000-8000-000000000001',
  timestamp: '2026-05-04T09:30:00.000Z',
};

export const success = (
  data: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Answer => ({
  status,
  headers,
  body: { success: true, data, meta },
});

export const failure = (
  status: number,
  code: string,
  message = 'Do it otherwise.',
  more: object = {},
  headers: Readonly<Record<string, string>> = {},
): Answer => ({ status, headers, body: { success: false, error: { code, message, ...more }, meta } });

/** A service that speaks the envelope: it keeps what it is asked and answers what the test says. */
export async function serviceDouble(answer: (request: Seen, index: number) => Answer | Promise<Answer>) {
  const requests: Seen[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer); // no encoding is set, so chunks are buffers
    const url = new URL(request.url ?? '/', 'http://double');
    const text = Buffer.concat(chunks).toString();
    const seen: Seen = {
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      // What is no JSON is kept as its text.
      body: text === '' ? null : /^[[{"]/.test(text) ? JSON.parse(text) : text,
    };
    requests.push(seen);
    const { status = 200, headers = {}, body, instead } = await answer(seen, requests.length - 1);
    if (instead === 'broken') request.socket.destroy();
    if (instead) return;
    const content = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
    const type = typeof body === 'string' ? 'text/plain' : 'application/json';
    response
      .writeHead(status, { 'content-type': type, 'x-request-id': meta.requestId, ...headers })
      .end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // listening on TCP, so never a pipe's name
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    requests,
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
