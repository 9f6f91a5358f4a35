import { button } from './actions.js';
import { h, say, show } from './dom.js';
import { save } from './saved-file.js';
import { sha256 } from './sha256.js';
import { recipientList } from './sign-done-parts.js';
import { isFramed } from './sign-frame.js';
import { signTexts } from './sign-words.js';
import { signingContent } from './signing-link.js';
import { inLanguage } from './words.js';

const texts = inLanguage({
  en: {
    lead: (/** @type {string} */ workspace) =>
      `Everybody has signed. This is the finished document, sealed by ${workspace}. Please keep it.`,
    download: 'Download the sealed document',
    fingerprint: 'Fingerprint of the sealed file',
    meaning:
      'It is like a number for exactly this file (SHA-256): a single changed character would give another one. With the file alone you can check here at any time that it is genuine:',
    verify: 'Check a file',
    other: 'The file that arrived is not the sealed one. Try again, or ask the person who sent it to you.',
  },
  de: {
    lead: (/** @type {string} */ workspace) =>
      `Alle haben unterschrieben. Das ist das fertige Dokument, versiegelt von ${workspace}. Bitte bewahren Sie es auf.`,
    download: 'Versiegeltes Dokument herunterladen',
    fingerprint: 'Fingerabdruck der versiegelten Datei',
    meaning:
      'Er ist wie eine Nummer für genau diese Datei (SHA-256): Schon ein geändertes Zeichen ergäbe eine andere. Mit der Datei allein können Sie hier jederzeit prüfen, ob sie echt ist:',
    verify: 'Eine Datei prüfen',
    other:
      'Die Datei, die ankam, ist nicht die versiegelte. Versuchen Sie es erneut oder fragen Sie die Person, die sie Ihnen geschickt hat.',
  },
});

/** What everybody gets in the end: the sealed file. @param {import('./signing-link.js').SigningView} view */
export function showCopy({ workspace, document, recipients, sealed }) {
  const name = document?.name ?? signTexts.document;
  const expected = sealed?.sha256 ?? null;
  show(
    name,
    h('p', {}, texts.lead(workspace.name)),
    h(
      'div',
      { class: 'ways' },
      button(
        texts.download,
        async () => {
          const bytes = await signingContent('plain');
          if (expected !== null && (await sha256(bytes)) !== expected) return say(texts.other);
          save(bytes, name);
        },
        'primary',
      ),
    ),
    expected !== null &&
      h(
        'section',
        {},
        h('h2', {}, texts.fingerprint),
        h('p', {}, h('code', { class: 'secret' }, expected)),
        h('p', { class: 'soft' }, texts.meaning),
        h('p', {}, h('a', { href: '/verify', target: isFramed && '_blank' }, texts.verify)),
      ),
    recipients.length > 0 && h('section', {}, h('h2', {}, signTexts.people), recipientList(recipients)),
  );
}
