import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Express } from 'express';
import type { Logger } from 'pino';
import { closeStalledSockets } from './stalled-sockets.ts';

export interface HttpServerLimits {
  /** Connections that are open at once; further ones are closed unanswered (PLT-32). */
  readonly maxConnections?: number;
  /** For how long a caller may leave its answer unread; 30 s, and less in tests. */
  readonly stalledSeconds?: number;
  readonly log?: Pick<Logger, 'warn'>;
}

const warnedEveryMs = 60_000;

/**
 * An HTTP server whose requests and responses are born as Express's own, so that Express need not swap the prototype of
 * each one: about half of its cost per request.
 */
export function createHttpServer(
  app: Express,
  // How long an answer may lie unread is PLT-32's to say.
  { maxConnections, stalledSeconds = 30, log }: HttpServerLimits = {},
): Server {
  // Constructors that call Node's own and carry Express's prototypes; classes cannot be called this way.
  function Request(this: IncomingMessage, socket: unknown) {
    Reflect.apply(http.IncomingMessage, this, [socket]);
  }
  function Response(this: ServerResponse, request: unknown, options: unknown) {
    Reflect.apply(http.ServerResponse, this, [request, options]);
  }
  Request.prototype = app.request;
  Response.prototype = app.response;
  // Node's types ask for classes; at run time it only needs what `new` accepts.
  const constructors = {
    IncomingMessage: Request as unknown as typeof IncomingMessage,
    ServerResponse: Response as unknown as typeof ServerResponse,
  };
  // How long a body may take is the reader's to say (`request-body.ts`): a chunk over a slow line takes minutes. The
  // headers have Node's own 60 s.
  const server = http.createServer({ ...constructors, keepAliveTimeout: 65_000, requestTimeout: 0 }, app);
  closeStalledSockets(server, stalledSeconds);
  if (maxConnections !== undefined) server.maxConnections = maxConnections;
  server.on(
    'drop',
    rarely(() => log?.warn({ maxConnections }, 'connections are refused: too many are open')),
  );
  return server;
}

/** Not again within a minute: a flood of connections must not become a flood of lines. */
function rarely(run: () => void): () => void {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - last < warnedEveryMs) return;
    last = now;
    run();
  };
}
