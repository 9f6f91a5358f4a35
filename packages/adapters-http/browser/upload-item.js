import { h } from './dom.js';
import { arrivedRow } from './upload-row.js';
import { uploadTexts as texts } from './upload-words.js';
import { sizeOf } from './words.js';

/**
 * @typedef {import('./upload-link.js').Item} Item
 * @typedef {ReturnType<typeof itemCard>} Card
 */

/** Files that count: what was refused has made room for another. @param {Item} item */
export const counted = ({ uploads }) =>
  uploads.filter(({ status }) => status !== 'rejected' && status !== 'quarantined').length;

/** The address of the card within the page. @param {Item} item */
export const placeOf = ({ id }) => `item-${id}`;

/**
 * One thing that is asked for: what is taken, what has arrived, and the means to add files.
 * @param {Item} first
 * @param {object} page
 * @param {(item: Item, files: readonly File[]) => void} page.add
 * @param {boolean} page.isClosed
 */
export function itemCard(first, { add, isClosed }) {
  let item = first;
  const badge = h('span', {});
  const heading = h('h2', { id: placeOf(item), tabindex: -1 }, item.name, badge);
  const arrived = h('ul', { class: 'rows files' });
  const chosen = h('ul', { class: 'rows files' });
  const full = h('p', { class: 'hint' }, texts.full);
  const ways = adding(item, (files) => add(item, files));
  const element = h(
    'section',
    { class: 'wanted', 'aria-labelledby': placeOf(item) },
    heading,
    item.description !== null && h('p', { class: 'words', dir: 'auto' }, item.description),
    !isClosed && h('p', { class: 'hint' }, limitsOf(item)),
    arrived,
    chosen,
    !isClosed && ways,
    !isClosed && full,
  );
  if (!isClosed) takeDrops(element, (files) => add(item, files));

  /** @param {Item} next */
  function draw(next) {
    item = next;
    const shown = item.status === 'open' && !item.required ? 'optional' : item.status;
    badge.textContent = texts.badges[shown] ?? '';
    badge.hidden = isClosed && item.status === 'open';
    badge.className = ['open', 'rejected'].includes(shown) ? 'badge bad' : 'badge';
    arrived.replaceChildren(...item.uploads.map(arrivedRow));
    const isFull = counted(item) >= item.maxFiles;
    ways.hidden = isFull;
    full.hidden = !isFull;
  }
  draw(item);
  return { element, chosen, heading, ways, draw };
}

/** @param {Item} item */
function limitsOf({ acceptedTypes, maxFiles, maxFileSizeBytes }) {
  const kinds =
    acceptedTypes.length === 0 ? texts.allKinds : acceptedTypes.map((kind) => texts.kinds[kind]).join(', ');
  const words = texts.limits(kinds, maxFiles, sizeOf(maxFileSizeBytes));
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The ways to add files: the chooser of the device, and its camera where pictures are taken. @param {Item} item @param {(files: readonly File[]) => void} add */
const adding = (item, add) =>
  h(
    'div',
    { class: 'adding' },
    chooser(item, texts.choose, { accept: item.accept.join(','), multiple: item.maxFiles > 1 }, add),
    item.accept.includes('image/jpeg') &&
      chooser(item, texts.photo, { accept: 'image/*', capture: 'environment', class: 'camera' }, add),
    h('p', { class: 'hint drop-hint' }, texts.drop),
  );

/** @param {Item} item @param {string} label @param {Record<string, unknown>} kind @param {(files: readonly File[]) => void} add */
function chooser(item, label, { class: name, ...kind }, add) {
  const input = h('input', { type: 'file', hidden: true, tabindex: -1, 'aria-label': label, ...kind });
  input.addEventListener('change', () => {
    add([...(input.files ?? [])]);
    // The same file may be chosen again after it was removed.
    input.value = '';
  });
  const pressed = h(
    'button',
    { type: 'button', class: name, 'aria-label': texts.toItem(label, item.name), click: () => input.click() },
    label,
  );
  return [input, pressed];
}

/** @param {HTMLElement} card @param {(files: readonly File[]) => void} add */
function takeDrops(card, add) {
  const mark = (/** @type {boolean} */ isOver) => card.classList.toggle('over', isOver);
  card.addEventListener('dragover', () => mark(true));
  card.addEventListener('dragleave', (event) => {
    if (!(event.relatedTarget instanceof Node && card.contains(event.relatedTarget))) mark(false);
  });
  card.addEventListener('drop', (event) => {
    mark(false);
    add([...(event.dataTransfer?.files ?? [])]);
  });
}
