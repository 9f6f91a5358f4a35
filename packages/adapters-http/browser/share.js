import { button } from './actions.js';
import { ApiError, chancery, refusal } from './api.js';
import { isDead, showDeadLink, showIncompleteLink } from './dead-link.js';
import { documentView } from './document-view.js';
import { facts, h, show } from './dom.js';
import { explain, showFailure } from './failures.js';
import { form } from './form.js';
import { fromLink, keepLink } from './link.js';
import { pdfEngine } from './pdf-engine.js';
import { drawnPdf } from './pdf-pages.js';
import { inLanguage, sizeOf, when } from './words.js';

/** @typedef {import('./chancery-sdk.js').GetDocumentShareResult} Share */
/** @typedef {NonNullable<Share['document']>} SharedDocument */

const texts = inLanguage({
  en: {
    loading: 'Shared document',
    locked: 'A document is shared with you',
    lockedLead: (/** @type {string} */ workspace) =>
      `${workspace} has put a passcode on it. Ask whoever sent you the link, for instance by telephone.`,
    passcode: 'Passcode',
    open: 'Open the document',
    from: 'Shared by',
    type: 'Type',
    size: 'Size',
    pages: 'Pages',
    fingerprint: 'SHA-256',
    until: 'Open until',
    download: 'Download',
    view: 'Show it',
    viewLead: 'The document can be read here. The sender does not offer it for saving.',
    picture: (/** @type {string} */ name) => `The shared picture ${name}`,
    content: 'Content of the document',
    types: /** @type {Record<string, string>} */ ({ 'text/plain': 'Text', 'text/csv': 'Table (CSV)' }),
    gone: 'Ask whoever sent you the link for a new one.',
    codes: {
      'share.passcode_incorrect': 'This passcode is wrong. Ask whoever sent you the link.',
      'share.grant_expired': 'This took too long. Load the page again.',
      'passcode.form': 'A passcode is of letters, digits and signs, without blanks.',
      'page.content_changed': 'The file that arrived is not the one that is named here. Load the page again.',
      'page.not_drawable': 'This document cannot be shown here.',
    },
  },
  de: {
    loading: 'Freigegebenes Dokument',
    locked: 'Ein Dokument ist für Sie freigegeben',
    lockedLead: (/** @type {string} */ workspace) =>
      `${workspace} hat es mit einem Zugangscode geschützt. Fragen Sie danach, wer Ihnen den Link geschickt hat, etwa am Telefon.`,
    passcode: 'Zugangscode',
    open: 'Dokument öffnen',
    from: 'Freigegeben von',
    type: 'Art',
    size: 'Größe',
    pages: 'Seiten',
    fingerprint: 'SHA-256',
    until: 'Offen bis',
    download: 'Herunterladen',
    view: 'Anzeigen',
    viewLead: 'Das Dokument kann hier gelesen werden. Zum Speichern wird es nicht angeboten.',
    picture: (/** @type {string} */ name) => `Das freigegebene Bild ${name}`,
    content: 'Inhalt des Dokuments',
    types: { 'text/plain': 'Text', 'text/csv': 'Tabelle (CSV)' },
    gone: 'Bitten Sie um einen neuen Link, wer Ihnen diesen geschickt hat.',
    codes: {
      'share.passcode_incorrect':
        'Dieser Zugangscode ist falsch. Fragen Sie, wer Ihnen den Link geschickt hat.',
      'share.grant_expired': 'Das hat zu lange gedauert. Laden Sie die Seite neu.',
      'passcode.form': 'Ein Zugangscode besteht aus Buchstaben, Ziffern und Zeichen, ohne Leerzeichen.',
      'page.content_changed': 'Die Datei, die ankam, ist nicht die hier genannte. Laden Sie die Seite neu.',
      'page.not_drawable': 'Dieses Dokument lässt sich hier nicht anzeigen.',
    },
  },
});
explain(texts.codes);

const pdf = 'application/pdf';
/** What is shown on the page, up to so many bytes; what is larger, or of another type, is saved or opened by the browser. */
const mostShownBytes = new Map([
  [pdf, 50_000_000],
  ...['image/png', 'image/jpeg', 'text/plain'].map((type) => /** @type {const} */ ([type, 10_000_000])),
]);

const token = fromLink('token') ?? '';

/** Asks anew each time, because the address of the content is good for ten minutes. @param {string} [passcode] */
const asked = (passcode) =>
  chancery.documents.getDocumentShare(passcode === undefined ? { token } : { token, passcode });

/** @param {unknown} error */
function goneOrThrow(error) {
  if (!isDead(error)) throw error;
  showDeadLink(error, h('p', {}, texts.gone));
}

/** @param {Share} share */
function showLocked({ workspace }) {
  show(
    texts.locked,
    h('p', {}, texts.lockedLead(workspace.name)),
    form({
      fields: [
        {
          name: 'passcode',
          label: texts.passcode,
          autocomplete: 'off',
          longest: 64,
          mustMatch: '[!-~]+',
          mismatch: texts.codes['passcode.form'],
        },
      ],
      submit: texts.open,
      run: ({ passcode }) => unlock(passcode),
    }),
  );
}

/** @param {string} passcode */
async function unlock(passcode) {
  try {
    showOpen(await asked(passcode), passcode);
  } catch (error) {
    // It belongs to the field, which keeps what was typed.
    if (error instanceof ApiError && error.code === 'share.passcode_incorrect')
      throw refusal('request.invalid', {
        details: [{ path: '/header/passcode', code: error.code, message: error.message }],
      });
    goneOrThrow(error);
  }
}

/** @param {Share} share @param {string} [passcode] */
function showOpen(share, passcode) {
  const { document: shared, workspace, allowDownload, expiresAt } = share;
  if (shared === null) return showLocked(share);
  const place = h('div', { class: 'wide', tabindex: -1 });
  const shows = button(
    texts.view,
    () => draw(shared, place, shows, passcode),
    allowDownload ? '' : 'primary',
  );
  const isShown = shared.inline && isDrawn(shared);
  const content = [
    facts([
      [texts.from, workspace.name],
      [texts.type, typeOf(shared.mimeType)],
      [texts.size, sizeOf(shared.sizeBytes)],
      ...(shared.pageCount === null ? [] : [/** @type {const} */ ([texts.pages, String(shared.pageCount)])]),
      [texts.until, when(expiresAt)],
      [texts.fingerprint, shared.sha256],
    ]),
    !allowDownload && h('p', {}, texts.viewLead),
    h(
      'div',
      { class: 'ways' },
      allowDownload && button(texts.download, () => leave(passcode), 'primary'),
      isShown && shows,
      !allowDownload && !isShown && button(texts.view, () => leave(passcode), 'primary'),
    ),
    place,
  ];
  // As wide as the screen allows, for the pages of a document.
  show(shared.name, h('div', { class: shared.mimeType === pdf && 'signing' }, content));
}

/** @param {SharedDocument} shared */
const isDrawn = ({ mimeType, sizeBytes }) => sizeBytes <= (mostShownBytes.get(mimeType) ?? -1);

/** The browser saves or shows the content, as the answer tells it to. @param {string} [passcode] */
async function leave(passcode) {
  try {
    const { contentUrl } = await asked(passcode);
    if (contentUrl !== null) location.assign(contentUrl);
  } catch (error) {
    goneOrThrow(error);
  }
}

/**
 * Shows the content, once: every delivery counts as a view of the link.
 * @param {SharedDocument} shared
 * @param {HTMLElement} place
 * @param {HTMLElement} pressed
 * @param {string} [passcode]
 */
async function draw({ name, mimeType }, place, pressed, passcode) {
  // It comes at the same time as the document.
  if (mimeType === pdf) void pdfEngine().catch(() => undefined);
  try {
    const { contentUrl, document: named } = await asked(passcode);
    const grant = new URL(contentUrl ?? '', location.href).searchParams.get('grant') ?? '';
    const { response } = await chancery.documents.getDocumentShareContent({ token, grant });
    place.replaceChildren(await shownContent(response, name, mimeType, named?.sha256 ?? ''));
    pressed.remove();
    place.focus({ preventScroll: true });
  } catch (error) {
    goneOrThrow(error);
  }
}

/** @param {Response} response @param {string} name @param {string} mimeType @param {string} sha256 of what is to arrive */
async function shownContent(response, name, mimeType, sha256) {
  if (mimeType === pdf) return pagesOf(new Uint8Array(await response.arrayBuffer()), name, sha256);
  if (mimeType === 'text/plain')
    return h(
      'pre',
      { class: 'shared', tabindex: 0, 'aria-label': texts.content, role: 'region' },
      await response.text(),
    );
  const address = URL.createObjectURL(await response.blob());
  return h('img', { class: 'shared', src: address, alt: texts.picture(name) });
}

/** The pages of a PDF; what is drawn is the file that the page names. @param {Uint8Array<ArrayBuffer>} bytes @param {string} name @param {string} sha256 */
async function pagesOf(bytes, name, sha256) {
  await pdfEngine();
  const drawn = await drawnPdf(bytes).catch((error) => {
    throw refusal('page.not_drawable', { message: String(error) });
  });
  if (drawn.sha256 !== sha256) {
    drawn.close();
    throw refusal('page.content_changed');
  }
  return documentView(drawn, name);
}

/** @param {string} mimeType */
const typeOf = (mimeType) =>
  texts.types[mimeType] ??
  (/^(?:image|application)\/([a-z]{2,5})$/.exec(mimeType)?.[1] ?? mimeType).toUpperCase();

async function open() {
  if (token === '') return showIncompleteLink();
  // For a reload of this tab.
  keepLink();
  try {
    showOpen(await asked());
  } catch (error) {
    if (isDead(error)) return showDeadLink(error, h('p', {}, texts.gone));
    show(texts.loading);
    showFailure(error);
  }
}
await open();
