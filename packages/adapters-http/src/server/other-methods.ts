import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Clock, routeNotFound } from '@chancery/core';
import { failureAnswer, send } from './answer.ts';
import { traceOf } from './caller.ts';

/** Answers what asks an address by a method that is none of its own: the preflight of a browser, or 405. */
export function answerOtherMethod(
  request: IncomingMessage,
  response: ServerResponse,
  methods: readonly string[],
  { shared, requestHeaders }: { shared: Readonly<Record<string, string>>; requestHeaders: string },
  clock: Clock,
): void {
  const allow = [...methods, 'OPTIONS'].join(', ');
  if (request.method === 'OPTIONS') {
    response.writeHead(204, {
      ...shared,
      Allow: allow,
      ...('Access-Control-Allow-Origin' in shared
        ? {
            'Access-Control-Allow-Methods': allow,
            'Access-Control-Allow-Headers': requestHeaders,
            'Access-Control-Max-Age': '600',
          }
        : {}),
    });
    response.end();
    return;
  }
  const trace = traceOf(request);
  const refusal = routeNotFound({ message: `This address takes ${methods.join(', ')} only; see /docs.` });
  const { body } = failureAnswer(refusal, trace, clock, false);
  send(response, 405, body, trace, { ...shared, Allow: allow });
}
