import type { CertificateModel, CertificateOfSealed, EvidenceFile } from '@chancery/core';
import { type Group, grouped, type Item, type Sheet, shownNumber, shownTime, styles } from './sheet.ts';
import type { Words } from './words.ts';

export const labelWidth = 108;

/** A label, and its value beside it. */
export function labelled(
  sheet: Sheet,
  label: string,
  value: string,
  style: keyof typeof styles = 'value',
): Item {
  return sheet.padded(
    sheet.beside(
      sheet.text(label, styles.label, 0, labelWidth - 8),
      sheet.text(value, styles[style], labelWidth),
    ),
    1.6,
  );
}

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
  sealed: CertificateOfSealed | null,
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
  fingerprints(sheet, model, sealed, words),
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
  sealed: CertificateOfSealed | null,
  words: Words,
): Group {
  const { original, signingCopy } = facts;
  const ofSealed = [
    ...fingerprint(sheet, words.sealed, sealed?.sealedSha256 ?? '', null),
    ...fingerprint(sheet, words.sealCertificate, sealed?.sealCertificateFingerprint ?? '', null),
  ];
  return [
    ...heading(sheet, words.fingerprints),
    ...fingerprint(sheet, words.original, original.sha256, sizeOf(original, words, language)),
    ...fingerprint(sheet, words.signingCopy, signingCopy.sha256, sizeOf(signingCopy, words, language)),
    ...fingerprint(sheet, words.evidence, evidenceSha256, words.evidenceNote),
    ...(sealed === null ? [] : ofSealed),
  ];
}

function fingerprint(sheet: Sheet, label: string, digest: string, note: string | null): readonly Item[] {
  const noted = note === null ? [] : [sheet.text(note, styles.small, labelWidth)];
  return [labelled(sheet, label, grouped(digest), 'digest'), ...noted, sheet.gap(2)];
}

const sizeOf = ({ sizeBytes, pages }: EvidenceFile, words: Words, language: string): string =>
  `${shownNumber(sizeBytes, language)} ${words.bytes}, ${pages === 1 ? words.onePage : `${pages} ${words.pages}`}`;
