import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { type Caller, isFailure, systemIds, useCases } from '@chancery/core';
import { dataDirectory, openInstallation } from './installation.ts';

// The same core behind a host without Express and REST: `POST /meetings.createIntegrationMeeting` with the input as JSON.
// Every use case is data, so the host is one loop; all gates are in the core.
const { chancery, log, worker, close } = await openInstallation(dataDirectory);
const calls = new Map(
  useCases().map(({ context, name, useCase }) => [`${context}.${name}`, { name, useCase }]),
);
await worker.start();

const header = (request: IncomingMessage, name: string) => request.headers[name]?.toString() ?? null;
const callerOf = (request: IncomingMessage): Caller => ({
  credential: header(request, 'authorization')?.replace(/^Bearer /i, '') ?? null,
  address: request.socket.remoteAddress ?? '127.0.0.1',
  userAgent: header(request, 'user-agent'),
  requestId: systemIds.uuid7(),
  correlationId: systemIds.uuid7(),
  idempotencyKey: header(request, 'x-idempotency-key'),
});

async function answer(request: IncomingMessage): Promise<{ status: number; body: object }> {
  const call = calls.get(request.url?.slice(1) ?? '');
  if (request.method !== 'POST' || call === undefined)
    return { status: 404, body: { calls: [...calls.keys()] } };
  try {
    const { data } = await chancery.execute(call.name, call.useCase, await json(request), callerOf(request));
    return { status: 200, body: { data } };
  } catch (error) {
    if (error instanceof SyntaxError) return { status: 400, body: { failure: 'malformed JSON' } };
    if (isFailure(error))
      return { status: 400, body: { failure: error.code, message: error.message, details: error.details } };
    log.error({ err: error }, 'a call failed unexpectedly');
    return { status: 500, body: { failure: 'unexpected' } };
  }
}

const server = createServer((request, response) => {
  answer(request).then(
    ({ status, body }) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body)),
    () => response.destroy(),
  );
});
const port = Number(process.env.PORT ?? 3000);
server.listen(port, '127.0.0.1');
await once(server, 'listening');
console.log(`The host listens on http://127.0.0.1:${port}`);

await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
server.close();
server.closeAllConnections();
await worker.stop();
await close();
process.exit();
