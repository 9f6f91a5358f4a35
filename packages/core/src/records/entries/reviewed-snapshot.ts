import { equalInConstantTime, utf8 } from '../../kernel/crypto.ts';
import type { OpenedKey } from '../../kernel/key-vault.ts';
import { entryContentChanged } from '../errors.ts';
import type { RecordsPorts, RecordsPreparing } from '../ports.ts';
import { type EntrySeal, entrySeal, hashOf } from './content.ts';
import type { EntrySubmission, EntryVersion, RecordEntry } from './entry.ts';
import { aboutEntry, entryIntegrityFailed } from './events.ts';

const isUnchanged = (
  submission: EntrySubmission,
  { contentHash }: Pick<EntryVersion, 'contentHash'>,
  seal: EntrySeal,
): boolean => {
  const snapshot = seal.openSnapshot(submission);
  if (snapshot === null || contentHash === null) return false;
  const hash = utf8(hashOf(snapshot.document, snapshot.salt));
  return (
    equalInConstantTime(hash, utf8(submission.contentHash)) && equalInConstantTime(hash, utf8(contentHash))
  );
};

/** What was submitted last of a version; null if it never was. */
export async function lastSubmission(
  { entryId, number, submission }: Pick<EntryVersion, 'entryId' | 'number' | 'submission'>,
  { entries }: Pick<RecordsPorts, 'entries'>,
): Promise<EntrySubmission | null> {
  const all = await entries.submissions(entryId);
  return all.find((each) => each.number === number && each.submission === submission) ?? null;
}

/** Passes if what was submitted is still what its hash was made of, whatever somebody did to the database (REC-42). */
export async function requireUnchanged(
  version: EntryVersion,
  seal: EntrySeal,
  ports: Pick<RecordsPorts, 'entries'>,
): Promise<EntrySubmission> {
  const submission = await lastSubmission(version, ports);
  if (submission === null || !isUnchanged(submission, version, seal)) throw entryContentChanged();
  return submission;
}

/**
 * The same before the transaction of the step, which a refusal would roll back: that stored content was changed stands in
 * the ledger whatever becomes of the call.
 */
export async function reportChanged(
  artifactId: string,
  key: OpenedKey | null,
  { transact, workspaceId, recordCipher }: RecordsPreparing,
  /** The version that the step is about; by default the one that is being reviewed. */
  numberOf: (entry: RecordEntry) => number | null = ({ workingNumber }) => workingNumber,
): Promise<void> {
  const seal = entrySeal(workspaceId, key, recordCipher);
  if (key === null) return;
  await transact(async ({ entries, emit }) => {
    const entry = await entries.find(artifactId);
    const versions = entry === null ? [] : await entries.versions(entry.id);
    const version = versions.find(({ number }) => entry !== null && number === numberOf(entry));
    if (entry === null || version === undefined || version.contentHash === null) return;
    const submission = await lastSubmission(version, { entries });
    if (submission === null || isUnchanged(submission, version, seal)) return;
    emit(entryIntegrityFailed, {
      ...aboutEntry(entry),
      versionNumber: version.number,
      submission: submission.submission,
    });
  });
}
