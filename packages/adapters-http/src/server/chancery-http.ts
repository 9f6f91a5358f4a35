import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type Chancery,
  type health as healthContext,
  isFailure,
  type Outcome,
  routeNotFound,
} from '@chancery/core';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { type InputFields, inputFieldsOf } from '../contract/input-fields.ts';
import { openApiDocument } from '../contract/openapi.ts';
import { type Route, takesIdempotencyKey } from '../contract/routes.ts';
import { type DevelopmentMail, developmentPages } from '../pages/development.ts';
import type { Page } from '../pages/html.ts';
import { webPages } from '../pages/index.ts';
import { referencePage } from '../pages/reference.ts';
import { allRoutes } from '../routes/index.ts';
import { failureAnswer, send, successBody, type Trace, versionTag } from './answer.ts';
import { cookieTaken, failurePage, pageAnswer } from './browser-answer.ts';
import { addressOf, callerOf, traceOf } from './caller.ts';
import { crossOriginHeaders } from './cross-origin.ts';
import { healthEndpoints } from './health-endpoints.ts';
import { requestMetrics } from './metrics.ts';
import { pathTableOf } from './path-table.ts';
import { sendRaw } from './raw-answer.ts';
import { drainUnread } from './request-body.ts';
import { readInput } from './request-input.ts';

export interface ChanceryHttpOptions {
  readonly chancery: Chancery;
  readonly health: healthContext.Health;
  readonly log: Logger;
  /** How many proxies in front of this process are the operator's own (PLT-9). */
  readonly trustedProxies?: number;
  /** Origins of web pages that may read the API beside the web app's (PLT-15). */
  readonly corsOrigins?: readonly string[];
  readonly webUrl: string;
  readonly baseUrl: string;
  readonly metrics?: Registry;
  /** Only in development mode: what the spools hold. */
  readonly development?: DevelopmentMail;
}

/** A handler for any Node HTTP server or Express app; what is not Chancery's goes to `next`. */
export type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => void;

interface Served extends Route {
  readonly fields: InputFields;
}

/** The whole API as one handler: `app.use(chanceryHttp({ … }).handler)`. */
export function chanceryHttp(options: ChanceryHttpOptions): {
  readonly handler: Handler;
  readonly metrics: Registry;
} {
  const { chancery, log, trustedProxies = 0 } = options;
  const table = pathTableOf<Served>(allRoutes.map((route) => ({ ...route, fields: inputFieldsOf(route) })));
  const metrics = requestMetrics(options.metrics);
  const crossOrigin = crossOriginHeaders([new URL(options.webUrl).origin, ...(options.corsOrigins ?? [])]);
  const documents = new Map<string, Page>([
    ...healthEndpoints(options.health),
    ...referencePage(() => openApiDocument(options.baseUrl)),
    ...(options.development === undefined ? [] : developmentPages(options.development)),
    ['/.well-known/jwks.json', async (_, response) => jwks(chancery, response)],
    ['/metrics', async (request, response) => metrics.answer(addressOf(request, trustedProxies), response)],
  ]);
  // Where no other web app is configured, the links in mails open here.
  const pageOf =
    options.webUrl === options.baseUrl
      ? webPages(chancery, options.webUrl, (request) => callerOf(request, traceOf(request), trustedProxies))
      : () => undefined;

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    served: Served,
    values: readonly string[],
    query: string,
  ): Promise<void> {
    const started = performance.now();
    const trace = traceOf(request);
    const shared = crossOrigin(request);
    let status: number = served.status;
    let bytes = 0;
    try {
      const caller = callerOf(request, trace, trustedProxies, takesIdempotencyKey(served));
      const input = await readInput(request, served.fields, values, query);
      const outcome = await chancery.execute(served.name, served.useCase, input, caller);
      const { data, headers: cookie } = cookieTaken(outcome.data, served.wire);
      if (served.useCase.raw !== undefined) {
        ({ status, bytes } = sendRaw(request, response, data, trace, {
          ...shared,
          ...wireHeaders(served, outcome),
        }));
      } else {
        const page = pageAnswer(request, served.wire, data);
        bytes = send(response, status, page?.body ?? successBody(data, trace), trace, {
          ...shared,
          ...outcomeHeaders(outcome),
          ...wireHeaders(served, outcome),
          ...cookie,
          ...page?.headers,
        });
      }
    } catch (error) {
      const tokenSent =
        request.headers.authorization !== undefined || request.headers['x-service-api-key'] !== undefined;
      const told = failureAnswer(error, trace, tokenSent, served.fields);
      status = told.status;
      if (status === 500)
        log.error(
          { ...trace, route: served.name, err: withoutInput(error) },
          'a request failed unexpectedly',
        );
      else if (status === 503)
        log.warn({ ...trace, route: served.name, reason: reasonOf(error) }, 'a dependency is away');
      const headers = status === 413 ? { ...told.headers, Connection: 'close' } : told.headers;
      const page = failurePage(request, served.wire, told.failure, options.webUrl);
      bytes = send(response, status, page?.body ?? told.body, trace, {
        ...shared,
        ...headers,
        ...page?.headers,
      });
      if (status !== 413) drainUnread(request, served.fields);
    }
    const milliseconds = performance.now() - started;
    metrics.observe(served, status, milliseconds / 1000);
    // The route's name stands for the address: addresses carry ids and tokens (PLT-10).
    log.info(
      {
        ...trace,
        method: request.method,
        route: served.name,
        status,
        bytes,
        durationMs: Math.round(milliseconds * 10) / 10,
      },
      'request',
    );
  }

  function handler(
    request: IncomingMessage,
    response: ServerResponse,
    next?: (error?: unknown) => void,
  ): void {
    const address = request.url ?? '/';
    const mark = address.indexOf('?');
    const path = mark < 0 ? address : address.slice(0, mark);
    const match = table.find(request.method ?? 'GET', path);

    if (match !== null && 'entry' in match) {
      answer(request, response, match.entry, match.values, mark < 0 ? '' : address.slice(mark + 1)).catch(
        (error: unknown) => {
          log.error({ err: withoutInput(error) }, 'an answer could not be written');
          response.destroy();
        },
      );
      return;
    }
    if (match !== null) {
      preflightOrRefuse(request, response, match, crossOrigin(request));
      return;
    }
    const document = documents.get(path) ?? pageOf(path);
    if (document !== undefined && (request.method === 'GET' || request.method === 'HEAD')) {
      Promise.resolve(document(request, response)).catch((error: unknown) => {
        log.error({ err: withoutInput(error) }, 'a page could not be written');
        response.destroy();
      });
      return;
    }
    if (next !== undefined && !path.startsWith('/api/')) {
      next();
      return;
    }
    const trace = traceOf(request);
    send(response, 404, failureAnswer(routeNotFound(), trace, false, null).body, trace, crossOrigin(request));
  }

  return { handler, metrics: metrics.registry };
}

function outcomeHeaders({ data, replayed, rate }: Outcome): Record<string, string> {
  const tag = versionTag(data);
  return {
    ...(tag === null ? {} : { ETag: tag }),
    ...(replayed ? { 'Idempotency-Replayed': 'true' } : {}),
    ...(rate === null
      ? {}
      : {
          'RateLimit-Policy': `"key";q=${rate.limit};w=${rate.windowSeconds}`,
          RateLimit: `"key";r=${rate.remaining};t=${rate.retryAfterSeconds}`,
        }),
  };
}

const wireHeaders = ({ wire }: Route, { data }: Outcome): Record<string, string> =>
  Object.fromEntries(
    // Each is typed by the answer of its own row.
    Object.entries(wire.answers ?? {}).map(([header, answer]) => [header, answer.valueOf(data as never)]),
  );

function preflightOrRefuse(
  request: IncomingMessage,
  response: ServerResponse,
  methods: readonly string[],
  shared: Record<string, string>,
): void {
  const allow = [...methods, 'OPTIONS'].join(', ');
  if (request.method === 'OPTIONS') {
    response.writeHead(204, {
      ...shared,
      Allow: allow,
      ...('Access-Control-Allow-Origin' in shared
        ? {
            'Access-Control-Allow-Methods': allow,
            'Access-Control-Allow-Headers':
              'Authorization, Content-Digest, Content-Type, If-Match, Upload-Offset, X-Correlation-Id, X-Idempotency-Key, X-Service-API-Key',
            'Access-Control-Max-Age': '600',
          }
        : {}),
    });
    response.end();
    return;
  }
  const trace = traceOf(request);
  const told = failureAnswer(
    routeNotFound({ message: `This address takes ${methods.join(', ')} only; see /docs.` }),
    trace,
    false,
    null,
  );
  send(response, 405, told.body, trace, { ...shared, Allow: allow });
}

async function jwks(chancery: Chancery, response: ServerResponse): Promise<void> {
  const body = JSON.stringify(await chancery.ports.tokens.jwks());
  response.writeHead(200, {
    'Content-Type': 'application/jwk-set+json',
    'Cache-Control': 'public, max-age=3600',
    'X-Content-Type-Options': 'nosniff',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}

/** Drivers put values of the statement into `detail`, `where` and `parameters`: those are never logged. */
function withoutInput(error: unknown): { name: string; message: string; code?: string; stack?: string } {
  if (!(error instanceof Error)) return { name: 'Error', message: typeof error };
  const message = 'severity' in error ? 'database error' : error.message;
  return {
    name: error.name,
    message,
    ...('code' in error ? { code: String(error.code) } : {}),
    stack:
      error.stack
        ?.split('\n')
        .filter((line) => /^\s+at /.test(line))
        .slice(0, 12)
        .join('\n') ?? '',
  };
}

const reasonOf = (error: unknown): string =>
  isFailure(error) && error.cause instanceof Error && 'code' in error.cause
    ? String(error.cause.code)
    : 'unavailable';

export type { Trace };
