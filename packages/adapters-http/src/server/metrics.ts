import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isInRange, unmapped } from '@chancery/core/internal';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Route } from '../contract/routes.ts';

type Values = Readonly<Record<string, number>>;

/** A figure of the host, read whenever somebody asks for the metrics. */
export interface HostFigure {
  /** As Prometheus writes names, such as `chancery_engine_tasks_waiting`; that of a count ends in `_total`. */
  readonly name: string;
  readonly help: string;
  /** What tells the values of one figure apart; null if it has one value only. */
  readonly label: string | null;
  /** The value for each label, under an empty one if it has none. A figure that cannot be read is left out. */
  read(): Values | Promise<Values>;
}

/** Who may read the metrics, beside nobody. */
export interface MetricsAccess {
  /** Whoever sends it as bearer, from wherever; null if there is none. */
  readonly token: string | null;
  /** Ranges of addresses from which no token is needed. */
  readonly ranges: readonly string[];
}

/** Without a word only this host itself: what the metrics say of an installation is nothing for strangers. */
export const loopbackOnly: MetricsAccess = { token: null, ranges: ['127.0.0.0/8', '::1/128'] };

export type RequestMetrics = ReturnType<typeof requestMetrics>;

/** One histogram of durations per route, method and status, beside the figures of the host. */
export function requestMetrics(given?: Registry, figures: readonly HostFigure[] = []) {
  const registry = registryOf(figures, given);
  const durations = new Histogram({
    name: 'chancery_http_request_duration_seconds',
    help: 'Time from the head of a request to its answer.',
    labelNames: ['route', 'method', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  return {
    registry,
    observe: ({ name, method }: Route, status: number, seconds: number) =>
      durations.labels(name, method, String(status)).observe(seconds),
  };
}

/** Figures of the process and of the host, for Prometheus. */
export function registryOf(figures: readonly HostFigure[], given?: Registry): Registry {
  const registry = given ?? new Registry();
  if (given === undefined) collectDefaultMetrics({ register: registry });
  for (const figure of figures) registry.registerMetric(metricOf(figure));
  return registry;
}

/**
 * Answers a request for the metrics, or refuses it. The address is asked for only where no token speaks for the caller;
 * where it is nobody's, no range holds it.
 */
export async function answerMetrics(
  registry: Registry,
  { token, ranges }: MetricsAccess,
  addressOf: (request: IncomingMessage) => string | null,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const allowed = bears(request, token) || isWithin(ranges, addressOf(request));
  const body = allowed ? await registry.metrics() : 'Metrics are for callers with a right to them.\n';
  const status = allowed ? 200 : token === null ? 403 : 401;
  response.writeHead(status, {
    'Content-Type': allowed ? registry.contentType : 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
  });
  response.end(body);
}

const isWithin = (ranges: readonly string[], address: string | null): boolean =>
  address !== null && ranges.some((range) => isInRange(unmapped(address), range));

const digestOf = (text: string) => createHash('sha256').update(text).digest();

function bears({ headers: { authorization = '' } }: IncomingMessage, token: string | null): boolean {
  const sent = /^bearer +(\S+) *$/i.exec(authorization.slice(0, 1024))?.[1];
  return token !== null && sent !== undefined && timingSafeEqual(digestOf(sent), digestOf(token));
}

function metricOf({ name, help, label, read }: HostFigure): Gauge | Counter {
  const Kind = name.endsWith('_total') ? Counter : Gauge;
  const metric: Gauge | Counter = new Kind({
    name,
    help,
    labelNames: label === null ? [] : [label],
    registers: [],
    async collect() {
      // A database that is away takes its own figures with it and none of the others.
      const values = await Promise.resolve()
        .then(read)
        .catch((): Values | null => null);
      metric.reset();
      // One without a label shows 0 after a reset, which would be a lie.
      if (values === null && label === null) metric.remove();
      for (const [of, value] of Object.entries(values ?? {}))
        metric.inc(label === null ? {} : { [label]: of }, value);
    },
  });
  return metric;
}
