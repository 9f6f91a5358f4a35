import { facts, h, say, show } from './dom.js';
import { checkHere, digestOf, remember, takeDropped } from './file-checks.js';
import { keyFields } from './kept-keys.js';
import { releaseParts, releaseTitle } from './kept-release.js';
import { inLanguage } from './words.js';

const texts = inLanguage({
  en: {
    heading: 'Does this hold?',
    other: 'Check another file',
    lead: 'Choose an export of an audit ledger, a proof, a checkpoint, a release of records, a certificate of disposition or the evidence of a signing, or drop it on this page. It is checked on your device, without a server and without a network: this page cannot send anything.',
    choose: 'Choose a file',
    working: 'The file is being examined…',
    unreadable: 'This file could not be read. Choose it again.',
    none: 'Of this file only the fingerprint can be told',
    noneLead:
      'It is compared with the evidence of a signing, or with the attachments of a release, that you choose next. Whether a sealed document is genuine says the page of the server that sealed it, or any program that checks signatures of PDF files.',
    fingerprint: 'Fingerprint of your file',
    file: 'File',
  },
  de: {
    heading: 'Stimmt das?',
    other: 'Eine andere Datei prüfen',
    lead: 'Wählen Sie einen Export eines Prüfprotokolls, einen Beweis, einen Prüfpunkt, eine Herausgabe von Akten, einen Vernichtungsnachweis oder die Nachweise einer Unterzeichnung, oder ziehen Sie die Datei auf diese Seite. Geprüft wird auf Ihrem Gerät, ohne Server und ohne Netz: Diese Seite kann nichts senden.',
    choose: 'Datei wählen',
    working: 'Die Datei wird geprüft …',
    unreadable: 'Diese Datei ließ sich nicht lesen. Wählen Sie sie noch einmal.',
    none: 'Von dieser Datei lässt sich nur der Fingerabdruck sagen',
    noneLead:
      'Er wird mit den Nachweisen einer Unterzeichnung oder den Anlagen einer Herausgabe verglichen, die Sie als nächste wählen. Ob ein versiegeltes Dokument echt ist, sagt die Seite des Servers, der es versiegelt hat, oder jedes Programm, das Signaturen von PDF-Dateien prüft.',
    fingerprint: 'Fingerabdruck Ihrer Datei',
    file: 'Datei',
  },
});

const result = h('div', { role: 'status' });
const input = h('input', {
  id: 'file',
  type: 'file',
  multiple: true,
  change: async () => {
    for (const file of input.files ?? []) await examine(file);
  },
});

/** @param {File} file */
async function examine(file) {
  say('');
  result.replaceChildren(h('p', {}, texts.working));
  try {
    const progress = (/** @type {string} */ text) => result.replaceChildren(h('p', {}, text));
    result.replaceChildren((await checkHere(file, progress)) ?? (await fingerprinted(file)));
  } catch {
    result.replaceChildren();
    say(texts.unreadable);
  }
}

/** @param {File} file */
async function fingerprinted(file) {
  const digest = await digestOf(file);
  if (digest === null) throw new Error('gone');
  remember(digest);
  return h(
    'section',
    {},
    h('h2', {}, texts.none),
    h('p', {}, texts.noneLead),
    facts([
      [texts.file, file.name],
      [texts.fingerprint, digest],
    ]),
  );
}

/** A release that lies in the page itself, as the portal saves it. */
const inside = document.getElementById('release')?.textContent ?? null;

show(
  inside === null ? texts.heading : releaseTitle(inside),
  inside === null && h('p', {}, texts.lead),
  inside !== null && result,
  inside !== null && releaseParts(inside),
  inside !== null && h('h2', {}, texts.other),
  inside !== null && h('p', {}, texts.lead),
  h('div', { class: 'field' }, h('label', { for: 'file' }, texts.choose), input),
  keyFields(),
  inside === null && result,
);
if (inside !== null) void examine(new File([inside], 'release.json'));
takeDropped((file) => void examine(file));
