import { button } from './actions.js';
import { h } from './dom.js';
import { inLanguage } from './words.js';

const texts = inLanguage({
  en: {
    smaller: 'Smaller',
    larger: 'Larger',
    fit: 'Fit to width',
    document: 'Document',
    size: 'Size of the pages',
  },
  de: {
    smaller: 'Kleiner',
    larger: 'Größer',
    fit: 'An die Breite anpassen',
    document: 'Dokument',
    size: 'Größe der Seiten',
  },
});

const step = 1.3;
const smallest = 0.3;

/**
 * The pages of a document with the means to make them larger and smaller.
 * @param {import('./pdf-pages.js').DrawnPdf} pdf
 * @param {string} name
 */
export function documentView(pdf, name) {
  const { element } = pdf;
  // It is scrolled sideways once it is larger than the screen, also with the keys.
  element.tabIndex = 0;
  element.setAttribute('role', 'region');
  element.setAttribute('aria-label', `${texts.document}: ${name}`);
  /** @param {string} label @param {string} sign @param {() => void} act */
  const tool = (label, sign, act) => {
    const made = button(sign, act, 'small');
    made.setAttribute('aria-label', label);
    made.title = label;
    return made;
  };
  return h(
    'div',
    { class: 'document-view' },
    h(
      'div',
      { class: 'document-tools', role: 'group', 'aria-label': texts.size },
      tool(texts.smaller, '−', () => pdf.zoom(Math.max(smallest, pdf.scale() / step))),
      tool(texts.larger, '+', () => pdf.zoom(pdf.scale() * step)),
      tool(texts.fit, '↔', () => pdf.zoom('fit')),
    ),
    element,
  );
}
