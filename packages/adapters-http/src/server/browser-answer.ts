import type { IncomingMessage } from 'node:http';
import type { Failure } from '@chancery/core';
import type { Wire } from '../contract/routes.ts';
import { escaped } from '../pages/html.ts';

const html = { 'Content-Type': 'text/html; charset=utf-8' } as const;

/** What a browser is answered with instead of JSON. Its headers beside the type are those of every answer (OID-14). */
export interface BrowserAnswer {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The page of an answer; null if this caller reads JSON. */
export function pageAnswer(
  { headers }: IncomingMessage,
  { page }: Wire,
  data: unknown,
): BrowserAnswer | null {
  if (page === undefined) return null;
  const accepted = headers.accept ?? '';
  const wantsPage =
    accepted.includes('text/html') || (page.byDefault && !accepted.includes('application/json'));
  // Typed by the answer of its own endpoint.
  const body = wantsPage ? page.bodyOf(data as never) : null;
  return body === null ? null : { body, headers: html };
}

/** The answer as a file to save; null if this caller asks for JSON. */
export function savedAnswer(
  { url = '' }: IncomingMessage,
  { saved }: Wire,
  data: unknown,
): BrowserAnswer | null {
  if (saved === undefined || new URL(url, 'http://localhost').searchParams.get(saved.by) !== 'true')
    return null;
  // Typed by the answer of its own endpoint.
  const { fileName, content } = saved.fileOf(data as never);
  return {
    body: content,
    headers: {
      'Content-Type': 'application/json',
      'Content-Disposition': `attachment; filename="${fileName}"`,
    },
  };
}

/** What somebody reads whom another site has sent here, if their request failed. */
export function failurePage(
  { headers }: IncomingMessage,
  { forBrowsers }: Wire,
  { message }: Failure,
  webUrl: string,
): BrowserAnswer | null {
  if (!forBrowsers || !(headers.accept ?? '').includes('text/html')) return null;
  const body = document(
    'Sign-in',
    '',
    `<p>${escaped(message)}</p><p><a href="${escaped(webUrl)}">Back to the application</a></p>`,
  );
  return { body, headers: html };
}

/** A page that goes on by itself, without script; the link is for browsers that do not. */
export const forwardingPage = (url: string): string =>
  document(
    'Signing in',
    `<meta http-equiv="refresh" content="0;url=${escaped(url)}">`,
    `<p><a href="${escaped(url)}">Continue</a></p>`,
  );

const document = (title: string, head: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8">${head}<title>${escaped(title)}</title></head><body>${body}</body></html>`;
