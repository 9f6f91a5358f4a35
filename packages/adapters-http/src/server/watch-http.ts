import type { Clock, health } from '@chancery/core';
import type { Page } from '../pages/html.ts';
import { grantingAddress } from './caller-address.ts';
import type { Handler } from './chancery-http.ts';
import { healthEndpoints } from './health-endpoints.ts';
import { answerMetrics, type HostFigure, loopbackOnly, type MetricsAccess, registryOf } from './metrics.ts';
import { nothingHere } from './nothing-here.ts';

/** What a process without the API says of itself: the health endpoints and the metrics, under the same addresses. */
export function watchHttp({
  health: of,
  clock,
  figures = [],
  access = loopbackOnly,
}: {
  readonly health: health.Health;
  readonly clock: Clock;
  readonly figures?: readonly HostFigure[];
  readonly access?: MetricsAccess;
}): Handler {
  const registry = registryOf(figures);
  // Nobody declares a proxy for these addresses: whoever watches asks them directly.
  const addressOf = grantingAddress(({ socket }) => socket.remoteAddress ?? '0.0.0.0', 0);
  const pages = new Map<string, Page>([
    ...healthEndpoints(of, clock),
    ['/metrics', (request, response) => answerMetrics(registry, access, addressOf, request, response)],
  ]);
  const nothing = nothingHere(clock, null, () => ({}));
  return (request, response) => {
    const [path = '/'] = (request.url ?? '/').split('?');
    const page = request.method === 'GET' || request.method === 'HEAD' ? pages.get(path) : undefined;
    if (page === undefined) return nothing(request, response);
    Promise.resolve(page(request, response)).catch(() => response.destroy());
  };
}
