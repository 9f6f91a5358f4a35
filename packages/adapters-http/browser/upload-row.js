import { h } from './dom.js';
import { isUnderWay } from './upload-sending.js';
import { uploadTexts as texts } from './upload-words.js';
import { language, sizeOf } from './words.js';

/**
 * A file that was chosen here, with what can be done about it.
 * @typedef {import('./upload-sending.js').Chosen} Chosen
 * @typedef {object} Acts
 * @property {(one: Chosen) => void} remove
 * @property {(one: Chosen) => void} send
 * @property {(one: Chosen) => void} stop
 * @property {() => void} hurry
 */

/** @param {Chosen} one @param {Acts} acts */
export function chosenRow(one, acts) {
  const { name, size } = one.file;
  const bar = h('progress', { max: 100, 'aria-label': texts.progress(name) });
  const told = h('p', { class: 'file-state' });
  const buttons = h('div', { class: 'pair' });
  const element = h('li', {}, fileName(name, size), bar, told, buttons);
  let shown = '';

  function draw() {
    bar.hidden = !['sending', 'checking'].includes(one.state);
    if (one.state === 'checking') bar.removeAttribute('value');
    else bar.value = one.percent;
    told.textContent = wordsFor(one);
    told.className = one.fault === '' ? 'file-state' : 'file-state bad';
    if (shown === actsFor(one)) return;
    shown = actsFor(one);
    const hadFocus = buttons.contains(document.activeElement);
    buttons.replaceChildren(...buttonsFor(one, acts));
    if (hadFocus) buttons.querySelector('button')?.focus();
  }
  draw();
  return { element, draw };
}

/** Which buttons there are, so that none is made anew while a finger is on it. @param {Chosen} one */
const actsFor = (one) =>
  one.state === 'paused' || one.state === 'busy' ? 'hurry' : isUnderWay(one) ? 'stop' : one.state;

/** @param {Chosen} one @param {Acts} acts */
function buttonsFor(one, { remove, send, stop, hurry }) {
  /** @param {string} label @param {(one: Chosen) => void} act */
  const made = (label, act) =>
    h(
      'button',
      {
        type: 'button',
        class: 'small',
        'aria-label': texts.ofFile(label, one.file.name),
        click: () => act(one),
      },
      label,
    );
  const isWaiting = one.state === 'paused' || one.state === 'busy';
  if (isUnderWay(one))
    return [isWaiting && made(texts.now, hurry), made(texts.cancel, stop)].filter((each) => each !== false);
  const mayFit = one.state === 'refused' && one.fault === texts.refused.full;
  if (one.state === 'stopped' || one.state === 'failed' || mayFit)
    return [made(texts.retry, send), made(texts.remove, remove)];
  return [made(texts.remove, remove)];
}

/** @param {Chosen} one */
function wordsFor({ state, fault, percent, resumesAt }) {
  if (state === 'refused' || state === 'failed') return fault;
  if (state === 'sending') return texts.states.sending(percent);
  if (state === 'busy') return texts.states.busy(timeOf(resumesAt ?? new Date()));
  return texts.states[state];
}

/** @param {Date} instant */
const timeOf = (instant) =>
  new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', { timeStyle: 'medium' }).format(instant);

/** A file that has arrived. @param {import('./upload-link.js').Upload} upload */
export const arrivedRow = ({ fileName: name, sizeBytes, status, reviewReason }) =>
  h(
    'li',
    {},
    fileName(name, sizeBytes),
    h(
      'p',
      {
        class: `file-state ${['rejected', 'quarantined'].includes(status) ? 'bad' : 'good'}`,
        dir: 'auto',
      },
      status === 'rejected' && reviewReason !== null ? texts.because(reviewReason) : texts.uploads[status],
    ),
  );

/** @param {string} name @param {number} bytes */
const fileName = (name, bytes) =>
  h('p', { class: 'file-name' }, h('bdi', {}, name), ' ', h('span', { class: 'soft' }, sizeOf(bytes)));
