import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Clock, isFailure } from '@chancery/core';
import type { Registry } from 'prom-client';
import { type InputFields, inputFieldsOf } from '../contract/input-fields.ts';
import type { Route } from '../contract/routes.ts';
import { versionedMembers } from '../contract/versioned-members.ts';
import type { Page } from '../pages/html.ts';
import { sessionRoutes } from '../pages/session-routes.ts';
import { allRoutes } from '../routes/index.ts';
import { failureAnswer, send, type Trace } from './answer.ts';
import { traceOf } from './caller.ts';
import { callerAddresses } from './caller-address.ts';
import { crossOriginHeaders, crossOriginRequestHeaders } from './cross-origin.ts';
import { documentsOf, servesPages } from './documents.ts';
import { answerEndpoint, type Endpoint } from './endpoint-answer.ts';
import { withoutInput } from './logged-error.ts';
import { requestMetrics } from './metrics.ts';
import { isOfApi, nothingHere } from './nothing-here.ts';
import type { ChanceryHttpOptions } from './options.ts';
import { answerOtherMethod } from './other-methods.ts';
import { pathTableOf } from './path-table.ts';
import { drainUnread } from './request-body.ts';

/** A handler for any Node HTTP server or Express app; what is not Chancery's goes to `next`. */
export type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => void;

/** The whole API as one handler: `app.use(chanceryHttp({ … }).handler)`. Tests serve other endpoints beside it. */
export function chanceryHttp(
  options: ChanceryHttpOptions,
  routes: readonly Route[] = allRoutes,
): {
  readonly handler: Handler;
  /** For the end of a host's own handlers: answers every address that nobody serves. */
  readonly nothingHere: Handler;
  readonly metrics: Registry;
} {
  const { chancery, log, webUrl, trustedProxies = 0, proxyHeader = 'x-forwarded-for', around } = options;
  const table = endpointTable(servesPages(options) ? [...routes, ...sessionRoutes(webUrl)] : routes);
  const metrics = requestMetrics(options.metrics, options.figures);
  const crossOrigin = crossOriginHeaders([new URL(webUrl).origin, ...(options.corsOrigins ?? [])]);
  const addressOf = callerAddresses({ count: trustedProxies, header: proxyHeader }, log);
  const host = { chancery, log, webUrl, addressOf, metrics, crossOrigin, ...(around ? { around } : {}) };
  const documentAt = documentsOf(options, metrics.registry, addressOf, routes);
  const requestHeaders = crossOriginRequestHeaders(routes);

  const cutOff = cuttingOff(log);
  const nothing = nothingHere(chancery.ports.clock, webUrl, crossOrigin);

  const handler: Handler = (request, response, next) => {
    // Before Node's own listener, which would take in a body without end (PLT-32).
    response.prependOnceListener('finish', () => drainUnread(request));
    const [path, query] = partsOf(request.url ?? '/');
    const match = table.find(request.method ?? 'GET', path);
    if (match !== null && 'entry' in match) {
      answerEndpoint(host, request, response, match.entry, match.values, query).catch(
        cutOff(response, 'an answer could not be written'),
      );
      return;
    }
    if (match !== null)
      return answerOtherMethod(
        request,
        response,
        match,
        { shared: crossOrigin(request), requestHeaders },
        chancery.ports.clock,
      );

    const document = documentAt(path);
    if (document !== undefined && (request.method === 'GET' || request.method === 'HEAD')) {
      showPage(document, request, response, chancery.ports.clock).catch(
        cutOff(response, 'a page could not be written'),
      );
      return;
    }
    if (next !== undefined && !isOfApi(path)) return next();
    nothing(request, response);
  };
  return { handler, nothingHere: nothing, metrics: metrics.registry };
}

const endpointTable = (routes: readonly Route[]) => pathTableOf<Endpoint>(routes.map(endpointOf));

/** Where its fields travel and its version stands is read out of its schemas at its first request: for all endpoints that takes as long as a start may. */
function endpointOf(route: Route): Endpoint {
  let fields: InputFields | null = null;
  let versioned: readonly string[] | null = null;
  return {
    ...route,
    get fields() {
      fields ??= inputFieldsOf(route);
      return fields;
    },
    get versioned() {
      versioned ??= versionedMembers(route.useCase.output);
      return versioned;
    },
  };
}

/** An answer that fails while it is written can only be cut off. */
const cuttingOff =
  (log: ChanceryHttpOptions['log']) => (response: ServerResponse, message: string) => (error: unknown) => {
    log.error({ err: withoutInput(error) }, message);
    response.destroy();
  };

/** A request for a page that is refused before anything is written gets the refusal, as an endpoint would. */
async function showPage(
  page: Page,
  request: IncomingMessage,
  response: ServerResponse,
  clock: Clock,
): Promise<void> {
  try {
    await page(request, response);
  } catch (error) {
    if (!isFailure(error) || response.headersSent) throw error;
    const trace = traceOf(request);
    const { status, body, headers } = failureAnswer(error, trace, clock, false);
    send(response, status, body, trace, headers);
  }
}

/** Path and query of an address, still percent-encoded. */
function partsOf(address: string): readonly [path: string, query: string] {
  const mark = address.indexOf('?');
  return mark < 0 ? [address, ''] : [address.slice(0, mark), address.slice(mark + 1)];
}

export type { ChanceryHttpOptions, Trace };
