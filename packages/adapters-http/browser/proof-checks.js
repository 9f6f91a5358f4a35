import {
  bytesOfHex,
  canonicalText,
  checkCertificate,
  ExportUnreadable,
  eventOf,
  keysOf,
  NoteRefused,
  parseStrictJson,
  verifyExport,
  verifyProof,
  verifyRelease,
} from './chancery-verify.js';
import { texts } from './check-words.js';
import { sha256 } from './sha256.js';

/**
 * @typedef {import('./proof-file.js').ProofKind} ProofKind
 * @typedef {{ readonly vkeys: readonly string[], readonly signingKeys: readonly string[], readonly checkpoints: readonly string[], readonly digests: readonly string[], readonly attachments: ReadonlySet<string> }} Kept what the reader knows from elsewhere
 * @typedef {{ readonly outcome: 'yes' | 'partly' | 'no' | 'unreadable', readonly lead?: readonly string[], readonly rows?: readonly (readonly [string, string])[], readonly warnings?: readonly string[], readonly list?: readonly string[] }} Verdict
 */

/** @type {Record<Exclude<ProofKind, 'checkpoint'>, (file: File, kept: Kept, progress: (text: string) => void) => Promise<Verdict>>} */
const checks = {
  export: ofExport,
  proof: ofProof,
  release: ofRelease,
  certificate: ofCertificate,
  evidence: ofEvidence,
};

/**
 * What the file proves, found out on this device alone.
 * @param {Exclude<ProofKind, 'checkpoint'>} kind
 * @param {File} file
 * @param {Kept} kept
 * @param {(text: string) => void} progress
 */
export const checked = (kind, file, kept, progress) => checks[kind](file, kept, progress);

/** @param {readonly string[]} names */
const warned = (names) =>
  [...new Set(names)].map(
    (name) => texts.warnings[/** @type {keyof typeof texts.warnings} */ (name)] ?? name,
  );

/** @param {string} reason */
const inWords = (reason) =>
  texts.reasons[/** @type {keyof typeof texts.reasons} */ (reason)] ?? texts.reasons.other;

/** @param {File} file @param {Kept} kept @param {(text: string) => void} progress @returns {Promise<Verdict>} */
async function ofExport(file, { vkeys, checkpoints }, progress) {
  try {
    const report = await verifyExport(() => piecesOf(file), {
      vkeys,
      checkpoints,
      onProgress: (events) => progress(texts.progress(events)),
    });
    const { ok, reason, firstBadSeq, warnings, lastCheckpoint, cosignatures } = report;
    return {
      outcome: !ok ? 'no' : warnings.length > 0 ? 'partly' : 'yes',
      lead: reason === null ? [] : [inWords(reason)],
      rows: [
        [texts.ledger, report.workspaceId],
        ...row(texts.firstBad, firstBadSeq),
        ...row(texts.reason, reason),
        [texts.events, String(report.eventsChecked)],
        [texts.details, String(report.detailsChecked)],
        [texts.erased, String(report.detailsErased)],
        ...row(texts.checkpoint, lastCheckpoint),
        ...cosignatures.map(
          ({ witness, size, time }) =>
            /** @type {const} */ ([
              texts.witness,
              `${witness}, ${size}, ${new Date(time * 1000).toISOString()}`,
            ]),
        ),
      ],
      warnings: warned(warnings),
    };
  } catch (error) {
    if (error instanceof ExportUnreadable) return { outcome: 'unreadable', lead: [error.message] };
    // A checkpoint that was kept is of another ledger, or of another key.
    if (error instanceof NoteRefused) return { outcome: 'no', lead: [texts.reasons.checkpoint_mismatch] };
    throw error;
  }
}

/** Not every browser can be asked for the pieces of a stream one by one. @param {File} file */
async function* piecesOf(file) {
  const reader = file.stream().getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}

/** @param {string} term @param {string | number | null} value @returns {readonly (readonly [string, string])[]} */
const row = (term, value) => (value === null ? [] : [[term, String(value)]]);

/** @param {File} file @param {Kept} kept @returns {Promise<Verdict>} */
async function ofProof(file, { vkeys }) {
  if (vkeys.length === 0) return { outcome: 'no', lead: [texts.warnings.keys_from_file] };
  const report = await verifyProof(await file.text(), await keysOf(vkeys));
  if (!report.ok) return { outcome: 'no', rows: [[texts.reason, report.reason]] };
  const { seq, checkpoint, payload } = report;
  return {
    outcome: 'yes',
    rows: [
      [texts.ledger, checkpoint.origin],
      [texts.event, String(seq)],
      [texts.checkpoint, String(checkpoint.size)],
    ],
    list: payload === null ? [] : [JSON.stringify(eventOf(payload))],
  };
}

/** @param {File} file @param {Kept} kept @returns {Promise<Verdict>} */
async function ofRelease(file, { vkeys, signingKeys, attachments }) {
  const report = await verifyRelease(await file.text(), {
    vkeys,
    signingKeys,
    digestOf: ({ sha256: wanted }) => (attachments.has(wanted) ? wanted : null),
  });
  const outcome = /** @type {const} */ ({
    holds: 'yes',
    incomplete: 'partly',
    fails: 'no',
    unreadable: 'unreadable',
  });
  return {
    outcome: outcome[report.outcome],
    lead: report.faults.map(({ step, item, reason }) =>
      texts.faultOf(texts.steps[step - 1] ?? '', item === null ? texts.whole : texts.entry(item), reason),
    ),
    rows: [
      ...row(texts.document, report.packageNumber),
      [texts.entries, String(report.items)],
      [texts.signatures, String(report.signatures)],
    ],
    warnings: warned(report.unchecked.map(({ reason }) => reason)),
    list: report.withheld.map(
      ({ item, section, of, position, isMarked }) =>
        `${isMarked ? texts.marked : texts.withheld}: ${texts.place(item, of === 'attachment' ? texts.attachment : (section ?? ''), position + 1)}`,
    ),
  };
}

/** @param {File} file @param {Kept} kept @returns {Promise<Verdict>} */
async function ofCertificate(file, { signingKeys }) {
  const certificate = JSON.parse(await file.text());
  const fault = await checkCertificate(certificate, signingKeys.map(bytesOfHex));
  const rows = /** @type {const} */ ([[texts.document, String(certificate.certificateNumber)]]);
  if (fault === null) return { outcome: 'yes', rows };
  if (fault === 'unknown_key') return { outcome: 'partly', rows, warnings: warned([fault]) };
  return { outcome: 'no', rows: [...rows, [texts.reason, fault]] };
}

/** @param {File} file @param {Kept} kept @returns {Promise<Verdict>} */
async function ofEvidence(file, { digests }) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  const evidence = evidenceOf(text);
  if (evidence === null) return { outcome: 'no', lead: [texts.evidenceFault] };
  const { document: signed, original, signingCopy, recipients } = evidence;
  const known = digests.map((digest) =>
    digest === signingCopy.sha256
      ? texts.matches
      : digest === original.sha256
        ? texts.original
        : texts.differs,
  );
  const differs = known.includes(texts.differs) && known.at(-1) === texts.differs;
  return {
    outcome: differs ? 'no' : 'partly',
    lead: [texts.evidenceLead, ...known.slice(-1)],
    rows: [
      [texts.document, String(signed.name)],
      [texts.digest, await sha256(bytes)],
      [texts.signers, recipients.map(({ name }) => name).join(', ')],
    ],
  };
}

/**
 * @typedef {{ readonly document: { readonly name: string }, readonly original: { readonly sha256: string }, readonly signingCopy: { readonly sha256: string }, readonly recipients: readonly { readonly name: string, readonly documentSha256: string | null }[] }} Evidence
 * @param {string} text
 * @returns {Evidence | null} null if it does not say the same everywhere, or not in the form that is hashed
 */
function evidenceOf(text) {
  try {
    const value = /** @type {Evidence} */ (parseStrictJson(text));
    const { signingCopy, recipients, document: signed, original } = value;
    const isOfCopy = recipients.every(
      ({ documentSha256 }) => documentSha256 === null || documentSha256 === signingCopy.sha256,
    );
    return canonicalText(value) === text && isOfCopy && signed && original ? value : null;
  } catch {
    return null;
  }
}
