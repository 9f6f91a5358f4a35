import { isDead, showDeadLink, showIncompleteLink } from './dead-link.js';
import { announce, facts, h, show } from './dom.js';
import { showFailure } from './failures.js';
import { pause } from './pause.js';
import { faultOf } from './upload-check.js';
import { itemCard, placeOf } from './upload-item.js';
import { hasToken, wantedFiles } from './upload-link.js';
import { uploadWords } from './upload-note.js';
import { chosenRow } from './upload-row.js';
import { chosenFile, fileSender, isUnderWay } from './upload-sending.js';
import { uploadTexts as texts } from './upload-words.js';
import { dayOf, when } from './words.js';

/**
 * @typedef {import('./upload-link.js').Wanted} Wanted
 * @typedef {import('./upload-link.js').Item} Item
 * @typedef {import('./upload-sending.js').Chosen} Chosen
 */

/** What the server said last. @type {Wanted | null} */
let wanted = null;
/** What was chosen here and has not arrived. @type {Map<Chosen, ReturnType<typeof chosenRow>>} */
const rows = new Map();
/** @type {Map<string, import('./upload-item.js').Card>} */
const cards = new Map();

/** A screen reader says it when it changes. */
const missing = h('div', { role: 'status' });
/** What is seen at a file, for those who hear the page: the regions at its top would move what others are reading. */
const spoken = h('p', { role: 'status', class: 'unseen' });
const words = uploadWords();
const send = h('button', { type: 'button', class: 'primary', click: sendAll });
const underWay = h('p', { class: 'soft' });
const sendBar = h('div', { class: 'send-bar' }, send, underWay);

const sender = fileSender({
  changed(one) {
    rows.get(one)?.draw();
    if (one.state === 'paused') announce(spoken, texts.lost);
    if (one.state === 'failed') announceFault(one);
    drawSending();
  },
  async arrived(one) {
    take(one);
    announce(spoken, texts.arrived(one.file.name));
    await refresh();
  },
  ended: showEnd,
  idle: () => void refresh(),
  uploadsOf: (itemId) => (itemOf(itemId)?.uploads ?? []).map(({ id }) => id),
});

/** @param {string} itemId */
const itemOf = (itemId) => wanted?.request.items.find(({ id }) => id === itemId);

/** @param {Chosen} one */
const announceFault = ({ file, fault }) => announce(spoken, `${file.name}: ${fault}`);

/** Why a file cannot be sent now. What was refused takes no place of what an item may have. @param {Item} item @param {File} file */
const faultNow = (item, file) =>
  faultOf(
    item,
    file,
    [...rows.keys()].filter(
      ({ itemId, state, file: other }) =>
        itemId === item.id && other !== file && state !== 'refused' && state !== 'failed',
    ).length,
  );

/** @param {Item} item @param {readonly File[]} files */
function add(item, files) {
  for (const file of files) {
    const now = itemOf(item.id) ?? item;
    const one = chosenFile(file, item.id, faultNow(now, file));
    const row = chosenRow(one, { remove, send: again, stop: sender.stop, hurry: sender.hurry });
    rows.set(one, row);
    cards.get(item.id)?.chosen.append(row.element);
    if (one.state === 'refused') announceFault(one);
  }
  drawSending();
}

/** Sends a file once more, if there is still room for it. @param {Chosen} one */
function again(one) {
  const item = itemOf(one.itemId);
  const fault = item === undefined ? '' : faultNow(item, one.file);
  if (one.state === 'refused') one.words = words.given();
  if (fault === '') return sender.add(one);
  one.fault = fault;
  rows.get(one)?.draw();
  announceFault(one);
}

/** The focus stays near what has gone. @param {Chosen} one */
function remove(one) {
  take(one);
  cards.get(one.itemId)?.heading.focus();
  drawSending();
}

/** @param {Chosen} one */
function take(one) {
  const row = rows.get(one);
  const hadFocus = row?.element.contains(document.activeElement);
  rows.delete(one);
  row?.element.remove();
  if (hadFocus) cards.get(one.itemId)?.heading.focus();
}

function sendAll() {
  const ready = [...rows.keys()].filter(({ state }) => state === 'chosen');
  for (const one of ready) sender.add(Object.assign(one, { words: words.given() }));
}

/** The button says how much it sends, and is not there while there is nothing to press it for. */
function drawSending() {
  const all = [...rows.keys()];
  const count = all.filter(({ state }) => state === 'chosen').length;
  send.textContent = texts.send(Math.max(count, 1));
  send.hidden = count === 0;
  const moving = all.filter(isUnderWay).length;
  underWay.hidden = moving === 0;
  underWay.textContent = texts.underWay(moving);
  sendBar.hidden = count + moving === 0;
  words.element.hidden = count === 0;
}

/** Asks the server what it has now, while the page stays as it is. */
async function refresh() {
  try {
    draw(await wantedFiles());
  } catch (error) {
    // Without a connection the page goes on with what it knows.
    if (isDead(error)) showEnd(error);
  }
}

/** @param {Wanted} next */
function draw(next) {
  const isNew = wanted === null || stageOf(next) !== stageOf(wanted) || !hasSameItems(next, wanted);
  // Whoever is in the midst of sending is not called to the top of the page.
  const isBusy = [...rows.keys()].some(isUnderWay);
  const later = isNew && isBusy && wanted !== null && hasSameItems(next, wanted);
  if (later && wanted !== null)
    wanted = { ...next, request: { ...next.request, status: wanted.request.status } };
  else wanted = next;
  if (isNew && !later) drawWhole(next);
  for (const item of next.request.items) cards.get(item.id)?.draw(item);
  drawMissing(next);
  drawSending();
}

/** @param {Wanted} of */
const stageOf = ({ request: { status, closed } }) =>
  status === 'completed' ? status : closed ? 'closed' : status === 'submitted' ? status : 'open';

/** @param {Wanted} one @param {Wanted} other */
const hasSameItems = (one, other) =>
  one.request.items.map(({ id }) => id).join() === other.request.items.map(({ id }) => id).join();

/** @param {Wanted} next */
function drawWhole(next) {
  const { request, sender: who } = next;
  const isClosed = request.closed;
  cards.clear();
  for (const item of request.items) cards.set(item.id, itemCard(item, { add, isClosed }));
  for (const [one, { element }] of rows) cards.get(one.itemId)?.chosen.append(element);
  const [heading, ...lead] = headOf(next);
  show(
    heading,
    ...lead.map((text) => h('p', {}, text)),
    request.message !== null &&
      stageOf(next) === 'open' &&
      h('p', { class: 'words', dir: 'auto' }, request.message),
    !isClosed &&
      facts([
        ...(request.dueOn === null
          ? []
          : [/** @type {const} */ ([texts.due, dayOf(`${request.dueOn}T12:00`)])]),
        [texts.until, when(request.expiresAt)],
      ]),
    !isClosed && missing,
    [...cards.values()].map(({ element }) => element),
    !isClosed && words.element,
    !isClosed && sendBar,
    spoken,
    isClosed && request.status !== 'completed' && h('p', {}, texts.closedLead(who.displayName)),
  );
}

/** The heading, and the lines below it. @param {Wanted} of @returns {[string, ...string[]]} */
function headOf({ request, workspace, sender: { displayName } }) {
  if (request.status === 'completed') return [texts.completed, texts.completedLead(displayName)];
  if (request.closed) return [texts.closed];
  if (request.status === 'submitted')
    return [texts.received, texts.receivedLead(displayName), texts.receivedMore];
  return [request.title, texts.asks(displayName, workspace.name)];
}

/** What is still to be sent, each with the way to it. @param {Wanted} of */
function drawMissing({ request: { items, status } }) {
  const lacking = items.filter(
    ({ required, status: each }) => required && (each === 'open' || each === 'rejected'),
  );
  const lead =
    lacking.length > 0
      ? texts.missing(lacking.length)
      : status === 'submitted' || items.some(({ required }) => required)
        ? ''
        : texts.nothingRequired;
  const shown = [lead, ...lacking.map((item) => item.id + item.status)].join();
  if (missing.dataset.shown === shown) return;
  missing.dataset.shown = shown;
  missing.replaceChildren(
    ...(lead === '' ? [] : [h('p', {}, lead)]),
    ...(lacking.length === 0
      ? []
      : [
          h(
            'ul',
            {},
            lacking.map((item) => h('li', {}, linkTo(item))),
          ),
        ]),
  );
}

/** @param {Item} item */
const linkTo = (item) =>
  h(
    'a',
    { href: `#${placeOf(item)}`, dir: 'auto' },
    item.status === 'rejected' ? texts.again(item.name) : item.name,
  );

/** @param {unknown} error */
function showEnd(error) {
  rows.clear();
  showDeadLink(error, h('p', {}, texts.gone(wanted?.sender.displayName ?? '')));
}

/** A check that takes its time ends while the page is open. */
async function watchChecks() {
  for (;;) {
    await pause(10);
    if (wanted?.request.items.some(({ uploads }) => uploads.some(({ status }) => status === 'scanning')))
      await refresh();
  }
}

// What is dropped beside the places for it must not take the place of the page.
for (const name of ['dragover', 'drop']) addEventListener(name, (event) => event.preventDefault());
addEventListener('beforeunload', (event) => {
  if ([...rows.keys()].some(({ state }) => state !== 'refused')) event.preventDefault();
});

async function open() {
  if (!hasToken) return showIncompleteLink();
  try {
    draw(await wantedFiles());
    void watchChecks();
  } catch (error) {
    if (isDead(error)) return showEnd(error);
    show(texts.title);
    showFailure(error);
  }
}
await open();
