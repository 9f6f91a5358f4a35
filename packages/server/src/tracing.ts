import type { AroundRequest } from '@chancery/adapters-http';
import type { AroundJob } from '@chancery/core';
import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { version } from './version.ts';

/** What runs around requests and jobs so that traces show them. */
export interface Tracing {
  readonly aroundRequest: AroundRequest;
  readonly aroundJob: AroundJob;
}

/**
 * Spans by the API of OpenTelemetry alone. Where they go is the operator's to set up, by `node --import`; without that they
 * are no-ops. They name endpoints and topics, never addresses, people or contents (PLT-10).
 */
export function openTracing(): Tracing {
  const tracer = trace.getTracer('chancery', version);
  return {
    aroundRequest: ({ route, method, path, correlationId, headers }, run) =>
      tracer.startActiveSpan(
        `${method} ${path}`,
        {
          kind: SpanKind.SERVER,
          attributes: {
            'http.request.method': method,
            'http.route': path,
            'chancery.operation': route,
            'chancery.correlation_id': correlationId,
          },
        },
        // A caller's trace goes on here (W3C Trace Context), as the set-up's propagator reads it.
        propagation.extract(context.active(), headers),
        (span) =>
          within(span, run, (status) => {
            span.setAttribute('http.response.status_code', status);
            return status >= 500 ? String(status) : null;
          }),
      ),
    aroundJob: ({ id, topic, queue, attempts, correlationId }, run) =>
      tracer.startActiveSpan(
        `process ${topic}`,
        {
          kind: SpanKind.CONSUMER,
          attributes: {
            'messaging.system': 'chancery',
            'messaging.operation.type': 'process',
            'messaging.destination.name': queue,
            'messaging.message.id': id,
            'chancery.topic': topic,
            'chancery.attempt': attempts,
            'chancery.correlation_id': correlationId,
          },
        },
        (span) =>
          within(span, run, (outcome) => {
            span.setAttribute('chancery.outcome', outcome);
            return outcome === 'succeeded' ? null : outcome;
          }),
      ),
  };
}

/** Ends the span whatever happens. `faultOf` says what went wrong in a word, or null. */
async function within<T>(
  span: Span,
  run: () => Promise<T>,
  faultOf: (outcome: T) => string | null,
): Promise<T> {
  try {
    const outcome = await run();
    const fault = faultOf(outcome);
    if (fault !== null) fail(span, fault);
    return outcome;
  } catch (error) {
    // The message of an error may hold values, so only its kind is told.
    fail(span, error instanceof Error ? error.name : 'unknown');
    throw error;
  } finally {
    span.end();
  }
}

function fail(span: Span, fault: string): void {
  span.setAttribute('error.type', fault);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
