import { busyWhile } from './actions.js';
import { chancery, signedIn } from './api.js';
import { h } from './dom.js';
import { explain } from './failures.js';
import { inLanguage, when } from './words.js';

/** @typedef {import('./chancery-sdk.js').Document} Document */

const texts = inLanguage({
  en: {
    heading: 'Documents to be signed',
    none: 'None so far.',
    states: /** @type {Record<string, string>} */ ({
      preparing: 'being prepared',
      sent: 'out for signature',
      completed: 'everybody is done, being sealed',
      sealed: 'sealed',
      declined: 'declined',
      voided: 'ended',
      expired: 'the last day is over',
    }),
    add: 'Have a PDF signed',
    choose: 'PDF to have signed',
  },
  de: {
    heading: 'Dokumente zum Unterschreiben',
    none: 'Bisher keine.',
    states: {
      preparing: 'in Vorbereitung',
      sent: 'zum Unterschreiben versendet',
      completed: 'alle sind fertig, wird versiegelt',
      sealed: 'versiegelt',
      declined: 'abgelehnt',
      voided: 'beendet',
      expired: 'der letzte Tag ist vorbei',
    },
    add: 'Ein PDF unterschreiben lassen',
    choose: 'PDF zum Unterschreiben',
  },
});

explain(
  inLanguage({
    en: /** @type {Record<string, string>} */ ({
      'upload.too_large':
        'This file is too large for here. Send it with the command line, or make its pictures smaller.',
      'upload.empty': 'This file is empty. Choose it again.',
    }),
    de: {
      'upload.too_large':
        'Diese Datei ist hier zu groß. Senden Sie sie mit der Kommandozeile, oder verkleinern Sie ihre Bilder.',
      'upload.empty': 'Diese Datei ist leer. Wählen Sie sie noch einmal.',
      'upload.type_not_allowed': 'Solche Dateien werden nicht angenommen. Speichern Sie sie als PDF.',
      'upload.rejected': 'In dieser Datei wurde etwas Schädliches gefunden; sie wurde nicht angenommen.',
      'upload.archive_unsafe': 'Diese Datei wurde nicht angenommen, weil sie nicht sicher zu öffnen ist.',
    },
  }),
);

const mostShown = 6;

/** The newest documents that are signed or are to be, for the start page. */
export const documentsToShow = async () =>
  (await chancery.documents.listDocuments({ scope: 'signing', limit: mostShown })).documents;

const pageOf = (/** @type {string} */ id) => `/documents/prepare/${id}`;

/** @param {readonly Document[]} documents */
export const documentsSection = (documents) =>
  h(
    'section',
    {},
    h('h2', {}, texts.heading),
    documents.length === 0
      ? h('p', {}, texts.none)
      : h(
          'ul',
          { class: 'rows stacked' },
          documents.map(({ id, name, signatureStatus, updatedAt }) =>
            h(
              'li',
              {},
              h('a', { href: pageOf(id), dir: 'auto' }, name),
              h('div', { class: 'soft' }, `${texts.states[signatureStatus] ?? ''} · ${when(updatedAt)}`),
            ),
          ),
        ),
    // Guests upload nothing.
    signedIn()?.membership?.role !== 'guest' && h('div', { class: 'ways' }, uploader()),
  );

/** Chooses a file, uploads it, and goes on to its page. */
function uploader() {
  const input = h('input', {
    type: 'file',
    accept: 'application/pdf',
    hidden: true,
    tabindex: -1,
    'aria-label': texts.choose,
  });
  const pressed = h('button', { type: 'button', click: () => input.click() }, texts.add);
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    input.value = '';
    if (file !== undefined)
      void busyWhile(pressed, async () => {
        const { document } = await chancery.documents.uploadDocument({ file });
        location.assign(pageOf(document.id));
      });
  });
  return [input, pressed];
}
