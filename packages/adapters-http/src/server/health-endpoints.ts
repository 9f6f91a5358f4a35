import type { Clock, health } from '@chancery/core';
import type { Page } from '../pages/html.ts';
import { send, successBody } from './answer.ts';
import { traceOf } from './caller.ts';

/** The three health endpoints (platform 4.1). A 503 carries the bare body, as the source has it. */
export function healthEndpoints(health: health.Health, clock: Clock): readonly (readonly [string, Page])[] {
  const reported =
    (ask: () => Promise<{ readonly status: string }>): Page =>
    async (request, response) => {
      const body = await ask();
      const trace = traceOf(request);
      const well = body.status === 'ok' || body.status === 'degraded';
      send(response, well ? 200 : 503, well ? successBody(body, trace, clock) : JSON.stringify(body), trace);
    };
  return [
    ['/api/health', reported(() => health.report())],
    ['/api/health/ready', reported(() => health.ready())],
    [
      '/api/health/live',
      async (request, response) => {
        const trace = traceOf(request);
        send(response, 200, successBody(health.live(), trace, clock), trace);
      },
    ],
  ];
}
