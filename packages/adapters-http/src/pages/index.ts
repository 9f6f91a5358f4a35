import type { IncomingMessage } from 'node:http';
import type { Caller, Chancery } from '@chancery/core';
import { pageAssets } from './assets.ts';
import { documentPages, embeddedSigningPage } from './document-pages.ts';
import { guidePageOf } from './guide-pages.ts';
import type { Page } from './html.ts';
import { joinPage } from './join.ts';
import { mailedPages } from './mailed-pages.ts';
import type { Site } from './shell.ts';
import { documentAssets } from './vendored.ts';

/** Pages about one thing, such as a webhook endpoint or a document: the script reads in its address which one it is. */
const pathOfThing = /^(\/settings\/webhooks|\/documents\/prepare)\/[\w-]{1,64}$/;

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
  const forDocuments = documentAssets();
  const { pdfFolder } = forDocuments;
  const pages = new Map<string, Page>([
    joinPage(chancery, callerOf, site),
    ...mailedPages({ site, passwordMinLength, providers, registration, pdfFolder }),
    ...documentPages(site, forDocuments),
    ...assets.documents,
  ]);
  const framed = embeddedSigningPage(chancery, callerOf, site, forDocuments);
  const guidePage = guidePageOf(site);
  return (path) => pages.get(path.replace(pathOfThing, '$1')) ?? framed(path) ?? guidePage(path);
}
