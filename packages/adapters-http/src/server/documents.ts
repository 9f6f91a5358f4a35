import type { ServerResponse } from 'node:http';
import type { Chancery } from '@chancery/core';
import type { Registry } from 'prom-client';
import { openApiDocument } from '../contract/openapi.ts';
import type { Route } from '../contract/routes.ts';
import { developmentPages } from '../pages/development.ts';
import { favicons } from '../pages/favicon.ts';
import type { Page } from '../pages/html.ts';
import { webPages } from '../pages/index.ts';
import { referencePage } from '../pages/reference.ts';
import { callerOf, traceOf } from './caller.ts';
import { type CallerAddress, grantingAddress } from './caller-address.ts';
import { healthEndpoints } from './health-endpoints.ts';
import { answerMetrics, loopbackOnly } from './metrics.ts';
import type { ChanceryHttpOptions } from './options.ts';
import { sealRootPage } from './seal-roots.ts';

/** What is served beside the endpoints, by its path: health, metrics, keys, the reference and the pages. */
export function documentsOf(
  {
    chancery,
    health,
    baseUrl,
    webUrl,
    development,
    sealRoots,
    metricsAccess = loopbackOnly,
    trustedProxies = 0,
  }: ChanceryHttpOptions,
  metrics: Registry,
  addressOf: CallerAddress,
  routes: readonly Route[],
): (path: string) => Page | undefined {
  const granting = grantingAddress(addressOf, trustedProxies);
  const documents = new Map<string, Page>([
    ...healthEndpoints(health, chancery.ports.clock),
    ...referencePage(() => openApiDocument(baseUrl, routes), baseUrl),
    ...favicons(),
    ...(development === undefined ? [] : developmentPages(development)),
    ['/.well-known/jwks.json', async (_, response) => sendKeys(chancery, response)],
    ...(sealRoots === undefined
      ? []
      : [['/.well-known/chancery-seal-root.pem', sealRootPage(sealRoots)] as const]),
    ['/metrics', (request, response) => answerMetrics(metrics, metricsAccess, granting, request, response)],
  ]);
  const pageOf = servesPages({ baseUrl, webUrl })
    ? webPages(chancery, webUrl, (request) => callerOf(request, traceOf(request), addressOf))
    : () => undefined;
  return (path) => documents.get(path) ?? pageOf(path);
}

/** If no other web app is configured, the links in mails open here. */
export const servesPages = ({ baseUrl, webUrl }: Pick<ChanceryHttpOptions, 'baseUrl' | 'webUrl'>): boolean =>
  webUrl === baseUrl;

async function sendKeys(chancery: Chancery, response: ServerResponse): Promise<void> {
  const body = JSON.stringify(await chancery.ports.tokens.jwks());
  response.writeHead(200, {
    'Content-Type': 'application/jwk-set+json',
    'Content-Disposition': 'inline; filename="jwks.json"',
    'Cache-Control': 'public, max-age=3600',
    'X-Content-Type-Options': 'nosniff',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}
