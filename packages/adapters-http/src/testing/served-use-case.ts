import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Chancery, UseCase } from '@chancery/core';
import { type Logger, pino } from 'pino';
import { Registry } from 'prom-client';
import { inputFieldsOf } from '../contract/input-fields.ts';
import type { Method, Route } from '../contract/routes.ts';
import { versionedMembers } from '../contract/versioned-members.ts';
import { callerAddresses } from '../server/caller-address.ts';
import { answerEndpoint } from '../server/endpoint-answer.ts';
import { requestMetrics } from '../server/metrics.ts';
import { drainUnread } from '../server/request-body.ts';

export interface ServedUseCase {
  readonly port: number;
  readonly url: string;
  readonly logLines: string[];
  close(): Promise<void>;
}

/** The route of a use case that is none of the product's: for what no endpoint of the contract can show yet. */
export const routeOf = (useCase: UseCase, method: Method, name: string): Route => ({
  context: 'workspace',
  name,
  method,
  path: `/${name}`,
  status: method === 'POST' ? 201 : 200,
  useCase,
  pathFields: [],
  wire: {},
});

/** Answers requests for one use case by the real pipeline. */
export function handlerOf(chancery: Chancery, route: Route, log: Logger): RequestListener {
  const endpoint = {
    ...route,
    fields: inputFieldsOf(route),
    versioned: versionedMembers(route.useCase.output),
  };
  const host = {
    chancery,
    log,
    addressOf: callerAddresses({ count: 0, header: 'x-forwarded-for' }, log),
    webUrl: 'https://app.example.com',
    metrics: requestMetrics(new Registry()),
    crossOrigin: () => ({}),
  };
  return (request, response) => {
    response.prependOnceListener('finish', () => drainUnread(request));
    const [, query = ''] = (request.url ?? '').split('?');
    answerEndpoint(host, request, response, endpoint, [], query).catch(() => response.destroy());
  };
}

/** Serves one use case behind a real HTTP server on loopback. */
export async function servedUseCase(chancery: Chancery, route: Route): Promise<ServedUseCase> {
  const logLines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void logLines.push(line) });
  const server: Server = createServer(handlerOf(chancery, route, log));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a TCP server's address is never a string
  return {
    port,
    url: `http://127.0.0.1:${port}${route.path}`,
    logLines,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
