import type { CertificateModel, EvidenceFile } from '@chancery/core';
import { grouped } from './grouped.ts';
import { openDigest } from './open-digest.ts';
import { opened } from './open-digests-in.ts';
import { type Group, type Item, type Sheet, shownNumber, shownTime, styles } from './sheet.ts';
import type { Words } from './words.ts';

/** Within the file that is to be sealed; or alone, with open digests of what was sealed and with what. */
export type CertificateKind = 'within' | 'alone';

export const labelWidth = 108;

/** A label, and its value beside it. */
export function labelled(
  sheet: Sheet,
  label: string,
  value: string,
  style: keyof typeof styles = 'value',
): Item {
  return beside(sheet, label, sheet.text(value, styles[style], labelWidth));
}

const beside = (sheet: Sheet, label: string, item: Item): Item =>
  sheet.padded(sheet.beside(sheet.text(label, styles.label, 0, labelWidth - 8), item), 1.6);

export const heading = (sheet: Sheet, text: string): readonly Item[] => [
  sheet.gap(20),
  sheet.text(text, styles.heading),
  sheet.gap(4),
  sheet.rule(),
  sheet.gap(6),
];

const utc = (instant: string) => `${shownTime(instant)} UTC`;

/** Title, the document, who sent it to whom, and the fingerprints of the files. */
export const summarySection = (
  sheet: Sheet,
  model: CertificateModel,
  kind: CertificateKind,
  words: Words,
): readonly Group[] => [
  [
    sheet.text(model.facts.workspace.name, styles.label),
    sheet.gap(8),
    sheet.text(words.title, styles.title),
    sheet.gap(6),
    sheet.text(words.intro, styles.note),
  ],
  documentRows(sheet, model, words),
  fingerprints(sheet, model, kind, words),
];

function documentRows(sheet: Sheet, { facts }: CertificateModel, words: Words): Group {
  const { document, workspace, sender } = facts;
  const row = (label: string, value: string) => labelled(sheet, label, value);
  return [
    ...heading(sheet, words.summary),
    row(words.document, document.name),
    row(words.fileName, document.fileName),
    row(words.documentId, document.id),
    row(words.round, String(facts.round)),
    row(words.subject, facts.subject),
    row(words.workspace, `${workspace.name}\n${workspace.id}`),
    row(words.sender, `${sender.displayName}\n${sender.userId}`),
    row(words.order, words[facts.signingOrder]),
    row(words.sent, utc(facts.sentAt)),
    row(words.deadline, utc(facts.deadlineAt)),
    row(words.completed, utc(facts.completedAt)),
  ];
}

function fingerprints(
  sheet: Sheet,
  { facts, evidenceSha256, language }: CertificateModel,
  kind: CertificateKind,
  words: Words,
): Group {
  const { original, signingCopy } = facts;
  const ofSealed = [
    ...openFingerprint(sheet, words.sealed),
    ...openFingerprint(sheet, words.sealCertificate),
  ];
  return [
    ...heading(sheet, words.fingerprints),
    ...fingerprint(sheet, words.original, original.sha256, sizeOf(original, words, language)),
    ...fingerprint(sheet, words.signingCopy, signingCopy.sha256, sizeOf(signingCopy, words, language)),
    ...fingerprint(sheet, words.evidence, evidenceSha256, words.evidenceNote),
    ...(kind === 'within' ? [] : ofSealed),
  ];
}

function fingerprint(sheet: Sheet, label: string, digest: string, note: string | null): readonly Item[] {
  const noted = note === null ? [] : [sheet.text(note, styles.small, labelWidth)];
  return [labelled(sheet, label, grouped(digest), 'digest'), ...noted, sheet.gap(2)];
}

const openFingerprint = (sheet: Sheet, label: string): readonly Item[] => [
  beside(sheet, label, opened(sheet.text(grouped(openDigest), styles.digest, labelWidth))),
  sheet.gap(2),
];

const sizeOf = ({ sizeBytes, pages }: EvidenceFile, words: Words, language: string): string =>
  `${shownNumber(sizeBytes, language)} ${words.bytes}, ${pages === 1 ? words.onePage : `${pages} ${words.pages}`}`;
