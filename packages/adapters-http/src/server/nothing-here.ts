import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Clock, routeNotFound } from '@chancery/core';
import { sendNothingPage } from '../pages/nothing.ts';
import { failureAnswer, send } from './answer.ts';
import { traceOf } from './caller.ts';

/** Whether an address is the API's, where every answer has the envelope. */
export const isOfApi = (path: string): boolean => path === '/api' || path.startsWith('/api/');

/** Answers what nobody else answers: people in a browser with a page if there are pages, and every program with the envelope. */
export function nothingHere(
  clock: Clock,
  webUrl: string | null,
  crossOrigin: (request: IncomingMessage) => Readonly<Record<string, string>>,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    if (webUrl !== null && asksForPage(request)) return sendNothingPage(request, response, webUrl);
    const trace = traceOf(request);
    const { body } = failureAnswer(routeNotFound(), trace, clock, false);
    send(response, 404, body, trace, crossOrigin(request));
  };
}

function asksForPage({ method, headers, url = '/' }: IncomingMessage): boolean {
  const reads = method === 'GET' || method === 'HEAD';
  const [path = '/'] = url.split('?');
  // A program that takes whatever comes (`*/*`) names no page, and a browser always does.
  return reads && !isOfApi(path) && (headers.accept ?? '').toLowerCase().includes('text/html');
}
