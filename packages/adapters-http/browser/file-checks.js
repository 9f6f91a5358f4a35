import { texts } from './check-words.js';
import { facts, h } from './dom.js';
import { enteredKeys } from './kept-keys.js';
import { kindOf } from './proof-file.js';
import { sha256 } from './sha256.js';

/** Checkpoints and fingerprints of files that were chosen before. */
const checkpoints = /** @type {string[]} */ ([]);
const digests = /** @type {string[]} */ ([]);

/** Another file is then compared with this one. @param {string} digest */
export const remember = (digest) => void digests.push(digest);

/**
 * What the file proves, on this device alone; null if it is none of ours that can be checked so.
 * @param {File} file
 * @param {(text: string) => void} progress
 * @returns {Promise<HTMLElement | null>}
 */
export async function checkHere(file, progress) {
  const kind = await kindOf(file);
  if (kind === null) return null;
  if (kind === 'checkpoint') {
    checkpoints.push(await file.text());
    return h('section', {}, h('h2', {}, texts.kept), h('p', {}, texts.keptLead), named(file));
  }
  if (crypto.subtle === undefined)
    return h('section', {}, h('h2', {}, texts.partly), h('p', {}, texts.noCrypto));
  // A third of the page, for those who need it.
  const { checked } = await import('./proof-checks.js');
  try {
    const kept = { ...enteredKeys(), checkpoints, digests, attachments: new Set(digests) };
    return shown(file, kind, await checked(kind, file, kept, progress));
  } catch (error) {
    const isKey = error instanceof RangeError;
    const isOld = error instanceof DOMException && error.name === 'NotSupportedError';
    if (!isKey && !isOld) throw error;
    return h('section', {}, h('h2', {}, texts.partly), h('p', {}, isKey ? texts.wrongKeys : texts.noCrypto));
  }
}

/** @param {File} file */
const named = (file) => facts([[texts.file, file.name]]);

const looks = { yes: 'good', partly: null, no: 'bad', unreadable: 'bad' };

/** @param {File} file @param {Exclude<import('./proof-file.js').ProofKind, 'checkpoint'>} kind @param {import('./proof-checks.js').Verdict} verdict */
const shown = (file, kind, { outcome, lead = [], rows = [], warnings = [], list = [] }) =>
  h(
    'section',
    {},
    h('h2', { class: looks[outcome] }, texts[outcome]),
    lead.map((line) => h('p', {}, line)),
    warnings.length > 0 &&
      h(
        'ul',
        {},
        warnings.map((warning) => h('li', {}, warning)),
      ),
    facts([[texts.kind, texts.kinds[kind]], ...rows, [texts.file, file.name]]),
    list.length > 0 &&
      h(
        'ul',
        { class: 'proved' },
        list.map((line) => h('li', {}, line)),
      ),
  );

/** Null if the file is gone, or was changed since it was chosen. @param {File} file */
export const digestOf = (file) =>
  file.arrayBuffer().then(
    (buffer) => sha256(new Uint8Array(buffer)),
    () => null,
  );

/**
 * The files of a page may also be dropped anywhere on it.
 * @param {(file: File) => void} take
 */
export function takeDropped(take) {
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    event.preventDefault();
    for (const file of event.dataTransfer?.files ?? []) take(file);
  });
}
