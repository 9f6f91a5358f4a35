import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { sharedChromium } from '../testing/chromium.ts';
import { type Installation, openInstallation } from '../testing/installation.ts';
import { type Visitor, visit } from '../testing/page-visitor.ts';

describe('the first minutes with Chancery', () => {
  let installation: Installation;
  let browser: Browser;
  before(async () => {
    [browser, installation] = await Promise.all([sharedChromium(), openInstallation()]);
  });
  after(async () => {
    await installation?.close();
  });

  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(installation.baseUrl + path, { method, headers });

  it('an address where nothing is answers people in a browser with a page, in their language', async () => {
    for (const [locale, heading] of [
      ['en-GB', 'There is nothing at this address'],
      ['de-DE', 'Unter dieser Adresse ist nichts'],
    ] as const) {
      const visitor: Visitor = await visit(browser, installation.baseUrl, locale);
      const answer = await visitor.page.goto(`${installation.baseUrl}/no/such/page`);

      expect(answer?.status()).to.equal(404);
      await visitor.page.getByRole('heading', { level: 1, name: heading }).waitFor();
      expect(await visitor.findings(`nothing-${locale}`)).to.deep.equal([]);
      await visitor.page.getByRole('link').first().click();
      await visitor.page.waitForURL(`${installation.baseUrl}/`);
      expect(visitor.faults).to.deep.equal([]);
      await visitor.close();
    }
  });

  it('a program gets the envelope at an address where nothing is, and under /api a browser too', async () => {
    const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const answers = await Promise.all([
      ask('/no-such-thing'),
      ask('/no-such-thing', html, 'POST'),
      ask('/api', html),
      ask('/api/v1/no-such-thing', html),
      ask('/api/'),
    ]);

    for (const answer of answers) {
      const { success, error, meta } = (await answer.json()) as Record<string, Record<string, string>>;
      expect([answer.status, success, error?.code]).to.deep.equal([404, false, 'request.route_not_found']);
      expect(meta?.requestId).to.equal(answer.headers.get('x-request-id'));
    }
  });

  it('a page of nothing repeats nothing of the address that somebody made up', async () => {
    const answer = await ask('/%3Cscript%3Ealert(1)%3C/script%3E?call=0900', { accept: 'text/html' });

    expect(await answer.text()).to.not.match(/alert|0900/);
    expect(answer.headers.get('content-security-policy')).to.include("default-src 'none'");
    expect(answer.headers.get('cache-control')).to.equal('no-store');
  });

  it('every page has an icon, and a browser finds one that asks unasked', async () => {
    const page = await (await ask('/sign-in', { accept: 'text/html' })).text();
    const [, named = ''] = /<link rel="icon" href="([^"]+)"/.exec(page) ?? [];
    for (const [path, type, start] of [
      [named, 'image/svg+xml', '<svg'],
      ['/favicon.ico', 'image/x-icon', '\u0000\u0000\u0001\u0000'],
    ] as const) {
      const icon = await ask(path);
      expect([icon.status, icon.headers.get('content-type')]).to.deep.equal([200, type]);
      expect(Buffer.from(await icon.arrayBuffer()).toString('latin1')).to.match(new RegExp(`^${start}`));
    }
  });

  it('the inbox of development shows a mail as a mail program would, in a frame that runs and loads nothing', async () => {
    await installation.register('ada@example.com', 'Ada');
    const [mail] = await installation.mails();
    const visitor = await visit(browser, installation.baseUrl);
    const { page } = visitor;
    await page.goto(`${installation.baseUrl}/dev/inbox`);
    await page.getByText(mail?.subject ?? '').click();
    const shown = page.frameLocator('iframe').first();
    const button = shown.locator('a.button');
    await button.waitFor();

    // Its own styles apply: a bare link would be one line of text high.
    expect((await button.boundingBox())?.height).to.be.greaterThan(44);
    expect(await page.locator('iframe').first().getAttribute('sandbox')).to.equal(
      'allow-popups allow-popups-to-escape-sandbox',
    );
    // axe puts a script into each frame, which is what the sandbox forbids.
    await page.evaluate("document.querySelectorAll('iframe').forEach((frame) => frame.remove())");
    expect(await visitor.findings('inbox')).to.deep.equal([]);
    expect(visitor.faults).to.deep.equal([]);
    await page.reload();
    await page.getByText(mail?.subject ?? '').click();
    const [opened] = await Promise.all([page.context().waitForEvent('page'), button.click()]);
    await opened.getByRole('heading', { level: 1, name: 'Verify your address' }).waitFor();
    await visitor.close();
  });

  it('the frame of a mail is closed off also where somebody opens it by itself', async () => {
    const [mail] = await installation.mails();
    const answer = await ask(`/dev/inbox/message?id=${encodeURIComponent(mail?.id ?? '')}`);
    const policy = (answer.headers.get('content-security-policy') ?? '').split('; ');

    expect(answer.status).to.equal(200);
    expect(policy).to.include.members([
      "default-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      'sandbox allow-popups allow-popups-to-escape-sandbox',
    ]);
    expect(policy.join()).to.not.match(/script-src|allow-scripts|allow-same-origin/);
    expect((await ask('/dev/inbox/message?id=no-such-mail')).status).to.equal(404);
  });
});
