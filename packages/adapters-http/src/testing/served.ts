import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type World, world } from '@chancery/adapters-persistence/testing';
import { health } from '@chancery/core';
import { pino } from 'pino';
import type { Route } from '../contract/routes.ts';
import { type ChanceryHttpOptions, chanceryHttp } from '../server/chancery-http.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the endpoint answered
  readonly body: any;
}

export interface Call {
  readonly token?: string | null;
  readonly body?: unknown;
  readonly raw?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Served extends World {
  readonly baseUrl: string;
  readonly logLines: string[];
  call(line: `${string} /${string}`, options?: Call): Promise<Answer>;
  close(): Promise<void>;
}

/** A world behind a real HTTP server on loopback; every log line is kept. */
export async function served({
  routes,
  ...options
}: Partial<ChanceryHttpOptions> & { world?: World; routes?: readonly Route[] } = {}): Promise<Served> {
  const made = options.world ?? (await world());
  const logLines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void logLines.push(line) });
  const { handler } = chanceryHttp(
    {
      chancery: made.chancery,
      health: health.createHealth({ probes: made.ports.probes, clock: made.clock }),
      log,
      webUrl: 'https://app.example.com',
      baseUrl: 'https://api.example.com',
      ...options,
    },
    routes,
  );
  const server: Server = createServer(handler);
  // Its clients share this process: who keeps it busy for some seconds has not left a connection idle.
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    ...made,
    baseUrl,
    logLines,
    async call(line, { token = null, body, raw, headers = {} } = {}) {
      const [method = '', path = ''] = line.split(' ');
      const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
      const response = await fetch(baseUrl + path, {
        method,
        headers: {
          ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
          ...(payload === undefined ? {} : { 'Content-Type': 'application/json' }),
          // Where a proxy is trusted, nobody comes without one.
          ...(options.trustedProxies === undefined ? {} : { 'X-Forwarded-For': '127.0.0.1' }),
          ...headers,
        },
        ...(payload === undefined ? {} : { body: payload }),
        redirect: 'manual',
      });
      const text = await response.text();
      // An export is many JSON documents, and so none.
      const type = response.headers.get('content-type') ?? '';
      const json = type.includes('json') && !type.includes('ndjson') ? JSON.parse(text) : null;
      return { status: response.status, headers: response.headers, text, body: json };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
