import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chanceryHttp, createHttpServer } from '@chancery/adapters-http';
import { createWorker } from '@chancery/core';
import express from 'express';
import { loadConfiguration } from '../../packages/server/src/configuration.ts';
import { openContainer } from '../../packages/server/src/container.ts';
import { openLog } from '../../packages/server/src/log.ts';
import { tokens } from '../../packages/server/src/tokens.ts';

// The composition of the product, behind the HTTP adapter as an Express app or, with BENCH_PLAIN, on node:http alone.
const configuration = loadConfiguration(process.env);
const log = openLog(configuration.logLevel);
const container = await openContainer(configuration, log);
const database = await container.getAsync(tokens.database);
if (database.kind === 'pglite') await database.migrate();
const chancery = await container.getAsync(tokens.chancery);
const { handler } = chanceryHttp({
  chancery,
  health: await container.getAsync(tokens.health),
  log,
  webUrl: configuration.webUrl,
  baseUrl: configuration.baseUrl,
});
const worker = createWorker(chancery.ports);
if (configuration.worksEmbedded) await worker.start();

const app = express().disable('x-powered-by').use(handler);
const server = process.env.BENCH_PLAIN ? createServer(handler) : createHttpServer(app);
server.listen(configuration.listen.port, configuration.listen.host, () => {
  console.log(`listening ${(server.address() as AddressInfo).port}`);
});
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  worker
    .stop()
    .then(() => container.unbindAllAsync())
    .finally(() => process.exit(0));
});
