import { button } from './actions.js';
import { chancery } from './api.js';
import { documentView } from './document-view.js';
import { h } from './dom.js';
import { sentenceOf } from './failures.js';
import { drawnPdf } from './pdf-pages.js';
import { prepareTexts } from './prepare-words.js';
import { inLanguage } from './words.js';

const texts = inLanguage({
  en: { loading: 'The document is being loaded…' },
  de: { loading: 'Das Dokument wird geladen …' },
});

/**
 * Draws the document that was uploaded, from our own endpoint; if it does not come, one may try again.
 * @param {{ readonly id: string, readonly name: string }} document
 * @param {HTMLElement} place
 * @returns {Promise<import('./pdf-pages.js').DrawnPdf>} once it is drawn
 */
export function drawnInto({ id, name }, place) {
  return new Promise((resolve) => {
    const load = async () => {
      place.replaceChildren(h('p', { role: 'status' }, texts.loading));
      try {
        const { response } = await chancery.documents.getDocumentContent({
          documentId: id,
          variant: 'original',
        });
        const pdf = await drawnPdf(new Uint8Array(await response.arrayBuffer()));
        place.replaceChildren(documentView(pdf, name));
        resolve(pdf);
      } catch (error) {
        place.replaceChildren(
          h('p', { class: 'fault', role: 'alert' }, sentenceOf(error)),
          h('div', { class: 'ways' }, button(prepareTexts.again, load, 'primary')),
        );
      }
    };
    void load();
  });
}
