import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Chancery, isSession, memorySession } from '@chancery/sdk';
import { expect } from 'chai';
import type { BrowserContext, Page } from 'playwright-core';
import { sharedChromium } from '../../packages/server/src/stories/testing/chromium.ts';
import { aContract } from '../../packages/server/src/stories/testing/signing-samples.ts';
import {
  freePort,
  listening,
  nodeOptions,
  type RunningServer,
  said,
  startServer,
} from '../testing/running-server.ts';

const program = fileURLToPath(new URL('signing-app.ts', import.meta.url));
const appUrl = 'https://app.example.com';

describe('examples/signing-app', () => {
  let server: RunningServer;
  let folder: string;
  let context: BrowserContext;
  let page: Page;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chancery-signing-app-'));
    const [browser, running] = await Promise.all([sharedChromium(), startServer()]);
    server = running;
    context = await browser.newContext({ locale: 'en-GB' });
    page = await context.newPage();
  });
  after(async () => {
    await context?.close();
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('a customer signs in a frame of the application, which is told so and keeps the sealed file', async () => {
    const { email, password } = server.demo;
    const session = memorySession();
    const person = new Chancery({ baseUrl: server.baseUrl, session });
    const signedIn = await person.identity.login({ email, password });
    if (!isSession(signedIn)) throw new Error('The demo login asks for no second factor');
    await session.save(signedIn);
    const port = await freePort();
    const own = `http://127.0.0.1:${port}`;
    const listener = server.start(
      'chancery',
      ['webhooks', 'listen', '--context', 'lifecycle', '--forward-to', `${own}/webhooks`],
      { CHANCERY_TOKEN: signedIn.accessToken },
    );
    const app = server.start(process.execPath, [...nodeOptions, program], {
      CHANCERY_EMAIL: email,
      CHANCERY_PASSWORD: password,
      WEBHOOK_SECRET: await said(listener, /whsec_\S+/),
      APP_URL: appUrl,
      SEALED_FOLDER: join(folder, 'sealed'),
      PORT: String(port),
    });
    await listening(app, 'waiting on');
    const kept = said(app, /sealed: (\S+\.pdf)\n/);

    const pdf = join(folder, 'contract.pdf');
    await writeFile(pdf, aContract());
    const order = { number: '4711', pdf, customer: { name: 'Clara Client', email: 'clara@client.example' } };
    const place = (body: object) => fetch(`${own}/contracts`, { method: 'POST', body: JSON.stringify(body) });
    let complaints = '';
    app.stderr?.on('data', (chunk: Buffer) => {
      complaints += chunk.toString('utf8');
    });
    const placed = await place(order);
    expect(placed.status, complaints).to.equal(201);
    const path = placed.headers.get('location') ?? '';
    // An order that comes twice is sent once.
    expect((await place(order)).headers.get('location')).to.equal(path);

    // In front of the application stands a proxy with its certificate.
    await page.route(`${appUrl}/**`, async (route) => {
      const answer = await fetch(`${own}${new URL(route.request().url()).pathname}`);
      await route.fulfill({ contentType: 'text/html', body: await answer.text() });
    });
    await page.goto(`${appUrl}${path}`);
    const frame = page.frameLocator('iframe');
    await frame.getByRole('heading', { level: 1, name: 'Please sign: Contract 4711' }).waitFor();
    await frame.getByRole('checkbox', { name: /^I have read/ }).check();
    await frame.getByRole('button', { name: 'Start' }).click();
    await frame.getByRole('button', { name: /Sign here/ }).click();
    await frame.getByRole('radio', { name: 'Draw' }).press('ArrowRight');
    await frame.getByRole('button', { name: 'Use this signature' }).click();
    await frame.getByRole('button', { name: 'Sign the document' }).click();
    await page.getByText('Thank you! We send you the sealed contract.').waitFor();

    const file = await kept;
    const { exitCode, stdout, stderr } = await server.run('chancery', ['documents', 'verify', file]);
    expect(exitCode, stdout + stderr).to.equal(0);
    await page.reload();
    await page.getByText('There is nothing to sign any more.').waitFor();

    const forged = await fetch(`${own}/webhooks`, { method: 'POST', body: '{"type":"document.sealed"}' });
    expect(forged.status).to.equal(400);
  });
});
