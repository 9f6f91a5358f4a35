import { button } from './actions.js';
import { ApiError, call, callLast } from './api.js';
import { conferencePlace } from './conference.js';
import { announce, h, show } from './dom.js';
import { showFailure } from './failures.js';
import { hostingTexts } from './hosting-words.js';
import { pause } from './pause.js';
import { roomHosting } from './room-hosting.js';
import { inLanguage } from './words.js';

/**
 * @typedef {import('./conference.js').Conference} Conference
 * @typedef {{ id: string, workspaceId: string, sessionId: string, identity: string, role: string, status: string, waitReason: string | null, person: { displayName: string } }} OwnAdmission
 * @typedef {{ admission: OwnAdmission, conference: Conference | null, meeting?: { title: string | null, hostPresent: boolean } }} Standing
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
      locked: 'The meeting is locked. Somebody in it decides whether you can come in.',
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
      locked: 'Der Termin ist gesperrt. Jemand darin entscheidet, ob Sie eintreten können.',
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

/**
 * Whoever waits sees within five seconds what became of it (MTG-107); one admission takes twenty questions a minute. A place
 * in the room is kept for 90 seconds without a word.
 */
const seconds = { waiting: 4, admitted: 10 };

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
  /** @type {ReturnType<typeof roomHosting> | null} */
  let hosting = null;
  /** @type {string | undefined} */
  let provider;

  /** Nothing of this room is asked or shown any more. @param {string} heading @param {string} lead @param {...import('./dom.js').Child} ways */
  const end = (heading, lead, ...ways) => {
    isOver = true;
    present = null;
    media.take(null);
    hosting?.close();
    show(heading, h('p', {}, lead), h('div', { class: 'ways' }, ways));
  };
  /** Goes on elsewhere; if that fails, this room goes on. @param {string} label @param {() => Promise<unknown> | void} go @param {string} [kind] */
  const away = (label, go, kind) =>
    button(
      label,
      async () => {
        isOver = true;
        try {
          await go();
        } catch (error) {
          isOver = false;
          void follow();
          throw error;
        }
      },
      kind,
    );
  const backWay = () => away(texts.back, room.back, 'quiet');
  const leave = away(texts.leave, async () => {
    try {
      await call(`POST ${path}/leave`, {});
    } catch (error) {
      if (!isGone(error)) throw error;
    }
    end(texts.left, texts.leftLead, away(texts.enterAgain, room.again), backWay());
  });
  const hasEnded = () => end(texts.over, texts.overLead, backWay());

  /** @param {Standing} standing */
  const draw = ({ admission, conference, meeting }) => {
    const { status, waitReason, person } = admission;
    if (status === 'left') return end(texts.left, texts.leftLead, away(texts.enterAgain, room.again));
    const step = stepOf(admission);
    const isWaiting = step === 'waiting';
    const isOutside = step === 'denied' || step === 'removed';
    present = isWaiting || isOutside ? null : token;
    const reason = texts.reasons[waitReason ?? 'policy'] ?? '';
    const noHost = meeting?.hostPresent === false && waitReason !== 'not_started';
    const lead = {
      waiting: `${reason}${noHost ? ` ${texts.noHost}` : ''}`,
      denied: texts.deniedLead,
      removed: texts.removedLead,
      in: texts.inLead(meeting?.title ?? room.title, person.displayName),
    };
    announce(line, lead[step === 'hosting' ? 'in' : step]);
    media.take(conference);
    provider = conference?.provider;
    const runsAsGuest = step === 'in' && isHost(admission);
    const next = runsAsGuest ? 'in as a host' : step;
    if (next === shown) return;
    shown = next;
    hosting?.close();
    hosting = step === 'hosting' ? host(admission) : null;
    // Whoever was turned away stays within reach: a host may let them in after all.
    const onward = isOutside ? [away(texts.again, room.again), backWay()] : [leave, hosting?.end];
    const ways = h('div', { class: isOutside ? 'ways' : 'ways side' }, onward);
    if (isOutside) return show(texts[step], line, ways);
    const aside = h('p', { class: 'soft' }, isWaiting ? texts.keepOpen : texts.keepIn);
    if (isWaiting) return show(texts.waiting, line, aside, ways);
    const without = runsAsGuest && h('p', {}, hostingTexts.membersOnly);
    show(texts.in, line, without, hosting?.waiting, media.element, hosting?.people, aside, ways);
  };
  /** @param {OwnAdmission} admission */
  const host = ({ id: ownId, workspaceId, sessionId }) =>
    roomHosting({ workspaceId, sessionId, ownId, provider: () => provider, hasEnded });

  let follower = 0;
  const follow = async () => {
    follower += 1;
    const mine = follower;
    const isStopped = () => isOver || mine !== follower;
    while (!isStopped()) {
      await pause(shown === 'waiting' ? seconds.waiting : seconds.admitted);
      if (isStopped()) return;
      try {
        const standing = await call(`GET ${path}`);
        if (!isStopped()) draw(standing);
      } catch (error) {
        if (isStopped()) return;
        if (isGone(error)) return hasEnded();
        if (!(error instanceof ApiError)) return showFailure(error);
        announce(line, texts.offline);
        await pause(error.retryAfterSeconds ?? 0);
      }
    }
  };

  draw(first);
  void follow();
}

/** @param {OwnAdmission} admission @returns {'waiting' | 'denied' | 'removed' | 'hosting' | 'in'} */
function stepOf(admission) {
  const { status } = admission;
  if (status === 'waiting' || status === 'waiting_for_host' || status === 'expired') return 'waiting';
  if (status === 'denied' || status === 'removed') return status;
  return mayHost(admission) ? 'hosting' : 'in';
}

/** @param {OwnAdmission} admission */
const isHost = ({ role }) => role === 'host' || role === 'co_host';

/** Whoever runs the meeting, and came as a member: the API takes no decisions from the holder of a mere link. @param {OwnAdmission} admission */
const mayHost = (admission) => admission.identity === 'member' && isHost(admission);

/** @param {unknown} error */
const isGone = (error) =>
  error instanceof ApiError && (error.code === 'link.gone' || error.code === 'admission.not_found');
