import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller, Chancery } from '@chancery/core';
import { pageAssets } from './assets.ts';
import { guidePageOf } from './guide-pages.ts';
import { joinPage } from './join.ts';
import { mailedPages } from './mailed-pages.ts';

export type Page = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** Every page of the web app that we are where no other is configured, by its path. */
export function webPages(
  chancery: Chancery,
  webUrl: string,
  callerOf: (request: IncomingMessage) => Caller,
): (path: string) => Page | undefined {
  const assets = pageAssets();
  const { host } = new URL(webUrl);
  const { oidc, settings } = chancery.ports;
  const { passwordMinLength } = settings;
  const providers = (['google', 'apple'] as const).filter((provider) => oidc.offers(provider, 'web'));
  const pages = new Map<string, Page>([
    joinPage(chancery, callerOf, assets, host),
    ...mailedPages({ assets, host, passwordMinLength, providers }),
    ...assets.documents,
  ]);
  const guidePage = guidePageOf(assets, host);
  return (path) => pages.get(path) ?? guidePage(path);
}
