import type { IncomingMessage } from 'node:http';
import type { Caller, Chancery } from '@chancery/core';
import { pageAssets } from './assets.ts';
import { documentPages } from './document-pages.ts';
import { guidePageOf } from './guide-pages.ts';
import type { Page } from './html.ts';
import { joinPage } from './join.ts';
import { mailedPages } from './mailed-pages.ts';
import type { Site } from './shell.ts';
import { documentAssets } from './vendored.ts';

/** The page of one webhook endpoint is the page of all, which reads its own address. */
const endpointPath = /^(\/settings\/webhooks)\/[\w-]{1,64}$/;

/** Every page that we serve if no other web app is configured, by its path. */
export function webPages(
  chancery: Chancery,
  webUrl: string,
  callerOf: (request: IncomingMessage) => Caller,
): (path: string) => Page | undefined {
  const assets = pageAssets();
  const site: Site = { assets, host: new URL(webUrl).host };
  const { oidc, settings } = chancery.ports;
  const { passwordMinLength, registration } = settings;
  const providers = (['google', 'apple'] as const).filter((provider) => oidc.offers(provider, 'web'));
  const pages = new Map<string, Page>([
    joinPage(chancery, callerOf, site),
    ...mailedPages({ site, passwordMinLength, providers, registration }),
    ...documentPages(site, documentAssets()),
    ...assets.documents,
  ]);
  const guidePage = guidePageOf(site);
  return (path) => pages.get(path.replace(endpointPath, '$1')) ?? guidePage(path);
}
