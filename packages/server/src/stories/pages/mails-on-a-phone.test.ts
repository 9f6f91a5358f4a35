import { sampleMails } from '@chancery/core/testing';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { sharedChromium } from '../testing/chromium.ts';
import { findingsOf } from '../testing/page-visitor.ts';

describe('the mails on a small screen', () => {
  let browser: Browser;
  let page: Page;
  const asked: string[] = [];
  before(async () => {
    browser = await sharedChromium();
    // A mail program runs no scripts, but axe needs one.
    page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    page.on('request', (request) => asked.push(request.url()));
  });
  after(() => page?.close());

  for (const locale of ['en', 'de'])
    it(`fit and can be read, in light and dark, and load nothing (${locale})`, async () => {
      const told: string[] = [];
      for (const [name, { html }] of Object.entries(sampleMails(locale))) {
        await page.setContent(html);
        told.push(...(await findingsOf(page, `${name}-${locale}`)));
      }
      expect(told).to.deep.equal([]);
      expect(asked).to.deep.equal([]);
    });
});
