import { createServer } from 'node:http';
import { watchHttp } from '@chancery/adapters-http';
import type { Application } from './application.ts';
import { engineFigures } from './engine-figures.ts';
import { listening } from './listening.ts';
import { healthOnceOpen } from './open-health.ts';
import { operatingFigures } from './operating-figures.ts';

export interface WatchHost {
  /** Listens if it is configured; resolves with the port, or with null. */
  listen(): Promise<number | null>;
  /** From now on the worker works; until then readiness is 503. */
  open(): void;
  close(): void;
}

/** Where a worker says how it is: whoever restarts it and whoever watches it asks there what they ask a server. */
export function openWatchHost(application: Application): WatchHost {
  const { chancery, health, engines, jobsRun, configuration } = application;
  let isOpen = false;
  const server = createServer(
    { keepAliveTimeout: 65_000 },
    watchHttp({
      clock: chancery.ports.clock,
      health: healthOnceOpen(health, () => isOpen),
      figures: [...engineFigures(engines), ...operatingFigures(application), jobsRun],
      access: configuration.metricsAccess,
    }),
  );
  return {
    listen: async () =>
      configuration.workerListen === null
        ? null
        : listening(server, configuration.workerListen, 'CHANCERY_WORKER_LISTEN'),
    open() {
      isOpen = true;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
