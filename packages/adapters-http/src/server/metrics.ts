import type { ServerResponse } from 'node:http';
import { unmapped } from '@chancery/core/internal';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Route } from '../contract/routes.ts';

/** A figure of the host, read whenever somebody asks for the metrics. */
export interface HostFigure {
  /** As Prometheus writes names, such as `chancery_engine_tasks_waiting`; that of a count ends in `_total`. */
  readonly name: string;
  readonly help: string;
  /** What tells the values of one figure apart; null if it has one value only. */
  readonly label: string | null;
  /** The value for each label, under an empty one if it has none. */
  read(): Readonly<Record<string, number>>;
}

export type RequestMetrics = ReturnType<typeof requestMetrics>;

/** One histogram of durations per route, method and status, for Prometheus; read by loopback callers only. */
export function requestMetrics(given?: Registry, figures: readonly HostFigure[] = []) {
  const registry = given ?? new Registry();
  if (given === undefined) collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'chancery_http_request_duration_seconds',
    help: 'Time from the head of a request to its answer.',
    labelNames: ['route', 'method', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  for (const figure of figures) registry.registerMetric(metricOf(figure));
  return {
    registry,
    observe: ({ name, method }: Route, status: number, seconds: number) =>
      durations.labels(name, method, String(status)).observe(seconds),
    async answer(address: string, response: ServerResponse): Promise<void> {
      const local = unmapped(address).startsWith('127.') || address === '::1';
      const body = local ? await registry.metrics() : 'Metrics are for callers on this host.\n';
      response.writeHead(local ? 200 : 403, {
        'Content-Type': local ? registry.contentType : 'text/plain; charset=utf-8',
        'Cache-Control': 'no-store',
      });
      response.end(body);
    },
  };
}

function metricOf({ name, help, label, read }: HostFigure): Gauge | Counter {
  const Kind = name.endsWith('_total') ? Counter : Gauge;
  const metric: Gauge | Counter = new Kind({
    name,
    help,
    labelNames: label === null ? [] : [label],
    registers: [],
    collect() {
      metric.reset();
      for (const [of, value] of Object.entries(read()))
        metric.inc(label === null ? {} : { [label]: of }, value);
    },
  });
  return metric;
}
