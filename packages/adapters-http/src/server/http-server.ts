import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Express } from 'express';

/**
 * An HTTP server whose requests and responses are born as Express's own, so that Express need not swap the prototype of
 * each one: about half of its cost per request.
 */
export function createHttpServer(app: Express): Server {
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
  return http.createServer({ ...constructors, keepAliveTimeout: 65_000, requestTimeout: 0 }, app);
}
