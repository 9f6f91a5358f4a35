import { ApiError, call } from './api.js';
import { facts, h, say, show } from './dom.js';
import { showFailure } from './failures.js';
import { checkHere, digestOf, remember, takeDropped } from './file-checks.js';
import { keyFields } from './kept-keys.js';
import { sealRoots } from './seal-roots.js';
import { inLanguage, when } from './words.js';

/** @typedef {{ match: 'sealed' | 'certificate' | 'original' | 'signing_copy', workspaceName: string, sealedAt: string | null, level: string | null, sealCertificateFingerprint: string | null, signerCount: number, documentStatus: string, supersededBy: boolean }} Verification */

const texts = inLanguage({
  en: {
    heading: 'Is this file genuine?',
    lead: 'Choose a file that was signed and sealed here. It stays on your device: only its fingerprint, a number of 64 digits, is compared with what this server has sealed.',
    more: 'Exports of an audit ledger, proofs, checkpoints, releases of records, certificates of disposition and the evidence of signings are checked here as well, and of those nothing is sent at all. You can also drop files on this page.',
    save: 'Save this page as a file',
    saveLead: 'It then checks without this server and without a network.',
    choose: 'Choose a file',
    working: 'The file is being examined…',
    unreadable: 'This file could not be read. Choose it again.',
    match: {
      sealed: ['Yes, this is the sealed document', 'Not one character has been changed since it was sealed.'],
      certificate: [
        'This is the certificate of a signing',
        'It belongs to a document that was sealed here, and has not been changed since.',
      ],
      original: [
        'This is the file before it was signed',
        'It was the beginning of a document that was sealed here. It holds no signatures; the sealed file does.',
      ],
      signing_copy: [
        'This is the file that was put before the signers',
        'The document was sealed here. This file is what people saw before they signed; it holds no signatures itself.',
      ],
    },
    none: 'This file is not known here',
    noneLead:
      'No sealed document has exactly this content. That does not have to mean a forgery. The usual reasons:',
    reasons: [
      'It is another version, such as a draft, or a copy from before everybody had signed.',
      'It was changed afterwards: already printing it to PDF anew, or saving it with a comment, makes another file.',
      'It was sealed by another organisation, on another server.',
    ],
    advice: 'Ask whoever gave it to you for the file as it came by mail, and choose that one.',
    newer: 'The sealed file has taken the place of this one; ask for that.',
    disposed:
      'The sealed document was since disposed of by its workspace, as its rules demand; what it was is still on record.',
    workspace: 'Sealed by',
    at: 'Sealed on',
    signers: 'People who signed or approved',
    level: 'Level of the seal',
    seal: 'Fingerprint of the seal’s certificate',
    root: 'Fingerprint of the root certificate',
    fingerprint: 'Fingerprint of your file',
    file: 'File',
  },
  de: {
    heading: 'Ist diese Datei echt?',
    lead: 'Wählen Sie eine Datei, die hier unterschrieben und versiegelt wurde. Sie bleibt auf Ihrem Gerät: Nur ihr Fingerabdruck, eine Nummer mit 64 Stellen, wird mit dem verglichen, was dieser Server versiegelt hat.',
    more: 'Auch Exporte eines Prüfprotokolls, Beweise, Prüfpunkte, Herausgaben von Akten, Vernichtungsnachweise und die Nachweise von Unterzeichnungen werden hier geprüft; von ihnen wird gar nichts gesendet. Sie können Dateien auch auf diese Seite ziehen.',
    save: 'Diese Seite als Datei speichern',
    saveLead: 'Sie prüft dann ohne diesen Server und ohne Netz.',
    choose: 'Datei wählen',
    working: 'Die Datei wird geprüft …',
    unreadable: 'Diese Datei ließ sich nicht lesen. Wählen Sie sie noch einmal.',
    match: {
      sealed: [
        'Ja, das ist das versiegelte Dokument',
        'Seit es versiegelt wurde, ist kein Zeichen geändert worden.',
      ],
      certificate: [
        'Das ist die Bescheinigung einer Unterzeichnung',
        'Sie gehört zu einem Dokument, das hier versiegelt wurde, und ist seither unverändert.',
      ],
      original: [
        'Das ist die Datei vor dem Unterschreiben',
        'Mit ihr begann ein Dokument, das hier versiegelt wurde. Unterschriften enthält nicht sie, sondern die versiegelte Datei.',
      ],
      signing_copy: [
        'Das ist die Datei, die zum Unterschreiben vorlag',
        'Das Dokument wurde hier versiegelt. Diese Datei haben die Beteiligten vor dem Unterschreiben gesehen; Unterschriften enthält sie selbst nicht.',
      ],
    },
    none: 'Diese Datei ist hier nicht bekannt',
    noneLead:
      'Kein versiegeltes Dokument hat genau diesen Inhalt. Das muss keine Fälschung bedeuten. Die üblichen Gründe:',
    reasons: [
      'Es ist eine andere Fassung, etwa ein Entwurf oder eine Kopie von der Zeit, als noch nicht alle unterschrieben hatten.',
      'Sie wurde nachträglich geändert: Schon neu als PDF gedruckt oder mit einem Kommentar gespeichert ist es eine andere Datei.',
      'Sie wurde von jemand anderem versiegelt, auf einem anderen Server.',
    ],
    advice:
      'Bitten Sie die Person, von der Sie die Datei haben, um die Datei, wie sie per E-Mail kam, und wählen Sie diese.',
    newer: 'An ihre Stelle ist die versiegelte Datei getreten; bitten Sie um diese.',
    disposed:
      'Das versiegelte Dokument hat der Workspace inzwischen nach seinen Regeln vernichtet; was es war, ist weiter festgehalten.',
    workspace: 'Versiegelt von',
    at: 'Versiegelt am',
    signers: 'Personen, die unterschrieben oder freigegeben haben',
    level: 'Stufe des Siegels',
    seal: 'Fingerabdruck des Siegelzertifikats',
    root: 'Fingerabdruck des Stammzertifikats',
    fingerprint: 'Fingerabdruck Ihrer Datei',
    file: 'Datei',
  },
});

/** The result is read out when it comes. */
const result = h('div', { role: 'status' });
const input = h('input', { id: 'file', type: 'file', change: () => void examineFirst() });

const examineFirst = () => {
  const file = input.files?.[0];
  return file === undefined ? undefined : examine(file);
};

/** The one that was chosen last; what is found of one before it is no longer shown. @type {File | null} */
let chosen = null;

/** @param {File} file */
async function examine(file) {
  chosen = file;
  say('');
  result.replaceChildren(h('p', {}, texts.working));
  try {
    const found = (await checkHere(file, progress)) ?? (await askedFor(file));
    if (chosen === file) result.replaceChildren(found);
  } catch (error) {
    if (chosen !== file) return;
    result.replaceChildren();
    if (error === null) say(texts.unreadable);
    else showFailure(error);
  }
}

/** @param {string} text */
const progress = (text) => result.replaceChildren(h('p', {}, text));

/** Nothing but the digest is sent. @param {File} file */
async function askedFor(file) {
  const digest = await digestOf(file);
  if (digest === null) throw null;
  remember(digest);
  const found = await call(`GET /document-verifications/${digest}`).catch(nullIfUnknown);
  const roots = found === null ? [] : await sealRoots();
  return h('section', {}, ...(found === null ? unknown() : known(found, roots)), about(file, digest));
}

/** @param {unknown} error @returns {null} */
function nullIfUnknown(error) {
  if (error instanceof ApiError && error.code === 'verification.not_found') return null;
  throw error;
}

/** @param {Verification} found @param {readonly string[]} roots */
function known(found, roots) {
  const { match, workspaceName, sealedAt, level, sealCertificateFingerprint } = found;
  const { signerCount, documentStatus, supersededBy } = found;
  const [heading = '', lead = ''] = texts.match[match];
  return [
    h('h2', { class: 'good' }, heading),
    h('p', {}, lead),
    supersededBy && h('p', {}, texts.newer),
    documentStatus === 'disposed' && h('p', {}, texts.disposed),
    facts([
      [texts.workspace, workspaceName],
      ...row(texts.at, sealedAt === null ? null : when(sealedAt)),
      [texts.signers, String(signerCount)],
      ...row(texts.level, level === null ? null : levelInWords(level)),
      ...row(texts.seal, sealCertificateFingerprint),
      ...roots.map((root) => /** @type {const} */ ([texts.root, root])),
    ]),
  ];
}

/** As PAdES calls it. @param {string} level */
const levelInWords = (level) => `PAdES ${level.toUpperCase().replace('_', '-')}`;

/** @param {string} term @param {string | null} value @returns {readonly (readonly [string, string])[]} */
const row = (term, value) => (value === null ? [] : [[term, value]]);

const unknown = () => [
  h('h2', {}, texts.none),
  h('p', {}, texts.noneLead),
  h(
    'ul',
    {},
    texts.reasons.map((reason) => h('li', {}, reason)),
  ),
  h('p', {}, texts.advice),
];

/** @param {File} file @param {string} digest */
const about = (file, digest) =>
  facts([
    [texts.file, file.name],
    [texts.fingerprint, digest],
  ]);

show(
  texts.heading,
  h('p', {}, texts.lead),
  h('p', {}, texts.more),
  h('div', { class: 'field' }, h('label', { for: 'file' }, texts.choose), input),
  keyFields(),
  result,
  h(
    'p',
    { class: 'hint' },
    h('a', { href: '/verify/offline.html', download: '' }, texts.save),
    ` ${texts.saveLead}`,
  ),
);
takeDropped((file) => void examine(file));
