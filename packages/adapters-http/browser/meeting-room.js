import { button } from './actions.js';
import { ApiError, call, callLast } from './api.js';
import { conferencePlace } from './conference.js';
import { announce, h, show } from './dom.js';
import { showFailure } from './failures.js';
import { inLanguage } from './words.js';

/**
 * @typedef {import('./conference.js').Conference} Conference
 * @typedef {{ admission: { status: string, waitReason: string | null, person: { displayName: string } }, conference: Conference | null, meeting?: { title: string | null, hostPresent: boolean } }} Standing
 * @typedef {object} Room
 * @property {string} title
 * @property {string} token of the admission
 * @property {Standing} first how it stands now
 * @property {() => Promise<unknown> | void} again asks to enter once more
 * @property {() => Promise<unknown> | void} back to the step before
 */

const texts = inLanguage({
  en: {
    waiting: 'Please wait',
    keepOpen: 'Keep this page open: it goes on by itself.',
    reasons: /** @type {Record<string, string>} */ ({
      not_started: 'The meeting has not started yet. You come in when the host starts it.',
      policy: 'Somebody in the meeting will let you in soon.',
      invitation_policy: 'Somebody in the meeting will let you in soon.',
      removed_before: 'Somebody in the meeting decides whether you can come in.',
      full: 'Every place is taken. Somebody in the meeting lets you in when one is free.',
    }),
    noHost: 'The host is not here at the moment.',
    offline: 'The connection is interrupted. This page tries again by itself.',
    in: 'You are in',
    inLead: (/** @type {string} */ title, /** @type {string} */ name) => `${name} is in “${title}”.`,
    keepIn: 'Keep this page open while you take part; it tells the others that you are there.',
    leave: 'Leave',
    left: 'You have left',
    leftLead: 'You can come back while the meeting lasts.',
    denied: 'You were not let in',
    deniedLead: 'Somebody in the meeting declined your request.',
    removed: 'You were removed from the meeting',
    removedLead: 'If this was a mistake, ask to enter again; somebody in the meeting decides.',
    again: 'Ask to enter again',
    enterAgain: 'Enter again',
    over: 'The meeting has ended',
    overLead: 'You can close this page.',
    back: 'Back',
  },
  de: {
    waiting: 'Bitte warten',
    keepOpen: 'Lassen Sie diese Seite offen: Es geht von selbst weiter.',
    reasons: /** @type {Record<string, string>} */ ({
      not_started: 'Der Termin hat noch nicht begonnen. Sie treten ein, sobald er gestartet wird.',
      policy: 'Jemand im Termin lässt Sie gleich ein.',
      invitation_policy: 'Jemand im Termin lässt Sie gleich ein.',
      removed_before: 'Jemand im Termin entscheidet, ob Sie eintreten können.',
      full: 'Alle Plätze sind besetzt. Jemand im Termin lässt Sie ein, sobald einer frei wird.',
    }),
    noHost: 'Wer den Termin leitet, ist gerade nicht da.',
    offline: 'Die Verbindung ist unterbrochen. Diese Seite versucht es von selbst weiter.',
    in: 'Sie sind drin',
    inLead: (/** @type {string} */ title, /** @type {string} */ name) => `${name} ist bei „${title}“ dabei.`,
    keepIn: 'Lassen Sie diese Seite offen, solange Sie teilnehmen; so sehen die anderen, dass Sie da sind.',
    leave: 'Verlassen',
    left: 'Sie haben den Termin verlassen',
    leftLead: 'Solange er läuft, können Sie zurückkommen.',
    denied: 'Sie wurden nicht eingelassen',
    deniedLead: 'Jemand im Termin hat Ihre Anfrage abgelehnt.',
    removed: 'Sie wurden aus dem Termin entfernt',
    removedLead: 'War das ein Versehen, bitten Sie erneut um Einlass; jemand im Termin entscheidet.',
    again: 'Erneut um Einlass bitten',
    enterAgain: 'Wieder eintreten',
    over: 'Der Termin ist zu Ende',
    overLead: 'Sie können diese Seite schließen.',
    back: 'Zurück',
  },
});

/** One admission takes twelve questions a minute; a place in the room is kept for 90 seconds without a word. */
const seconds = { waiting: 6, admitted: 10 };

/** What this page shows of a room at the moment; a later room, or leaving, ends the earlier one. @type {string | null} */
let present = null;
addEventListener('pagehide', () => {
  if (present !== null) callLast(`POST /meetings/admissions/${present}/leave`);
});

/**
 * The waiting room and the room, from asking to leaving.
 * @param {Room} room
 */
export function showRoom(room) {
  const { token, first } = room;
  const path = /** @type {const} */ (`/meetings/admissions/${encodeURIComponent(token)}`);
  let isOver = false;
  let shown = '';
  const line = h('p', { role: 'status' });
  const media = conferencePlace();

  /** Nothing of this room is asked or shown any more. @param {string} heading @param {string} lead @param {...import('./dom.js').Child} ways */
  const end = (heading, lead, ...ways) => {
    isOver = true;
    present = null;
    media.take(null);
    show(heading, h('p', {}, lead), h('div', { class: 'ways' }, ways));
  };
  const leave = button(texts.leave, async () => {
    isOver = true;
    try {
      await call(`POST ${path}/leave`, {});
    } catch (error) {
      if (!isGone(error)) {
        isOver = false;
        void follow();
        throw error;
      }
    }
    end(
      texts.left,
      texts.leftLead,
      button(texts.enterAgain, room.again),
      button(texts.back, room.back, 'quiet'),
    );
  });

  /** @param {Standing} standing */
  const draw = ({ admission, conference, meeting }) => {
    const { status, waitReason, person } = admission;
    const isWaiting = status === 'waiting' || status === 'waiting_for_host' || status === 'expired';
    const step = isWaiting ? 'waiting' : status;
    if (status === 'denied')
      return end(
        texts.denied,
        texts.deniedLead,
        button(texts.again, room.again),
        button(texts.back, room.back, 'quiet'),
      );
    if (status === 'removed') return end(texts.removed, texts.removedLead, button(texts.again, room.again));
    if (status === 'left') return end(texts.left, texts.leftLead, button(texts.enterAgain, room.again));

    present = isWaiting ? null : token;
    const reason = texts.reasons[waitReason ?? 'policy'] ?? '';
    const noHost = meeting?.hostPresent === false && waitReason !== 'not_started';
    announce(
      line,
      isWaiting
        ? `${reason}${noHost ? ` ${texts.noHost}` : ''}`
        : texts.inLead(meeting?.title ?? room.title, person.displayName),
    );
    media.take(conference);
    if (step === shown) return;
    shown = step;
    if (isWaiting) show(texts.waiting, line, h('p', { class: 'soft' }, texts.keepOpen), ways());
    else show(texts.in, line, media.element, h('p', { class: 'soft' }, texts.keepIn), ways());
  };
  const ways = () => h('div', { class: 'ways' }, leave);

  const follow = async () => {
    while (!isOver) {
      await pause(shown === 'waiting' ? seconds.waiting : seconds.admitted);
      if (isOver) return;
      try {
        const standing = await call(`GET ${path}`);
        if (!isOver) draw(standing);
      } catch (error) {
        if (isOver) return;
        if (isGone(error)) return end(texts.over, texts.overLead, button(texts.back, room.back, 'quiet'));
        if (!(error instanceof ApiError)) return showFailure(error);
        announce(line, texts.offline);
        await pause(error.retryAfterSeconds ?? 0);
      }
    }
  };

  draw(first);
  void follow();
}

/** @param {unknown} error */
const isGone = (error) =>
  error instanceof ApiError && (error.code === 'link.gone' || error.code === 'admission.not_found');

/** @param {number} length in seconds */
const pause = (length) => new Promise((resolve) => setTimeout(resolve, length * 1000));
