import { facts, h } from './dom.js';
import { entryParts, fileName, noticePart } from './portal-items.js';
import { portalTexts as texts } from './portal-words.js';
import { when } from './words.js';

/** @typedef {import('./portal-items.js').ShownEntry} ShownEntry */
/** @typedef {{ readonly fileName: string, readonly contentType: string, readonly contentBase64: string | null }} KeptFile */

/** What a page that a recipient has kept shows of the release in it; whether it holds is said by the check. */
/** @param {string} text */
export const releaseTitle = (text) => String(JSON.parse(text).package.title);

/** @param {string} text */
export function releaseParts(text) {
  const { package: shown, items } = JSON.parse(text);
  return h(
    'div',
    {},
    noticePart(shown.redisclosureNotice),
    facts([
      [texts.from, shown.workspaceName],
      [texts.about, shown.subjectDisplayName],
      [texts.released, when(shown.releasedAt)],
      [texts.number, shown.packageNumber],
    ]),
    shown.coverNote !== null && h('p', { class: 'written', dir: 'auto' }, shown.coverNote),
    items.map((/** @type {{ readonly item: ShownEntry }} */ { item }) =>
      h('section', {}, h('h2', { dir: 'auto' }, item.title ?? ''), ...entryParts(item, keptFile)),
    ),
  );
}

/** A file that lies in the page is saved from it. @param {import('./portal-items.js').ShownFile} file */
function keptFile(file) {
  const { contentBase64, contentType } = /** @type {KeptFile & typeof file} */ (file);
  if (contentBase64 === null) return fileName(file);
  return h(
    'a',
    { href: `data:${contentType};base64,${contentBase64}`, download: file.fileName },
    fileName(file),
  );
}
