import { canonicalText, contentHash as contentHashing, hashedNow } from '@chancery/verify';
import { base64urlOf, bytesOfBase64url, hexOf, sha256, utf8 } from '../../kernel/crypto.ts';
import { dependencyUnavailable } from '../../kernel/errors.ts';
import type { OpenedKey } from '../../kernel/key-vault.ts';
import type { RecordCipher } from '../../kernel/record-cipher.ts';
import { SealedUnreadable } from '../../kernel/sealed-stream.ts';
import type { Instant } from '../../kernel/time.ts';
import type { AttachmentPart } from '../attachments/attachment.ts';
import { entryTooLarge } from '../errors.ts';
import {
  isWriting,
  type SectionDefinition,
  type SectionKind,
  type SectionValue,
} from '../templates/section.ts';
import type { EntrySubmission, EntryVersion, RecordEntry } from './entry.ts';

export interface WrittenSection {
  readonly key: string;
  readonly title: string;
  readonly kind: SectionKind;
  readonly value: SectionValue;
}

/** What is written in a version, while it can be changed. */
export interface EntryContent {
  readonly title: string;
  readonly occurredAt: Instant;
  readonly encounterId: string | null;
  readonly sections: readonly WrittenSection[];
}

/** The exact object of a version that is hashed and signed (records 7.6). */
export interface VersionDocument extends EntryContent {
  readonly format: 'chancery.entry/1';
  readonly artifactId: string;
  readonly versionNumber: number;
  readonly caseId: string;
  readonly subjectId: string;
  readonly entryType: string;
  readonly template: { readonly id: string; readonly version: number } | null;
  readonly attachments: readonly AttachmentPart[];
}

/** What was submitted, and the salt of its hash. */
interface Snapshot {
  readonly document: VersionDocument;
  readonly salt: Uint8Array;
}

const mostBytes = 512 * 1024;

export function versionDocument(
  entry: RecordEntry,
  number: number,
  content: EntryContent,
  attachments: readonly AttachmentPart[] = [],
): VersionDocument {
  const { id, caseId, subjectId, entryType, templateId, templateVersion } = entry;
  return {
    format: 'chancery.entry/1',
    artifactId: id,
    versionNumber: number,
    caseId,
    subjectId,
    encounterId: content.encounterId,
    entryType,
    title: content.title,
    occurredAt: content.occurredAt,
    template:
      templateId === null || templateVersion === null ? null : { id: templateId, version: templateVersion },
    sections: content.sections.map(({ key, title, kind, value }) => ({ key, title, kind, value })),
    attachments: attachments.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  };
}

/** Passes if the document is small enough to be kept, hashed and shown. */
export function requireFitting(document: VersionDocument): void {
  if (utf8(canonicalText(document)).length > mostBytes) throw entryTooLarge();
}

export const hashOf = (document: VersionDocument, salt: Uint8Array): string =>
  hexOf(hashedNow(contentHashing({ ...document }, salt), sha256));

/** Seals and opens what is written in the entries of one case, each value bound to its place (governance 7). */
export interface EntrySeal {
  sealContent(entry: Pick<EntryVersion, 'entryId' | 'number'>, content: EntryContent): Uint8Array;
  openContent(version: Pick<EntryVersion, 'entryId' | 'number' | 'contentSealed'>): EntryContent | null;
  sealSnapshot(
    of: Pick<EntrySubmission, 'entryId' | 'number' | 'submission'>,
    document: VersionDocument,
    salt: Uint8Array,
  ): Uint8Array;
  openSnapshot(
    submission: Pick<EntrySubmission, 'entryId' | 'number' | 'submission' | 'documentSealed'>,
  ): Snapshot | null;
  sealText(place: string, text: string): Uint8Array;
  openText(place: string, sealed: Uint8Array | null): string | null;
  /** Whether the key was destroyed, and all that it sealed with it. */
  readonly isDestroyed: boolean;
}

/** With a null key nothing can be opened any more: it was destroyed. */
export function entrySeal(workspaceId: string, key: OpenedKey | null, cipher: RecordCipher): EntrySeal {
  const seal = (place: string, text: string) => {
    if (key === null) throw new TypeError('Nothing is sealed under a key that was destroyed');
    return cipher.seal(key, utf8(text), `${workspaceId}|${place}`);
  };
  const open = (place: string, sealed: Uint8Array | null) => {
    if (key === null || sealed === null) return null;
    try {
      return Buffer.from(cipher.open(key, sealed, `${workspaceId}|${place}`)).toString('utf8');
    } catch (error) {
      // What cannot be read is away, and not empty (REC-96).
      if (error instanceof SealedUnreadable) throw dependencyUnavailable();
      throw error;
    }
  };
  const versionPlace = ({ entryId, number }: { entryId: string; number: number }) =>
    `record_entry_versions|${entryId}|${number}`;
  const submissionPlace = (of: { entryId: string; number: number; submission: number }) =>
    `record_entry_submissions|${of.entryId}|${of.number}.${of.submission}`;
  return {
    sealContent: (of, content) => seal(versionPlace(of), JSON.stringify(content)),
    openContent(version) {
      const text = open(versionPlace(version), version.contentSealed);
      return text === null ? null : { encounterId: null, ...JSON.parse(text) };
    },
    sealSnapshot: (of, document, salt) =>
      seal(submissionPlace(of), `${base64urlOf(salt)}\n${canonicalText(document)}`),
    openSnapshot(submission) {
      const text = open(submissionPlace(submission), submission.documentSealed);
      if (text === null) return null;
      const at = text.indexOf('\n');
      return { salt: bytesOfBase64url(text.slice(0, at)), document: JSON.parse(text.slice(at + 1)) };
    },
    sealText: seal,
    openText: open,
    isDestroyed: key === null,
  };
}

/** The plain text that citations point into (records 7.7). */
export const contentText = (
  { title, sections }: EntryContent,
  definitions: readonly SectionDefinition[],
): string =>
  `${title}\n\n${sections
    .map((section) => `${section.title}\n${renderedSection(section, definitions)}\n\n`)
    .join('')}`;

/** What is written in one section, as plain text. */
export function renderedSection(
  { key, kind, value }: Pick<WrittenSection, 'key' | 'kind'> & { readonly value: WrittenSection['value'] },
  definitions: readonly SectionDefinition[],
): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return canonicalText(value);
  if (isWriting(kind) || kind === 'date') return String(value);
  const options = definitions.find((definition) => definition.key === key)?.options ?? [];
  const chosen = typeof value === 'string' ? [value] : value;
  return chosen.map((each) => options.find((option) => option.value === each)?.label ?? each).join(', ');
}
