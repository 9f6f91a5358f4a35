import { facts, h } from './dom.js';
import { portalTexts as texts } from './portal-words.js';
import { dayOf, sizeOf, when } from './words.js';

/**
 * An entry as it was released, on the page of the portal and on the one that is kept.
 * @typedef {object} ShownEntry
 * @property {string | null} title
 * @property {string | null} occurredAt
 * @property {readonly { readonly name: string, readonly signedAt: string }[] | null} signedBy
 * @property {{ readonly sections: readonly { readonly key: string, readonly title: string, readonly kind: string, readonly value: unknown }[] } | null} content
 * @property {readonly { readonly id: string, readonly kind: string, readonly content: string | null }[] | null} addenda
 * @property {readonly ShownFile[] | null} attachments
 * @property {boolean | null} redacted
 * @property {string | null} flagText
 */
/** @typedef {{ readonly id: string, readonly fileName: string, readonly sizeBytes: number }} ShownFile */

/** @param {ShownEntry} entry @param {(file: ShownFile) => import('./dom.js').Child} fileRow */
export const entryParts = (entry, fileRow) => [
  entry.flagText !== null && h('p', { class: 'note-box' }, entry.flagText),
  facts([
    ...(entry.occurredAt === null ? [] : [/** @type {const} */ ([texts.occurred, dayOf(entry.occurredAt)])]),
  ]),
  h(
    'ul',
    { class: 'soft' },
    (entry.signedBy ?? []).map(({ name, signedAt }) => h('li', {}, texts.signed(name, when(signedAt)))),
  ),
  entry.redacted === true && h('p', { class: 'soft' }, texts.redacted),
  ...(entry.content?.sections ?? []).map(({ title, value }) =>
    h('section', {}, h('h3', { dir: 'auto' }, title), written(value)),
  ),
  ...(entry.addenda ?? []).map(({ content }) =>
    h('section', {}, h('h3', {}, texts.addendum), written(content)),
  ),
  (entry.attachments ?? []).length > 0 &&
    h(
      'section',
      {},
      h('h3', {}, texts.files),
      h(
        'ul',
        {},
        (entry.attachments ?? []).map((file) => h('li', {}, fileRow(file))),
      ),
    ),
];

/** @param {ShownFile} file */
export const fileName = ({ fileName: name, sizeBytes }) => `${name} (${sizeOf(sizeBytes)})`;

/** What is written, as it was hashed: nothing of it is taken for markup. @param {unknown} value */
function written(value) {
  const text =
    value === null || value === ''
      ? texts.empty
      : typeof value === 'boolean'
        ? value
          ? texts.yes
          : texts.no
        : Array.isArray(value)
          ? value.join(', ')
          : String(value);
  return h('p', { class: 'written', dir: 'auto' }, text);
}

/** What must be known before anything is passed on, first of all. @param {{ readonly text: string } | null} notice */
export const noticePart = (notice) =>
  notice !== null &&
  h(
    'section',
    { class: 'note-box' },
    h('h2', {}, texts.notice),
    h('p', { class: 'written', dir: 'auto' }, notice.text),
  );
