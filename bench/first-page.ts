import { randomBytes } from 'node:crypto';
import {
  concatTransformationMatrix,
  drawObject,
  PDFDocument,
  popGraphicsState,
  pushGraphicsState,
  StandardFonts,
} from 'pdf-lib';
import { type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core';
import { dataFolder, startChancery } from './harness/chancery-server.ts';
import { median, printTable } from './harness/printed-table.ts';
import { program } from './harness/program.ts';
import { SigningPlace } from './harness/signing-place.ts';

// How long somebody waits on a slow phone with a slow line until the first page of a document of 200 kB is drawn on the page
// to sign it, with nothing in the cache of the browser and with everything. Chromium slows its processor and its line down; on
// a busy machine the times mean little, and the processor time of the page's own thread, which is not slowed, still does.
const { rounds, slowdown, milliseconds, bitsASecond } = program({
  rounds: { usual: 5, short: 1 },
  slowdown: { usual: 4 },
  milliseconds: { usual: 150 },
  bitsASecond: { usual: 1_600_000 },
});

interface Opening {
  /** Milliseconds since the page was asked for. */
  readonly drawn: number;
  /** When the answers with the view and with the bytes were there, and when the parts of pdf.js were. */
  readonly view: number;
  readonly content: number;
  readonly engine: number;
  readonly requests: number;
  readonly kilobytes: number;
  readonly processor: number;
}

/** Runs in the page, so it is text: the loader would add to a function. A canvas is put where a page is only once it is drawn. */
const noteFirstPage = `new MutationObserver((_, observer) => {
  if (document.querySelector('.sheet-picture canvas') === null) return;
  observer.disconnect();
  requestAnimationFrame(() => { window.firstPage = performance.now(); });
}).observe(document, { childList: true, subtree: true });`;

/** When the last answer whose address has these words was there. */
const endOf = (pattern: string) =>
  `Math.max(0, ...performance.getEntriesByType('resource').filter(({ name }) => /${pattern}/.test(name)).map(({ responseEnd }) => responseEnd))`;

const timesOf = (page: Page): Promise<Pick<Opening, 'drawn' | 'view' | 'content' | 'engine'>> =>
  page.evaluate(`new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve({
    drawn: window.firstPage,
    view: ${endOf('document-signing\\/[^\\/?]+$')},
    content: ${endOf('document-signing\\/[^\\/]+\\/content')},
    engine: ${endOf('pdfjs-.*\\.mjs$')},
  }))))`);

const folder = dataFolder();
const server = await startChancery({ folder });
const browser = await chromium.launch({
  executablePath: process.env.CHANCERY_TEST_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  const place = await SigningPlace.open(server.baseUrl);
  const { tokens } = await place.send(
    await aLease(),
    [{ key: 'one', name: 'Grace Hopper', email: 'grace@example.org' }],
    2,
  );
  const address = `${server.baseUrl}/sign#token=${tokens[0]}`;
  const found: Record<'empty' | 'full', Opening[]> = { empty: [], full: [] };
  for (let round = 0; round < rounds; round += 1) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 });
    found.empty.push(await opened(context, address));
    // What was compiled before is kept from the second time on.
    await opened(context, address);
    found.full.push(await opened(context, address));
    await context.close();
  }
  printTable(
    ['cache', 'first page ms', 'view', 'bytes', 'pdf.js', 'requests', 'kB', 'processor ms'],
    Object.entries(found).map(([cache, openings]) => {
      const of = (figure: keyof Opening) => median(openings.map((each) => each[figure])).toFixed(0);
      return [
        cache,
        of('drawn'),
        of('view'),
        of('content'),
        of('engine'),
        of('requests'),
        of('kilobytes'),
        of('processor'),
      ];
    }),
  );
} finally {
  await browser.close();
  await server.stop();
  folder.remove();
}

/** Opens the link in a tab of its own and waits until a page is drawn. */
async function opened(context: BrowserContext, address: string): Promise<Opening> {
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await slowed(devTools);
  let [requests, bytes] = [0, 0];
  devTools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    if (encodedDataLength > 0) requests += 1;
    bytes += encodedDataLength;
  });
  await page.addInitScript(noteFirstPage);
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator('.sheet-picture canvas').first().waitFor({ state: 'attached', timeout: 120_000 });
  const times = await timesOf(page);
  const { metrics } = await devTools.send('Performance.getMetrics');
  const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  await page.close();
  return { ...times, requests, kilobytes: bytes / 1000, processor: seconds * 1000 };
}

async function slowed(devTools: CDPSession): Promise<void> {
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: milliseconds,
    downloadThroughput: bitsASecond / 8,
    uploadThroughput: bitsASecond / 8,
  });
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await devTools.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' });
  await devTools.send('Performance.enable');
}

/** Two pages of text with a picture that makes them 200 kB. */
async function aLease(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.TimesRoman);
  const picture = pdf.context.register(
    pdf.context.stream(randomBytes(250 * 250 * 3), {
      Type: 'XObject',
      Subtype: 'Image',
      Width: 250,
      Height: 250,
      ColorSpace: 'DeviceRGB',
      BitsPerComponent: 8,
    }),
  );
  for (let number = 0; number < 2; number += 1) {
    const sheet = pdf.addPage([595, 842]);
    for (let line = 0; line < 40; line += 1)
      sheet.drawText(
        `${line + 1}. The tenant keeps the garden as it was handed over, and tells what is broken.`,
        {
          x: 60,
          y: 780 - line * 14,
          size: 11,
          font,
        },
      );
  }
  const first = pdf.getPage(0);
  const name = first.node.newXObjectKey('Picture');
  first.node.setXObject(name, picture);
  first.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(150, 0, 0, 150, 60, 40),
    drawObject(name),
    popGraphicsState(),
  );
  return pdf.save();
}
