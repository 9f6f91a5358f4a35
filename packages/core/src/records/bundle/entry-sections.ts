import type { z } from 'zod';
import type { EntryAttachment } from '../attachments/attachment.ts';
import { renderedSection } from '../entries/content.ts';
import type { EntryReading } from '../entries/entry-reading.ts';
import type { EntryView } from '../entries/views.ts';
import type { BundleWords } from './bundle-words.ts';
import type { BundleBlock, BundleSection } from './record-pdf-composer.ts';

/** One signed version of an entry, opened: it is shown from the bytes that were hashed (REC-102). */
export interface BundledEntry {
  readonly reading: EntryReading;
  readonly view: z.input<typeof EntryView>;
  /** The files that were signed with it. */
  readonly attachmentIds: ReadonlySet<string>;
}

export const shownTime = (at: string | null): string =>
  at === null ? '' : `${at.slice(0, 16).replace('T', ' ')} UTC`;
export const words = (code: string): string => code.replaceAll('_', ' ');
export const rowsOf = (
  ...rows: readonly (readonly [label: string, value: string | null | undefined])[]
): BundleBlock => ({
  kind: 'facts',
  rows: rows.flatMap(([label, value]) => (value ? [[label, value] as const] : [])),
});

/** An entry as it was signed; one that was entered in error is struck through, with the reason above (REC-51). */
export function entrySection({ reading, view }: BundledEntry, said: BundleWords): BundleSection {
  const { chosen, definitions } = reading;
  const isStruck = view.enteredInError !== null;
  const text = (content: string): BundleBlock => ({ kind: 'text', text: content, isStruck });
  return {
    title: `${view.title} (${said.version.toLowerCase()} ${chosen.number})`,
    level: 2,
    blocks: [
      rowsOf(
        [said.entry, words(view.entryType)],
        [said.occurred, shownTime(view.occurredAt)],
        [said.author, view.author.displayName],
        [said.status, words(view.status)],
        [said.digest, view.contentHash],
        [said.inError, view.enteredInError === null ? null : inError(view.enteredInError)],
      ),
      ...(view.content === null
        ? [text(said.erased)]
        : view.content.sections.flatMap((section): BundleBlock[] => {
            const rendered = renderedSection(section, definitions);
            return rendered === '' ? [] : [{ kind: 'heading', text: section.title }, text(rendered)];
          })),
      ...addendaOf(view, chosen.number, said),
      ...(chosen.number === view.currentVersion ? amendmentsOf(view, said) : []),
    ],
  };
}

type Shown = z.input<typeof EntryView>;

/** What was added to this version, in the order in which it was. */
const addendaOf = ({ addenda }: Shown, version: number, said: BundleWords): readonly BundleBlock[] =>
  addenda
    .filter(({ versionNumber }) => versionNumber === version)
    .flatMap(({ kind, content, contentHash, author, createdAt, status }): readonly BundleBlock[] => [
      { kind: 'heading', text: `${said.addendum}: ${words(kind)}` },
      rowsOf(
        [said.author, author.displayName],
        [said.signed, shownTime(String(createdAt))],
        [said.digest, contentHash],
      ),
      { kind: 'text', text: content ?? said.erased, isStruck: status === 'entered_in_error' },
    ]);

const amendmentsOf = ({ amendments }: Shown, said: BundleWords): readonly BundleBlock[] =>
  amendments.flatMap(({ status, reason, requestedChange, decisionReason }): readonly BundleBlock[] => [
    { kind: 'heading', text: said.amendment },
    rowsOf(
      [said.status, words(status)],
      [said.reason, reason],
      [said.requestedChange, requestedChange],
      [said.decision, decisionReason],
    ),
  ]);

const inError = ({ at, by, reason }: NonNullable<z.input<typeof EntryView>['enteredInError']>): string =>
  [shownTime(String(at)), by.displayName, reason].filter(Boolean).join(' · ');

const forms: Readonly<Record<string, 'pdf' | 'png' | 'jpeg'>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpeg',
};

/** A file of an entry, shown on pages where it can be, and listed otherwise. `source` is its place among those shown. */
export function attachmentSection(
  { fileName, contentType, sizeBytes, sha256 }: EntryAttachment,
  entryTitle: string,
  source: number,
  said: BundleWords,
): BundleSection {
  const form = forms[contentType];
  return {
    title: fileName,
    level: 2,
    blocks: [
      rowsOf(
        [said.entry, entryTitle],
        [said.fileType, contentType],
        [said.file, `${sizeBytes} ${said.bytes}`],
        ['SHA-256', sha256],
      ),
      form === undefined
        ? { kind: 'text', text: said.notShown, isStruck: false }
        : { kind: 'file', source, form, otherwise: said.notShown },
    ],
  };
}

export const isShownOnPages = ({ contentType }: Pick<EntryAttachment, 'contentType'>): boolean =>
  contentType in forms;
