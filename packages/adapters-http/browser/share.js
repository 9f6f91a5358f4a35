import { button } from './actions.js';
import { ApiError, chancery, refusal } from './api.js';
import { isDead, showDeadLink, showIncompleteLink } from './dead-link.js';
import { facts, h, show } from './dom.js';
import { explain, showFailure } from './failures.js';
import { form } from './form.js';
import { fromLink, keepLink } from './link.js';
import { inLanguage, language, when } from './words.js';

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
    },
  },
});
explain(texts.codes);

/** More than this is not drawn on the page, but saved or opened by the browser. */
const mostShownBytes = 10_000_000;

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
  const place = h('div', {});
  show(
    shared.name,
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
      shared.inline && isDrawn(shared) && button(texts.view, () => draw(shared, place, passcode)),
      !allowDownload && !isDrawn(shared) && button(texts.view, () => leave(passcode), 'primary'),
    ),
    place,
  );
}

/** Pictures and texts of a bearable size are shown on the page; other files are for the browser. @param {SharedDocument} shared */
const isDrawn = ({ mimeType, sizeBytes }) =>
  sizeBytes <= mostShownBytes && ['image/png', 'image/jpeg', 'text/plain'].includes(mimeType);

/** The browser saves or shows the content, as the answer tells it to. @param {string} [passcode] */
async function leave(passcode) {
  try {
    const { contentUrl } = await asked(passcode);
    if (contentUrl !== null) location.assign(contentUrl);
  } catch (error) {
    goneOrThrow(error);
  }
}

/** @param {SharedDocument} shared @param {HTMLElement} place @param {string} [passcode] */
async function draw({ name, mimeType }, place, passcode) {
  try {
    const { contentUrl } = await asked(passcode);
    const grant = new URL(contentUrl ?? '', location.href).searchParams.get('grant') ?? '';
    const { response } = await chancery.documents.getDocumentShareContent({ token, grant });
    if (mimeType === 'text/plain')
      return place.replaceChildren(
        h(
          'pre',
          { class: 'shared', tabindex: 0, 'aria-label': texts.content, role: 'region' },
          await response.text(),
        ),
      );
    const address = URL.createObjectURL(await response.blob());
    place.replaceChildren(h('img', { class: 'shared', src: address, alt: texts.picture(name) }));
  } catch (error) {
    goneOrThrow(error);
  }
}

/** @param {string} mimeType */
const typeOf = (mimeType) =>
  texts.types[mimeType] ??
  (/^(?:image|application)\/([a-z]{2,5})$/.exec(mimeType)?.[1] ?? mimeType).toUpperCase();

/** @param {number} bytes */
function sizeOf(bytes) {
  const [amount, unit] =
    bytes < 1000
      ? [bytes, 'byte']
      : bytes < 1_000_000
        ? [bytes / 1000, 'kilobyte']
        : [bytes / 1_000_000, 'megabyte'];
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 }).format(amount);
}

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
