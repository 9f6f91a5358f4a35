import type { Chancery, health, SealRoot } from '@chancery/core';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { DevelopmentMail } from '../pages/development.ts';
import type { ProxyHeader } from './caller-address.ts';
import type { AroundRequest } from './endpoint-answer.ts';
import type { HostFigure, MetricsAccess } from './metrics.ts';

export interface ChanceryHttpOptions {
  readonly chancery: Chancery;
  readonly health: health.Health;
  readonly log: Logger;
  /** How many proxies in front of this process are the operator's own (PLT-9). */
  readonly trustedProxies?: number;
  /** The one header in which they name the caller; by default `x-forwarded-for`. */
  readonly proxyHeader?: ProxyHeader;
  /** Origins of web pages that may read the API beside the web app's (PLT-15). */
  readonly corsOrigins?: readonly string[];
  readonly webUrl: string;
  readonly baseUrl: string;
  readonly metrics?: Registry;
  /** What the metrics say of the host, beside the requests. */
  readonly figures?: readonly HostFigure[];
  /** Runs around each request of an endpoint, as traces do. */
  readonly around?: AroundRequest;
  /** Who may read the metrics; by default this host alone. */
  readonly metricsAccess?: MetricsAccess;
  /** The roots of seals, the one that issues now first; without them the address of the root is not served. */
  readonly sealRoots?: () => Promise<readonly SealRoot[]>;
  /** What the spools hold; only in development mode. */
  readonly development?: DevelopmentMail;
}
