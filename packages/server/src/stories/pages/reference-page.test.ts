import axe from 'axe-core';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { sharedChromium } from '../testing/chromium.ts';
import { type Installation, openInstallation } from '../testing/installation.ts';
import { patienceMs } from '../testing/page-visitor.ts';

describe('the page of the API reference', () => {
  let installation: Installation;
  let browser: Browser;
  let page: Page;
  const faults: string[] = [];
  const asked: string[] = [];
  before(async () => {
    [browser, installation] = await Promise.all([sharedChromium(), openInstallation()]);
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(patienceMs);
    page.on('pageerror', ({ message }) => faults.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    page.on('request', (request) => asked.push(new URL(request.url()).origin));
    // What is looked at is waited for, and not all that the page loads.
    await page.goto(`${installation.baseUrl}/docs`, { waitUntil: 'commit' });
    await page.getByRole('heading', { name: 'Chancery', exact: true }).first().waitFor();
  });
  after(async () => {
    await page?.close();
    await installation?.close();
  });

  it('shows the chapters and the operations, and breaks no rule of its content security policy', async () => {
    for (const name of [
      'Authentication',
      'Errors',
      'Idempotency',
      'Lists and paging',
      'Rate limits',
      'Webhooks',
    ])
      await page.getByRole('heading', { name, exact: true }).first().waitFor();
    // Not the headings alone: a chapter is read.
    await page.getByText('Each refresh token works once').first().waitFor();
    await page.getByText('Sign in with address and password').first().waitFor();

    expect(faults).to.deep.equal([]);
    expect([...new Set(asked)]).to.deep.equal([new URL(installation.baseUrl).origin]);
  });

  it('says by which codes an operation refuses', async () => {
    await page.goto(
      `${installation.baseUrl}/docs#tag/webhooks/POST/api/v1/workspace/webhook-endpoints/{endpointId}/rotate-secret`,
    );
    const refusal = page.getByText('webhook.not_found').first();
    await refusal.waitFor();
    await page.getByText('belongs to another workspace or is not visible to you').first().waitFor();
  });

  it('finds an operation by what it does', async () => {
    await page.getByRole('search').first().click();
    await page.keyboard.type('rotate webhook secret');
    const found = page.getByRole('option', { name: /secret/i }).first();
    await found.waitFor();
    await found.click();

    await page
      .getByRole('heading', { name: /secret/i })
      .first()
      .waitFor();
    await page.getByText('/api/v1/workspace/webhook-endpoints/{endpointId}/rotate-secret').first().waitFor();
  });

  it('sends a request to this server, and shows its answer', async () => {
    await page.goto(`${installation.baseUrl}/docs#tag/health/GET/api/health/live`);
    await page
      .getByRole('button', { name: /test request/i })
      .last()
      .waitFor();
    await page
      .getByRole('button', { name: /test request.*health\/live/i })
      .first()
      .click();
    const answer = page.waitForResponse((response) => response.url().endsWith('/api/health/live'));
    await page
      .getByRole('button', { name: /^send get request/i })
      .first()
      .click();

    expect((await answer).status()).to.equal(200);
  });

  it('has nothing of ours that a reader with a disability could not use, on a phone too', async () => {
    const phone = await browser.newPage({ viewport: { width: 390, height: 800 } });
    phone.setDefaultTimeout(patienceMs);
    await phone.goto(`${installation.baseUrl}/docs`);
    await phone.getByRole('heading', { name: 'Chancery', exact: true }).first().waitFor();
    await phone.evaluate(axe.source);
    // What Scalar draws inside is its own; the document around it is ours.
    const found = (await phone.evaluate(
      "axe.run({ exclude: [['#reference']] }).then(({ violations }) => violations.map(({ id, impact }) => ({ id, impact })))",
    )) as readonly { readonly id: string; readonly impact: string }[];
    const width = await phone.evaluate('document.documentElement.scrollWidth');
    await phone.close();

    expect(found.filter(({ impact }) => impact === 'serious' || impact === 'critical')).to.deep.equal([]);
    expect(width).to.be.at.most(390);
  });
});
