import { ApiError, actIn, call } from './api.js';
import { h } from './dom.js';
import { showFailure } from './failures.js';
import {
  endSection,
  lockSection,
  peopleSection,
  turnedAwaySection,
  waitingSection,
} from './hosting-sections.js';
import { hostingTexts as texts } from './hosting-words.js';
import { pause } from './pause.js';

/** Who waits is asked every time; who is in only every third time, and when their number has changed. */
const seconds = 3;
const peopleEvery = 3;

/**
 * What those who run a meeting see and do in its room (MTG-107): who waits, who is in, letting in, turning away, removing,
 * locking and ending. It asks in the name of whoever is signed in on this page.
 * @param {object} of
 * @param {string} of.workspaceId of the meeting
 * @param {string} of.sessionId
 * @param {string} of.ownId the admission of this page
 * @param {() => string | undefined} of.provider of sound and picture
 * @param {() => void} of.hasEnded
 */
export function roomHosting({ workspaceId, sessionId, ownId, provider, hasEnded }) {
  const path = /** @type {const} */ (`/meetings/sessions/${encodeURIComponent(sessionId)}`);
  let isClosed = false;
  let presentCount = -1;
  /** @param {`${string} /${string}`} line @param {object} [body] */
  const ask = async (line, body) => {
    await actIn(workspaceId);
    return call(line, body);
  };

  /** @type {import('./hosting-sections.js').Hosting} */
  const hosting = {
    ownId,
    provider,
    async change(way, body) {
      try {
        return await ask(`POST ${path}${way}`, body);
      } finally {
        // Also after a refusal: somebody else may have changed something meanwhile.
        void refresh(true).catch(() => undefined);
      }
    },
    async end() {
      await ask(`POST ${path}/end`, {});
      hasEnded();
    },
  };
  const waiting = waitingSection(hosting);
  const people = peopleSection(hosting);
  const away = turnedAwaySection(hosting, () => void refresh(true).catch(() => undefined));
  const lock = lockSection(hosting);
  const end = endSection(hosting);
  people.element.append(away.element, lock.element);

  /** @param {'waiting' | 'admitted' | 'denied' | 'removed'} status @param {number} limit */
  const list = (status, limit) => ask(`GET ${path}/admissions?status=${status}&limit=${limit}`);
  const keptOut = () => Promise.all([list('denied', 100), list('removed', 100)]);
  /** @param {boolean} withPeople */
  const look = async (withPeople) => {
    const { admissions, session } = await list('waiting', 100);
    if (isClosed) return;
    if (session.status !== 'live') return hasEnded();
    waiting.draw(admissions, session);
    lock.draw(session);
    if (!withPeople && session.presentCount === presentCount) return;
    const there = await list('admitted', 200);
    const outside = away.element.open ? await keptOut() : null;
    if (isClosed) return;
    presentCount = session.presentCount;
    people.draw(there.admissions, there.session);
    if (outside === null) return;
    const now = Math.max(...there.admissions.map(seenAt));
    away.draw(
      outside.flatMap((page) => page.admissions),
      now,
    );
  };
  /** One after the other, so that an older answer is never drawn over a newer one. @type {Promise<unknown>} */
  let looking = Promise.resolve();
  /** @param {boolean} withPeople @returns {Promise<unknown>} */
  const refresh = (withPeople) => {
    const next = looking.then(() => (isClosed ? undefined : look(withPeople)));
    looking = next.catch(() => undefined);
    return next;
  };

  /** Nothing can be done from here any more. @param {string} why */
  const giveUp = (why) => {
    isClosed = true;
    waiting.element.replaceChildren(h('p', { role: 'status' }, why));
    people.element.remove();
    end.remove();
  };
  const follow = async () => {
    let hasHosted = false;
    for (let turn = 0; !isClosed; turn += 1) {
      let longer = 0;
      try {
        await refresh(turn % peopleEvery === 0);
        hasHosted = true;
      } catch (error) {
        if (isClosed) return;
        if (!(error instanceof ApiError)) return showFailure(error);
        const why = reasonToStop(error.code, hasHosted);
        if (why !== null) return giveUp(why);
        longer = error.retryAfterSeconds ?? 0;
      }
      await pause(seconds + longer);
    }
  };
  void follow();

  return {
    waiting: waiting.element,
    people: people.element,
    end,
    close() {
      isClosed = true;
    },
  };
}

/** This page is in the list too, and was seen a moment ago. @param {import('./admission-rows.js').Admission} admission */
const seenAt = ({ lastSeenAt }) => Date.parse(lastSeenAt);

/** Why nothing more can be done from this page; null if it is worth another try. @param {string} code @param {boolean} hasHosted */
function reasonToStop(code, hasHosted) {
  // A guest of the workspace can be co-host too, without its controls.
  if (code === 'permission.denied') return hasHosted ? texts.noLonger : texts.membersOnly;
  if (code === 'occurrence.not_found') return texts.noLonger;
  return code.startsWith('auth.') ? texts.signedOut : null;
}
