import type { Instant } from '../../kernel/time.ts';
import type { EntryAttachment } from './attachment.ts';

/** What was read in a file, sealed under the key of its case. */
export interface AttachmentText {
  readonly attachmentId: string;
  readonly textSealed: Uint8Array;
  readonly readAt: Instant;
}

/** The files of entries of the workspace of this transaction. Whoever changes those of an entry has locked it. */
export interface EntryAttachmentRepository {
  /** False if the entry has a file with these bytes already. */
  add(attachment: EntryAttachment): Promise<boolean>;
  find(id: string): Promise<EntryAttachment | null>;
  /** All files of an entry whose bytes are there, those that were removed included, in the order of their ids. */
  of(entryId: string): Promise<readonly EntryAttachment[]>;
  /** The same of several entries. */
  ofEntries(entryIds: readonly string[]): Promise<readonly EntryAttachment[]>;
  /** Files whose bytes are there, of a case or of all, by the ids of their entries and their own, behind this pair. */
  page(
    caseId: string | null,
    after: readonly [entryId: string, id: string] | null,
    most: number,
  ): Promise<readonly EntryAttachment[]>;
  /** How many files each entry has that were not removed. */
  counts(entryIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  save(attachment: EntryAttachment): Promise<void>;
  /** What is submitted names these, so their bytes stay. */
  pin(ids: readonly string[]): Promise<void>;
  /** The object is deleted. */
  forgetBlob(id: string): Promise<void>;
  keepText(text: AttachmentText): Promise<void>;
  /** Null where nothing was read. */
  text(attachmentId: string): Promise<AttachmentText | null>;
}

export interface DueAttachment {
  readonly workspaceId: string;
  readonly id: string;
}

/** Answers the sweep across all workspaces with ids; each change is then made inside its own workspace. */
export interface EntryAttachmentSweep {
  /** Files that no scanner has looked at yet, after this id. */
  unscanned(after: string | null, limit: number): Promise<readonly DueAttachment[]>;
}
