import { h } from './dom.js';
import { pdfEngine } from './pdf-engine.js';
import { inLanguage } from './words.js';

/**
 * @typedef {import('./pdf-engine.js').PdfDocument} PdfDocument
 * @typedef {{ readonly width: number, readonly height: number }} Size in points, as displayed
 */

const texts = inLanguage({
  en: {
    page: (/** @type {number} */ number, /** @type {number} */ count) => `Page ${number} of ${count}`,
    failed: 'This page could not be drawn. Download the document to read it.',
  },
  de: {
    page: (/** @type {number} */ number, /** @type {number} */ count) => `Seite ${number} von ${count}`,
    failed: 'Diese Seite ließ sich nicht zeichnen. Laden Sie das Dokument herunter, um sie zu lesen.',
  },
});

/** Phones refuse to draw on larger canvases. */
const mostPixels = 8_000_000;

/**
 * One page: a sheet of its size, which is drawn when it is asked for and wiped when it is far away. What lies on it, such as
 * fields, is in `layer` and stays.
 * @param {PdfDocument} pdf
 * @param {number} number from 1
 * @param {Size} guess
 */
export function pdfPage(pdf, number, guess) {
  const layer = h('div', { class: 'sheet-layer' });
  const picture = h('div', { class: 'sheet-picture' });
  const text = h('div', { class: 'textLayer' });
  const element = h(
    'div',
    { class: 'sheet', role: 'group', 'aria-label': texts.page(number, pdf.numPages) },
    picture,
    text,
    layer,
  );
  /** @type {import('pdfjs-dist').RenderTask | undefined} */
  let rendering;
  /** @type {import('pdfjs-dist').TextLayer | undefined} */
  let words;
  let drawnAt = 0;
  /** What was asked for last; whatever was asked for before it is not drawn any more. */
  let turn = 0;
  sized(element, guess);

  /** @param {number} scale pixels of the page for each point */
  async function draw(scale) {
    turn += 1;
    const mine = turn;
    try {
      const [{ TextLayer }, page] = await Promise.all([pdfEngine(), pdf.getPage(number)]);
      if (mine !== turn) return;
      const viewport = page.getViewport({ scale });
      sized(element, page.getViewport({ scale: 1 }));
      const canvas = canvasFor(viewport);
      rendering = page.render({
        canvas,
        viewport: page.getViewport({ scale: (scale * canvas.width) / Math.floor(viewport.width) }),
      });
      await rendering.promise;
      if (mine !== turn) return;
      picture.replaceChildren(canvas);
      drawnAt = scale;
      if (words === undefined) {
        words = new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport });
        await words.render();
      } else words.update({ viewport });
    } catch (error) {
      // Wiped meanwhile, or to be drawn in another size.
      if (error instanceof Error && error.name === 'RenderingCancelledException') return;
      picture.replaceChildren(h('p', { class: 'sheet-fault' }, texts.failed));
    }
  }

  function stop() {
    turn += 1;
    rendering?.cancel();
    rendering = undefined;
  }

  return {
    element,
    layer,
    draw,
    /** Whether it shows the page in this size. @param {number} scale */
    isDrawn: (scale) => drawnAt === scale,
    /** Gives up what is under way; what stands there stays. */
    stop,
    wipe() {
      stop();
      picture.replaceChildren();
      text.replaceChildren();
      words = undefined;
      drawnAt = 0;
    },
  };
}

/** @param {HTMLElement} element @param {Size} size */
function sized({ style }, { width, height }) {
  style.setProperty('--width', String(width));
  style.setProperty('--height', String(height));
}

/** As many pixels as the screen has, within what a phone can hold. @param {Size} size */
function canvasFor({ width, height }) {
  const ratio = Math.min(devicePixelRatio, Math.sqrt(mostPixels / (width * height)));
  return h('canvas', {
    width: Math.floor(width * ratio),
    height: Math.floor(height * ratio),
    'aria-hidden': 'true',
  });
}
