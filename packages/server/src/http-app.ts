import { chanceryHttp, createHttpServer } from '@chancery/adapters-http';
import { readSmsSpool, readSpool } from '@chancery/adapters-services';
import express, { type RequestHandler } from 'express';
import type { Application } from './application.ts';
import { refuseWritesWithoutRoom } from './disk-space.ts';
import { engineFigures } from './engine-figures.ts';
import { listening } from './listening.ts';
import { spoolFolders } from './modules/services-module.ts';
import { healthOnceOpen } from './open-health.ts';
import { operatingFigures } from './operating-figures.ts';

export interface HttpHost {
  /** Listens; resolves with the port, which the system chose if 0 was requested. */
  listen(): Promise<number>;
  /** From now on requests reach Chancery; until then only the health endpoints answer, and readiness is 503. */
  open(): void;
  /** Accepts no further connection; resolves when the last answer is sent. `force` cuts the connections that still wait for one. */
  close(): { readonly closed: Promise<void>; force(): void };
}

const unavailable = (message: string, retryAfterSeconds: number): string =>
  JSON.stringify({
    success: false,
    error: { code: 'dependency.unavailable', message, retryAfterSeconds },
  });
const notYet = unavailable('The database is not up to date yet; try again shortly.', 5);
const noRoom = unavailable('The disk is nearly full: nothing is written until there is room again.', 60);

/** Makes an Express app with Chancery's handler. */
export function createHttpHost(application: Application): HttpHost {
  const { chancery, health, engines, jobsRun, tracing, log, configuration } = application;
  let isOpen = false;
  const { handler, nothingHere } = chanceryHttp({
    chancery,
    log,
    health: healthOnceOpen(health, () => isOpen),
    trustedProxies: configuration.trustedProxies,
    proxyHeader: configuration.proxyHeader,
    corsOrigins: configuration.corsOrigins,
    webUrl: configuration.webUrl,
    baseUrl: configuration.baseUrl,
    figures: [...engineFigures(engines), ...operatingFigures(application), jobsRun],
    ...(tracing === null ? {} : { around: tracing.aroundRequest }),
    metricsAccess: configuration.metricsAccess,
    sealRoots: () => application.sealing.keys.roots(chancery.ports.clock.now()),
    ...(configuration.development ? { development: spoolsOf(configuration) } : {}),
  });

  const app = express();
  app.disable('x-powered-by');
  app.use(healthAloneUntil(() => isOpen));
  const disk = chancery.ports.probes.find(({ name }) => name === 'disk');
  app.use(refuseWritesWithoutRoom(disk, noRoom, chancery.ports.clock));
  app.use(handler);
  // Express would take in a whole body, however long, before it says the same.
  app.use(nothingHere);
  const server = createHttpServer(app, { maxConnections: configuration.maxConnections, log });

  return {
    listen: () => listening(server, configuration.listen),
    open() {
      isOpen = true;
    },
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // A kept-alive connection counts as open until it is idle, and becomes idle only after its answer.
      const sweep = setInterval(() => server.closeIdleConnections(), 50);
      return {
        closed: closed.finally(() => clearInterval(sweep)),
        force: () => server.closeAllConnections(),
      };
    },
  };
}

const healthAloneUntil =
  (isOpen: () => boolean): RequestHandler =>
  (request, response, next) => {
    if (isOpen() || request.path.startsWith('/api/health')) next();
    else
      response
        .status(503)
        .set({
          'Content-Type': 'application/json',
          'Cache-Control': 'no-store',
          'Retry-After': '5',
          Connection: 'close',
        })
        .send(notYet);
  };

/** What the development pages show, the newest first. */
function spoolsOf(configuration: Application['configuration']) {
  const folders = spoolFolders(configuration);
  return {
    inbox: async () =>
      [...(await readSpool(folders.mail))].reverse().map(({ id, ...mail }) => ({ ...mail, messageId: id })),
    sms: async () => [...(await readSmsSpool(folders.sms))].reverse(),
  };
}
