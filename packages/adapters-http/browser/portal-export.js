import { button } from './actions.js';
import { h } from './dom.js';
import { checkHere } from './file-checks.js';
import { keyFields, useKey } from './kept-keys.js';
import { releaseText } from './portal-link.js';
import { portalTexts as texts } from './portal-words.js';
import { saveAs } from './save-as.js';

/** @typedef {import('./portal-link.js').Package} Package */

/** Where the saved page finds the release in itself. */
const placeOf = /<script>/;

/** What a recipient takes away, and whether it holds. @param {Package} shown */
export function takeAwayPart(shown) {
  if (!shown.downloadAllowed) return null;
  const result = h('div', { role: 'status' });
  const name = `release-${shown.packageNumber}`;
  const saveFile = async () =>
    saveAs(new Blob([await releaseText(shown.id)], { type: 'application/json' }), `${name}.json`);
  const savePage = async () =>
    saveAs(new Blob([await keptPage(await releaseText(shown.id))], { type: 'text/html' }), `${name}.html`);
  return h(
    'section',
    {},
    h('h2', {}, texts.take),
    h('p', {}, texts.takeLead),
    button(texts.savePage, savePage),
    button(texts.saveFile, saveFile, 'quiet'),
    h(
      'details',
      { class: 'further' },
      h('summary', {}, texts.check),
      h('p', {}, texts.checkLead),
      keyFields(),
      button(texts.check, () => check(shown, result), 'quiet'),
      result,
    ),
  );
}

/**
 * The page that checks without a network, with the release inside. It is data there, and no script.
 * @param {string} made
 */
async function keptPage(made) {
  const page = await (await fetch('/verify/offline.html', { credentials: 'omit' })).text();
  const data = made.replaceAll('<', '\\u003c');
  return page.replace(
    placeOf,
    () => `<script type="application/json" id="release">${data}</script>\n<script>`,
  );
}

/** @param {Package} shown @param {HTMLElement} result */
async function check(shown, result) {
  result.replaceChildren(h('p', {}, texts.checking));
  const made = await releaseText(shown.id);
  const key = await publishedKey(JSON.parse(made).checkpoint);
  if (key !== null) useKey(key);
  const file = new File([made], `release-${shown.packageNumber}.json`);
  const found = await checkHere(file, () => undefined);
  result.replaceChildren(
    ...(found === null ? [] : [found]),
    h('p', { class: 'soft' }, key === null ? texts.fileKey : texts.operatorKey),
  );
}

/** The key of the log as its operator publishes it, for the ledger that a checkpoint names. @param {string} checkpoint */
async function publishedKey(checkpoint) {
  const origin = checkpoint.split('\n')[0] ?? '';
  const response = await fetch(`/.well-known/chancery-audit.json?origin=${encodeURIComponent(origin)}`, {
    credentials: 'omit',
  }).catch(() => null);
  if (!response?.ok) return null;
  /** @type {{ readonly vkeys: readonly { readonly vkey: string }[] }} */
  const { vkeys } = await response.json();
  return vkeys.at(-1)?.vkey ?? null;
}
