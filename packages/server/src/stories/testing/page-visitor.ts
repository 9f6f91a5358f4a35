import { join } from 'node:path';
import axe from 'axe-core';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** A person with a small screen who opens a link, and the faults that occurred meanwhile. */
export interface Visitor {
  readonly page: Page;
  /** Console errors, violations of the policy, requests to another origin: none of which may happen. */
  readonly faults: readonly string[];
  /** Serious findings of axe in light and in dark, and at which widths of a phone the page does not fit. */
  findings(name: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

interface AxeFinding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** Dark has other colours and nothing else, so only the rules about colours are asked again. */
const rulesIn = {
  light: { resultTypes: ['violations'] },
  dark: { resultTypes: ['violations'], runOnly: ['color-contrast', 'link-in-text-block'] },
} as const;
/** How long a test waits for what a page is about to show: on a busy machine a page takes long, and no rule bounds it. */
export const patienceMs = 90_000;
const screenshots = process.env.CHANCERY_TEST_SCREENSHOTS;

/**
 * A page asks every 3, 4 or 10 seconds how a room stands. Here it asks ten times as often, so that no test waits for it;
 * a test that stops the clock of a page has the page's own pace.
 */
const hurry = `{
  const wait = globalThis.setTimeout;
  globalThis.setTimeout = (act, delay, ...given) =>
    wait(act, [3000, 4000, 10000].includes(delay) ? delay / 10 : delay, ...given);
}`;

/** Makes a new browser profile of 360 by 740 pixels, the size of a phone; `device` is what else it has of one. */
export async function visit(
  browser: Browser,
  baseUrl: string,
  locale = 'en-GB',
  device: Pick<BrowserContextOptions, 'hasTouch' | 'isMobile'> = {},
): Promise<Visitor> {
  const context: BrowserContext = await browser.newContext({
    viewport: { width: 360, height: 740 },
    locale,
    timezoneId: 'Europe/Berlin',
    ...device,
  });
  context.setDefaultTimeout(patienceMs);
  // For the whole context, so that a clock which a test installs later comes after it.
  await context.addInitScript(hurry);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    // A refusal is part of the conversation, and the page shows it.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${baseUrl}/`) && !url.startsWith('data:')) faults.push(`asked ${url}`);
    if (/[?&](token|handoff|userId)=/.test(url)) faults.push(`a secret left in ${url}`);
  });
  await page.addInitScript(`addEventListener('securitypolicyviolation', (event) => {
    console.error('Policy: ' + event.violatedDirective + ' ' + event.blockedURI);
  });`);
  return {
    page,
    faults,
    findings: (name) => findingsOf(page, name),
    close: () => context.close(),
  };
}

/** Serious findings of axe in light and in dark, and at which widths of a phone the page does not fit. */
export async function findingsOf(page: Page, name: string): Promise<readonly string[]> {
  const told: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // It is large, and stays until the page is loaded anew.
    if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(axe.source);
    const found: readonly AxeFinding[] = await page.evaluate(
      `axe.run(${JSON.stringify(rulesIn[colorScheme])}).then((answer) => answer.violations)`,
    );
    for (const { id, impact, nodes } of found)
      if (impact === 'serious' || impact === 'critical')
        told.push(`${name} ${colorScheme}: ${id} ${nodes.map(({ html }) => html).join(' ')}`);
    if (screenshots !== undefined)
      await page.screenshot({ path: join(screenshots, `${name}-${colorScheme}.png`), fullPage: true });
  }
  return [...told, ...(await tooWide(page, name))];
}

/** The widths of phones that a page has to fit, beside the one that it is used in. */
const otherWidths = [390, 320];

/** At which widths of a screen the page is wider than that. */
async function tooWide(page: Page, name: string): Promise<readonly string[]> {
  const own = page.viewportSize();
  const told: string[] = [];
  const look = async (width: number) => {
    if (await page.evaluate('document.documentElement.scrollWidth > innerWidth'))
      told.push(`${name}: wider than a screen of ${width} pixels`);
  };
  if (own === null) return told;
  await look(own.width);
  for (const width of otherWidths) {
    await page.setViewportSize({ ...own, width });
    await look(width);
    if (screenshots !== undefined)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({
          path: join(screenshots, `${name}-${colorScheme}-${width}.png`),
          fullPage: true,
        });
      }
  }
  await page.setViewportSize(own);
  return told;
}
