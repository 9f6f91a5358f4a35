import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Chancery, Outcome } from '@chancery/core';
import { type FileAnswer, fileFormOf } from '@chancery/core/internal';
import type { Logger } from 'pino';
import type { InputFields } from '../contract/input-fields.ts';
import { type Route, takesIdempotencyKey } from '../contract/routes.ts';
import { versionTag } from '../contract/versioned-members.ts';
import { pageLanguage } from '../pages/page-language.ts';
import { failureAnswer, send, successBody, type Trace } from './answer.ts';
import { failurePage, pageAnswer, savedAnswer } from './browser-answer.ts';
import { callerOf, traceOf } from './caller.ts';
import type { CallerAddress } from './caller-address.ts';
import { cookieTaken, requireOrigin } from './cookies.ts';
import { type Sent, sendFile } from './file-answer.ts';
import { reasonOf, withoutInput } from './logged-error.ts';
import type { RequestMetrics } from './metrics.ts';
import { readInput } from './request-input.ts';

/** A route, where the fields of its input travel, and where the version of its answer stands. */
export interface Endpoint extends Route {
  readonly fields: InputFields;
  readonly versioned: readonly string[];
}

/** A request that was matched to its endpoint. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly endpoint: Endpoint;
  readonly trace: Trace;
  /** Headers for pages of other origins. */
  readonly shared: Readonly<Record<string, string>>;
}

/** What is told of a request before it is answered: its endpoint by its pattern, and never by its address. */
export interface TracedRequest {
  readonly route: string;
  readonly method: string;
  /** `/api/v1/projects/{projectId}` */
  readonly path: string;
  readonly correlationId: string;
  readonly headers: IncomingMessage['headers'];
}

/** Runs around the answer to a request of an endpoint, as traces do. It runs what it is given once; that resolves with the status. */
export type AroundRequest = (request: TracedRequest, run: () => Promise<number>) => Promise<number>;

interface Host {
  readonly chancery: Chancery;
  readonly log: Logger;
  readonly addressOf: CallerAddress;
  readonly webUrl: string;
  readonly metrics: RequestMetrics;
  readonly crossOrigin: (request: IncomingMessage) => Record<string, string>;
  readonly around?: AroundRequest;
}

/** Runs the use case of an endpoint and answers with its outcome, or with its failure; measures and logs both. */
export async function answerEndpoint(
  host: Host,
  request: IncomingMessage,
  response: ServerResponse,
  endpoint: Endpoint,
  values: readonly string[],
  query: string,
): Promise<void> {
  const trace = traceOf(request);
  const exchange: Exchange = { request, response, endpoint, trace, shared: host.crossOrigin(request) };
  const answer = () => answered(host, exchange, values, query);
  if (host.around === undefined) {
    await answer();
    return;
  }
  const { name: route, method, path } = endpoint;
  const { headers } = request;
  await host.around({ route, method, path, correlationId: trace.correlationId, headers }, answer);
}

/** Resolves with the status. */
async function answered(
  host: Host,
  exchange: Exchange,
  values: readonly string[],
  query: string,
): Promise<number> {
  const started = performance.now();
  const { request, endpoint, trace } = exchange;
  let sent: Sent;
  try {
    const caller = callerOf(request, trace, host.addressOf, takesIdempotencyKey(endpoint));
    requireOrigin(request, endpoint.wire);
    const { name, useCase } = endpoint;
    const input = await readInput(request, endpoint.fields, values, query).catch((refusal: unknown) =>
      host.chancery.refuse(name, useCase, refusal, caller),
    );
    const outcome = await host.chancery.executeForJson(name, useCase, input, caller);
    sent = await sendOutcome(exchange, outcome, host.chancery.ports);
  } catch (error) {
    sent = sendFailure(exchange, error, host);
  }
  const { status, bytes, cut = null } = sent;
  if (cut === 'source')
    host.log.error(
      { ...trace, route: endpoint.name, err: withoutInput(sent.error) },
      'an answer broke off in the middle',
    );
  const milliseconds = performance.now() - started;
  host.metrics.observe(endpoint, status, milliseconds / 1000);
  // The route's name stands for the address: addresses carry ids and tokens (PLT-10).
  const line = {
    requestId: trace.requestId,
    correlationId: trace.correlationId,
    method: request.method,
    route: endpoint.name,
    status,
    bytes,
    durationMs: Math.round(milliseconds * 10) / 10,
  };
  host.log.info(cut === null ? line : { ...line, cutBy: cut }, 'request');
  return status;
}

async function sendOutcome(
  exchange: Exchange,
  outcome: Outcome,
  { clock, blobs }: Chancery['ports'],
): Promise<Sent> {
  const { request, response, endpoint, trace, shared } = exchange;
  const { status, wire, useCase } = endpoint;
  const { data, headers: cookie } = cookieTaken(outcome.data, wire);
  if (fileFormOf(useCase) !== null)
    // What its output is declared as.
    return sendFile(exchange, data as FileAnswer, { ...shared, ...wireHeaders(endpoint, outcome) }, blobs);
  const page = pageAnswer(request, wire, data) ?? savedAnswer(request, wire, data);
  const body = page?.body ?? successBody(data, trace, clock);
  if (request.method !== 'HEAD' && !response.destroyed) await outcome.delivering?.();
  const bytes = send(response, status, body, trace, {
    ...shared,
    ...outcomeHeaders(outcome, endpoint),
    ...wireHeaders(endpoint, outcome),
    ...cookie,
    ...page?.headers,
  });
  return { status, bytes };
}

function sendFailure(
  { request, response, endpoint, trace, shared }: Exchange,
  error: unknown,
  { chancery, log, webUrl }: Pick<Host, 'chancery' | 'log' | 'webUrl'>,
): Sent {
  const tokenSent =
    request.headers.authorization !== undefined || request.headers['x-service-api-key'] !== undefined;
  const reader = { fields: endpoint.fields, language: pageLanguage(request) };
  const answer = failureAnswer(error, trace, chancery.ports.clock, tokenSent, reader);
  const { status } = answer;
  const route = endpoint.name;
  if (status === 500)
    log.error({ ...trace, route, err: withoutInput(error) }, 'a request failed unexpectedly');
  else if (status === 503) log.warn({ ...trace, route, reason: reasonOf(error) }, 'a dependency is away');
  const page = failurePage(request, endpoint.wire, answer.failure, webUrl);
  const bytes = send(response, status, page?.body ?? answer.body, trace, {
    ...shared,
    ...answer.headers,
    ...endpoint.wire.refusals,
    ...page?.headers,
  });
  return { status, bytes };
}

function outcomeHeaders(
  { data, replayed, rate }: Outcome,
  { versioned }: Pick<Endpoint, 'versioned'>,
): Record<string, string> {
  const headers: Record<string, string> = {};
  const tag = versionTag(versioned, data);
  if (tag !== null) headers.ETag = tag;
  if (replayed) headers['Idempotency-Replayed'] = 'true';
  if (rate !== null) {
    headers['RateLimit-Policy'] = `"key";q=${rate.limit};w=${rate.windowSeconds}`;
    headers.RateLimit = `"key";r=${rate.remaining};t=${rate.endsInSeconds}`;
  }
  return headers;
}

function wireHeaders({ wire: { answers } }: Route, { data }: Outcome): Record<string, string> {
  if (answers === undefined) return {};
  return Object.fromEntries(
    // Each is typed by the answer of its own endpoint.
    Object.entries(answers).map(([header, answer]) => [header, answer.valueOf(data as never)]),
  );
}
