import { button } from './actions.js';
import { admissionRows } from './admission-rows.js';
import { announce, h } from './dom.js';
import { hostingTexts as texts } from './hosting-words.js';

/**
 * @typedef {import('./admission-rows.js').Admission} Admission
 * @typedef {{ status: string, locked: boolean, presentCount: number, waitingCount: number }} Session
 * @typedef {object} Hosting what the sections of the page of a host share
 * @property {string} ownId the admission of this page
 * @property {() => string | undefined} provider of sound and picture
 * @property {(way: `/${string}`, body: object) => Promise<any>} change something of the session, then draw it anew
 * @property {() => Promise<unknown>} end the session
 */

/** A heading that takes the focus when what had it has gone. @param {string} id @param {string} text */
const headingOf = (id, text) => h('h2', { id, tabindex: '-1' }, text);

/** @param {Hosting} hosting @param {Admission} admission @param {'admit' | 'deny' | 'remove'} decision */
const decide = ({ change }, { id }, decision) => change(`/admissions/${id}/decision`, { decision });

/**
 * A button in somebody's row, which says whom it is about to those who do not see the row.
 * @param {string} label
 * @param {Admission} admission
 * @param {() => Promise<unknown> | void} act
 * @param {string} [kind]
 */
function rowButton(label, { person }, act, kind = '') {
  const made = button(label, act, `small ${kind}`);
  made.setAttribute('aria-label', `${label}: ${person.displayName}`);
  return made;
}

/** @param {Hosting} hosting @param {Admission} admission */
const admitting = (hosting, admission) =>
  rowButton(texts.admit, admission, () => decide(hosting, admission, 'admit'), 'primary');

/** Who waits, and letting in or turning away. @param {Hosting} hosting */
export function waitingSection(hosting) {
  const heading = headingOf('waiting-room', texts.waiting);
  const line = h('p', { class: 'soft', role: 'status' });
  const rows = admissionRows(heading, hosting.ownId, (admission, place) => {
    const deny = rowButton(texts.deny, admission, () => decide(hosting, admission, 'deny'));
    place.append(admitting(hosting, admission), deny);
  });
  const everybody = button(texts.admitAll, () => hosting.change('/admissions/admit-all', {}), 'small');
  return {
    element: h('section', { class: 'hosting' }, heading, line, rows.element, everybody),
    /** @param {readonly Admission[]} waiting @param {Session} session */
    draw(waiting, { waitingCount }) {
      rows.draw(waiting);
      announce(line, texts.knocks(waitingCount));
      everybody.hidden = waitingCount < 2;
      // Whoever runs the meeting may look at another tab meanwhile.
      const title = document.title.replace(/^\(\d+\) /, '');
      document.title = waitingCount > 0 ? `(${waitingCount}) ${title}` : title;
    },
  };
}

/** Who is in, and removing. @param {Hosting} hosting */
export function peopleSection(hosting) {
  const heading = headingOf('people-in-the-room', '');
  const told = h('p', { class: 'soft', role: 'status' });
  const more = h('p', { class: 'soft' });
  const rows = admissionRows(heading, hosting.ownId, (admission, place) => {
    if (admission.role === 'host' || admission.id === hosting.ownId) return;
    askedTwice(place, {
      ask: (act) => rowButton(texts.remove, admission, act),
      sure: (act) => rowButton(texts.removeNow, admission, act, 'danger'),
      keep: (act) => rowButton(texts.keep, admission, act),
      async run() {
        await decide(hosting, admission, 'remove');
        announce(told, texts.removed(admission.person.displayName, hosting.provider()));
      },
    });
  });
  return {
    element: h('section', { class: 'hosting' }, heading, rows.element, more, told),
    /** @param {readonly Admission[]} there @param {Session} session */
    draw(there, { presentCount }) {
      const unlisted = Math.max(0, presentCount - there.length);
      announce(heading, texts.people(there.length + unlisted));
      rows.draw(there);
      announce(more, unlisted === 0 ? '' : texts.more(unlisted));
    },
  };
}

/** Who is kept out, asked only while it is open: somebody removed by mistake is let in again here. @param {Hosting} hosting @param {() => void} opened */
export function turnedAwaySection(hosting, opened) {
  const heading = h('summary', { id: 'turned-away' }, texts.away);
  const rows = admissionRows(heading, hosting.ownId, (admission, place) => {
    if (!admission.isGone) place.append(admitting(hosting, admission));
  });
  const nobody = h('p', { class: 'soft' });
  const element = h('details', {}, heading, nobody, rows.element);
  element.addEventListener('toggle', () => element.open && opened());
  return {
    element,
    /** @param {readonly Admission[]} outside @param {number} now the time by the clock of the server */
    draw(outside, now) {
      announce(nobody, outside.length === 0 ? texts.nobodyAway : '');
      rows.draw(outside.map((admission) => ({ ...admission, isGone: isSilent(admission, now) })));
    },
  };
}

/** An open page asks every ten seconds, in the background once a minute. @param {Admission} admission @param {number} now */
const isSilent = ({ lastSeenAt }, now) => now - Date.parse(lastSeenAt) > 90_000;

/** @param {Hosting} hosting */
export function lockSection({ change }) {
  let isLocked = false;
  const line = h('p', { class: 'soft', role: 'status' });
  const turn = button(texts.lock, () => change('/lock', { locked: !isLocked }));
  return {
    element: h('div', { class: 'hosting-lock' }, turn, line),
    /** @param {Session} session */
    draw({ locked }) {
      isLocked = locked;
      announce(turn, locked ? texts.unlock : texts.lock);
      announce(line, locked ? texts.isLocked : '');
    },
  };
}

/** Ending for everybody. @param {Hosting} hosting */
export function endSection({ provider, end }) {
  const element = h('div', { class: 'ways' });
  const lead = () => (provider() === 'jitsi' ? `${texts.endLead} ${texts.endJitsi}` : texts.endLead);
  askedTwice(element, {
    ask: (act) => button(texts.end, act, 'danger'),
    lead: () => h('p', { class: 'asked' }, lead()),
    sure: (act) => button(texts.endNow, act, 'danger'),
    keep: (act) => button(texts.goOn, act, 'quiet'),
    run: end,
  });
  return element;
}

/**
 * What cannot be taken back is asked a second time, in the same place.
 * @param {HTMLElement} place
 * @param {object} of
 * @param {(act: () => void) => HTMLButtonElement} of.ask
 * @param {() => HTMLElement} [of.lead] what it means
 * @param {(act: () => Promise<unknown>) => HTMLButtonElement} of.sure
 * @param {(act: () => void) => HTMLButtonElement} of.keep
 * @param {() => Promise<unknown>} of.run
 */
function askedTwice(place, { ask, lead, sure, keep, run }) {
  const asking = ask(() => {
    const confirming = sure(run);
    place.replaceChildren(...(lead === undefined ? [] : [lead()]), confirming, keeping);
    confirming.focus();
  });
  const keeping = keep(() => {
    place.replaceChildren(asking);
    asking.focus();
  });
  place.replaceChildren(asking);
}
