import type { Browser, BrowserContextOptions } from 'playwright-core';
import { sharedChromium } from './chromium.ts';
import { type Installation, openInstallation } from './installation.ts';
import { type Visitor, visit } from './page-visitor.ts';

/** An installation that a file has for itself, and in each test a new visitor of its pages. */
export interface PageStory {
  readonly installation: Installation;
  readonly browser: Browser;
  readonly visitor: Visitor;
  /** Opens a path of the installation. */
  open(path: string): Promise<unknown>;
  /** Presses a button. */
  press(name: string): Promise<void>;
  fill(label: string, text: string): Promise<void>;
  /** Waits for the step that has this heading. */
  reaches(name: string | RegExp): Promise<void>;
  /** Waits until the page says that something failed. */
  alerts(text: string | RegExp): Promise<void>;
  /** Waits until the page says that something went well. */
  notes(text: string): Promise<void>;
  /** Goes on as another visitor, whose browser speaks this language, and with what else the device has of a phone. */
  visitAnew(locale?: string, device?: Pick<BrowserContextOptions, 'hasTouch' | 'isMobile'>): Promise<void>;
}

/** Many visitors in a few seconds are no attack here. */
const manyVisitors = { CHANCERY_RATE_LIMIT_SCALE: '10' };

/** Describes pages: opens an installation before the tests, and after each of them asks whether its visitor met a fault. */
export function pageStory(
  opened: () => Promise<Installation> = () => openInstallation(manyVisitors),
  { faultsOf = ({ faults }: Visitor) => faults } = {},
): PageStory {
  let installation: Installation;
  let browser: Browser;
  let visitor: Visitor;
  before(async () => {
    [browser, installation] = await Promise.all([sharedChromium(), opened()]);
  });
  after(() => installation?.close());
  beforeEach(async () => {
    visitor = await visit(browser, installation.baseUrl);
  });
  afterEach(async () => {
    const faults = faultsOf(visitor);
    await visitor.close();
    if (faults.length > 0) throw new Error(`The visitor met faults:\n${faults.join('\n')}`);
  });

  return {
    get installation() {
      return installation;
    },
    get browser() {
      return browser;
    },
    get visitor() {
      return visitor;
    },
    open: (path) => visitor.page.goto(`${installation.baseUrl}${path}`),
    press: (name) => visitor.page.getByRole('button', { name, exact: true }).click(),
    fill: (label, text) => visitor.page.getByLabel(label, { exact: true }).fill(text),
    reaches: (name) => visitor.page.getByRole('heading', { level: 1, name, exact: true }).waitFor(),
    alerts: (text) => visitor.page.getByRole('alert').getByText(text).waitFor(),
    notes: (text) => visitor.page.getByRole('status').getByText(text).waitFor(),
    async visitAnew(locale, device) {
      await visitor.close();
      visitor = await visit(browser, installation.baseUrl, locale, device);
    },
  };
}
