import { h } from './dom.js';
import { openedPdf } from './pdf-engine.js';
import { pdfPage } from './pdf-page.js';
import { sha256 } from './sha256.js';
import { atMost } from './work-queue.js';

/** A page of A4, until its own size is known. */
const usual = { width: 595, height: 842 };
/** How many pages are measured before any is drawn, where nobody has said how large they are. */
const mostMeasured = 40;
/** What is this far outside of the screen is drawn already, and what is farther is wiped. */
const margin = '100% 0px';
const largest = 4;

/**
 * @typedef {object} DrawnPdf
 * @property {HTMLElement} element
 * @property {string} sha256 of the bytes that are drawn
 * @property {number} pageCount
 * @property {(number: number) => HTMLElement | undefined} layerOf what lies on a page, by its number from 1
 * @property {() => number} scale pixels for each point
 * @property {(scale: number | 'fit') => void} zoom
 * @property {(listen: () => void) => void} onScale
 * @property {() => void} close
 */

/**
 * Draws a PDF as one comes to its pages, the first alone and then at most three at once, each with its text for search,
 * selection and screen readers. The fingerprint is of the very bytes that are drawn.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {readonly import('./pdf-page.js').Size[]} [known] the sizes of the pages
 * @returns {Promise<DrawnPdf>}
 */
export async function drawnPdf(bytes, known) {
  // The worker takes the bytes away; by then the hash has its own.
  const [fingerprint, pdf] = await Promise.all([sha256(bytes), openedPdf(bytes)]);
  const sizes = known ?? (await measured(pdf));
  const pages = Array.from({ length: pdf.numPages }, (_, index) =>
    pdfPage(pdf, index + 1, sizes[index] ?? sizes[0] ?? usual),
  );
  const element = h('div', { class: 'sheets' }, ...pages.map((page) => page.element));
  const widest = Math.max(...pages.map((_, index) => (sizes[index] ?? sizes[0] ?? usual).width));
  const drawing = drawnInView(pages);
  const scaling = scaledTo(element, widest, drawing.draw);
  return {
    element,
    sha256: fingerprint,
    pageCount: pdf.numPages,
    layerOf: (number) => pages[number - 1]?.layer,
    ...scaling,
    close() {
      scaling.close();
      drawing.close();
      void pdf.loadingTask.destroy();
    },
  };
}

/**
 * The sizes of the first pages. What is larger or smaller further back gets its own size when it is drawn.
 * @param {import('./pdf-engine.js').PdfDocument} pdf
 */
const measured = (pdf) =>
  Promise.all(
    Array.from({ length: Math.min(pdf.numPages, mostMeasured) }, async (_, index) => {
      try {
        const { width, height } = (await pdf.getPage(index + 1)).getViewport({ scale: 1 });
        return { width, height };
      } catch {
        // What is wrong with it is said where it would be drawn.
        return usual;
      }
    }),
  );

/**
 * Draws those pages that are in view or near it.
 * @param {readonly ReturnType<typeof pdfPage>[]} pages
 */
function drawnInView(pages) {
  // The first page is the one that people wait for, so nothing else is drawn beside it.
  let isBegun = false;
  const asked = atMost(() => (isBegun ? 3 : 1));
  let scale = 0;
  /** @type {Map<ReturnType<typeof pdfPage>, () => void>} */
  const near = new Map();
  /** @param {ReturnType<typeof pdfPage>} page */
  const ask = (page) => {
    if (scale === 0 || page.isDrawn(scale)) return;
    near.get(page)?.();
    page.stop();
    near.set(
      page,
      asked(async () => {
        await page.draw(scale);
        isBegun = true;
      }),
    );
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const page = pages.find(({ element }) => element === target);
        if (page === undefined) continue;
        if (isIntersecting) {
          near.set(page, () => undefined);
          ask(page);
        } else {
          near.get(page)?.();
          near.delete(page);
          page.wipe();
        }
      }
    },
    { rootMargin: margin },
  );
  for (const { element } of pages) observer.observe(element);
  return {
    /** @param {number} next */
    draw(next) {
      scale = next;
      for (const page of near.keys()) ask(page);
    },
    close: () => observer.disconnect(),
  };
}

/**
 * The size of the pages: as wide as there is room, until another is asked for.
 * @param {HTMLElement} element
 * @param {number} widest of the pages, in points
 * @param {(scale: number) => void} draw
 */
function scaledTo(element, widest, draw) {
  /** @type {number | 'fit'} */
  let wanted = 'fit';
  let scale = 0;
  /** @type {(() => void)[]} */
  const listeners = [];
  const set = () => {
    if (element.clientWidth === 0) return;
    const next = Math.min(largest, wanted === 'fit' ? element.clientWidth / widest : wanted);
    if (Math.abs(next - scale) < 0.002) return;
    scale = next;
    element.style.setProperty('--scale', String(scale));
    draw(scale);
    for (const listen of listeners) listen();
  };
  const observer = new ResizeObserver(set);
  observer.observe(element);
  return {
    scale: () => scale,
    /** @param {number | 'fit'} next */
    zoom(next) {
      wanted = next;
      set();
    },
    /** @param {() => void} listen */
    onScale: (listen) => void listeners.push(listen),
    close: () => observer.disconnect(),
  };
}
