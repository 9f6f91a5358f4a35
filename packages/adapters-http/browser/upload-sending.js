import { ApiError } from './api.js';
import { isDead } from './dead-link.js';
import { sentenceOf } from './failures.js';
import { pause } from './pause.js';
import { sha256 } from './sha256.js';
import { sendWanted, wantedFiles } from './upload-link.js';
import { uploadTexts as texts } from './upload-words.js';

/**
 * A file that somebody has chosen, until it has arrived.
 * @typedef {'refused' | 'chosen' | 'waiting' | 'sending' | 'checking' | 'paused' | 'busy' | 'stopped' | 'failed'} State
 * @typedef {{ uploaderName?: string, note?: string }} Words what goes with it
 * @typedef {object} Chosen
 * @property {File} file
 * @property {string} itemId
 * @property {State} state
 * @property {string} fault why it is refused or has failed
 * @property {number} percent of it that has left
 * @property {Date | null} resumesAt when a busy server is asked again
 * @property {Words} words
 * @property {Attempts | null} attempts
 * @typedef {object} Attempts
 * @property {string} key by which the server knows a repetition
 * @property {boolean} isUncertain it was sent without an answer, so that it may have arrived all the same
 * @property {ReadonlySet<string>} before the uploads that were there before
 * @property {string} digest
 */

/** @param {File} file @param {string} itemId @param {string} fault @returns {Chosen} */
export const chosenFile = (file, itemId, fault) => ({
  file,
  itemId,
  state: fault === '' ? 'chosen' : 'refused',
  fault,
  percent: 0,
  resumesAt: null,
  words: {},
  attempts: null,
});

/** Whether it is on its way or about to be. @param {Chosen} one */
export const isUnderWay = ({ state }) => ['waiting', 'sending', 'checking', 'paused', 'busy'].includes(state);

/** A fault of the server may be over after a few moments, or never. */
const mostFaults = 5;
const longestWaitSeconds = 30;

/**
 * Sends files one after the other, since two at once would only share a narrow line. What a line has cut is sent again by itself.
 * @param {object} page
 * @param {(one: Chosen) => void} page.changed
 * @param {(one: Chosen) => Promise<void>} page.arrived
 * @param {(error: unknown) => void} page.ended the link no longer works
 * @param {() => void} page.idle nothing more is under way
 * @param {(itemId: string) => readonly string[]} page.uploadsOf the ids of what is there
 */
export function fileSender({ changed, arrived, ended, idle, uploadsOf }) {
  /** @type {Chosen[]} */
  const queue = [];
  /** Uploads that belong to files of this page. @type {Set<string>} */
  const claimed = new Set();
  /** @type {{ one: Chosen, stop: AbortController, hurry: () => void } | null} */
  let present = null;

  /** @param {Chosen} one @param {Partial<Chosen>} change */
  const become = (one, change) => {
    Object.assign(one, change);
    changed(one);
  };

  async function run() {
    for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
      const stop = new AbortController();
      present = { one, stop, hurry: () => undefined };
      try {
        await deliver(one, stop.signal);
      } catch (error) {
        if (isDead(error)) return ended(error);
        become(one, { state: 'failed', fault: sentenceOf(error) });
      }
    }
    present = null;
    idle();
  }

  /** @param {Chosen} one @param {AbortSignal} signal */
  async function deliver(one, signal) {
    if (!(await isReadable(one, uploadsOf)))
      return become(one, { state: 'failed', fault: texts.refused.unreadable });
    for (let failures = 0; ; failures += 1) {
      try {
        if (signal.aborted) return become(one, { state: 'stopped' });
        if ((await hasArrived(one)) || (await hasBeenSent(one, signal))) return await arrived(one);
      } catch (error) {
        if (signal.aborted) continue;
        // Something has passed, so the line is there: the next attempt need not wait.
        if (one.percent > 0 && isSilence(error)) failures = 0;
        const seconds = waitAfter(error, failures);
        if (seconds === null) {
          if (one.attempts !== null) one.attempts = null;
          throw error;
        }
        await rest(one, error, seconds, signal);
      }
    }
  }

  /** Whether an earlier attempt brought it all the same. @param {Chosen} one */
  async function hasArrived({ attempts, itemId, file }) {
    if (attempts === null || !attempts.isUncertain) return false;
    const { request } = await wantedFiles();
    const upload = request.items
      .find(({ id }) => id === itemId)
      ?.uploads.find(
        ({ id, sizeBytes }) => sizeBytes === file.size && !attempts.before.has(id) && !claimed.has(id),
      );
    if (upload !== undefined) claimed.add(upload.id);
    return upload !== undefined;
  }

  /** @param {Chosen} one @param {AbortSignal} signal */
  async function hasBeenSent(one, signal) {
    const { file, itemId, words, attempts } = one;
    if (attempts === null) return false;
    become(one, { state: 'sending', percent: 0 });
    attempts.isUncertain = true;
    const { upload } = await sendWanted(
      { itemId, file, sha256: attempts.digest, ...words },
      {
        key: attempts.key,
        signal,
        onProgress(sent, total) {
          become(one, {
            state: sent === total ? 'checking' : 'sending',
            percent: Math.floor((100 * sent) / total),
          });
        },
      },
    );
    claimed.add(upload.id);
    return true;
  }

  /** @param {Chosen} one @param {unknown} error @param {number} seconds @param {AbortSignal} signal */
  async function rest(one, error, seconds, signal) {
    const state = isSilence(error) ? 'paused' : 'busy';
    become(one, { state, percent: 0, resumesAt: new Date(Date.now() + seconds * 1000) });
    await Promise.race([
      pause(seconds),
      new Promise((resolve) => {
        if (present !== null) present.hurry = () => resolve(null);
        signal.addEventListener('abort', resolve);
      }),
    ]);
  }

  return {
    /** @param {Chosen} one */
    add(one) {
      become(one, { state: 'waiting', fault: '' });
      queue.push(one);
      if (present === null) void run();
    },
    /** @param {Chosen} one */
    stop(one) {
      if (present?.one === one) return present.stop.abort();
      queue.splice(queue.indexOf(one), 1);
      become(one, { state: 'stopped' });
    },
    hurry: () => present?.hurry(),
  };
}

/**
 * Reads it once, for its digest: a phone may have taken the file away since it was chosen.
 * @param {Chosen} one
 * @param {(itemId: string) => readonly string[]} uploadsOf
 */
async function isReadable(one, uploadsOf) {
  if (one.attempts !== null) return true;
  try {
    one.attempts = {
      digest: await sha256(new Uint8Array(await one.file.arrayBuffer())),
      key: [...crypto.getRandomValues(new Uint8Array(16))].join('-'),
      isUncertain: false,
      before: new Set(uploadsOf(one.itemId)),
    };
    return true;
  } catch {
    return false;
  }
}

/** @param {unknown} error */
const isSilence = (error) => error instanceof ApiError && error.status === null;

/** Seconds until the next attempt; null if another one is of no use. @param {unknown} error @param {number} failures */
function waitAfter(error, failures) {
  if (!(error instanceof ApiError)) return null;
  const { status, code, retryAfterSeconds } = error;
  if (code === 'idempotency.in_flight' || status === 429) return retryAfterSeconds ?? 5;
  if (status !== null && (status < 500 || failures >= mostFaults)) return null;
  return retryAfterSeconds ?? Math.min(longestWaitSeconds, 2 ** failures);
}
