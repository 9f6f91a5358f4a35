import { isFailure } from '../../kernel/errors.ts';
import { groupBy } from '../../kernel/grouping.ts';
import { type Addendum, addendumHash, openedAddendum } from '../addenda/addendum.ts';
import { type EntryAttachment, partOf } from '../attachments/attachment.ts';
import { type EntrySeal, hashOf, type VersionDocument } from '../entries/content.ts';
import type { EntrySubmission, EntryVersion, RecordEntry } from '../entries/entry.ts';
import { type CaseSeal, caseSeals } from './case-seals.ts';
import type { IntegrityFault } from './check.ts';
import { type PartOf, pairAfter, pairOf } from './part.ts';

/** A version may have half a megabyte, and all of these are in memory. */
const entriesAtOnce = 25;

/** All that is stored of an entry, still sealed. */
interface StoredEntry {
  readonly entry: RecordEntry;
  readonly versions: readonly EntryVersion[];
  readonly submissions: readonly EntrySubmission[];
  readonly addenda: readonly Addendum[];
  readonly attachments: readonly EntryAttachment[];
}

/**
 * Opens everything that was submitted, signed or added, and compares it with its hash, what stands beside it in plain with what
 * was signed, and the hashes with those that the ledger says became final.
 */
export const checkEntries: PartOf = async ({ caseId }, after, performing) => {
  const { stored, recorded } = await performing.transact(async (work) => {
    const entries = await work.entries.page(caseId, pairOf(after), entriesAtOnce);
    const ids = entries.map(({ id }) => id);
    const versions = await work.entries.versionsOfAll(ids);
    const finals = versions.flatMap(({ entryId: artifactId, finalizedAt, contentHash }) =>
      finalizedAt === null || contentHash === null ? [] : [{ artifactId, contentHash }],
    );
    const found = finals.length === 0 ? [] : await work.auditTrail.finalizations(finals);
    return {
      stored: storedEntries(entries, {
        versions,
        submissions: await work.entries.submissionsOfAll(ids),
        addenda: await work.addenda.ofEntries(ids),
        attachments: await work.entryAttachments.ofEntries(ids),
      }),
      recorded: new Set(found.map(({ contentHash }) => contentHash)),
    };
  });
  const seals = await caseSeals(
    stored.map(({ entry }) => entry.caseId),
    performing,
  );
  const faults = stored.flatMap((each) => faultsOf(each, seals.get(each.entry.caseId) ?? 'lost', recorded));
  const erased = stored.filter(({ entry }) => seals.get(entry.caseId) === 'destroyed').length;
  return {
    after: pairAfter(stored, entriesAtOnce, ({ entry }) => [entry.caseId, entry.id]),
    checked: { entries: stored.length - erased },
    unchecked: { entries: erased },
    faults,
  };
};

type Parts = Omit<StoredEntry, 'entry'>;

function storedEntries(entries: readonly RecordEntry[], all: Parts): readonly StoredEntry[] {
  const ofEntry = <T extends { readonly entryId: string }>(rows: readonly T[]) => {
    const grouped = groupBy(rows, ({ entryId }) => entryId);
    return (id: string): readonly T[] => grouped.get(id) ?? [];
  };
  const [versions, submissions] = [ofEntry(all.versions), ofEntry(all.submissions)];
  const [addenda, attachments] = [ofEntry(all.addenda), ofEntry(all.attachments)];
  return entries.map((entry) => ({
    entry,
    ...{ versions: versions(entry.id), submissions: submissions(entry.id) },
    ...{ addenda: addenda(entry.id), attachments: attachments(entry.id) },
  }));
}

/** What the ledger holds of an entry outlives its content. */
function faultsOf(stored: StoredEntry, seal: CaseSeal, recorded: ReadonlySet<string>): IntegrityFault[] {
  const { entry, versions } = stored;
  const codes = new Set<string>();
  for (const { finalizedAt, contentHash } of versions)
    if (finalizedAt !== null && !recorded.has(contentHash ?? '')) codes.add('not_in_ledger');
  const others: IntegrityFault[] = [];
  if (seal === 'lost') codes.add('unreadable');
  else if (seal !== 'destroyed') {
    for (const code of versionFaults(stored, seal)) codes.add(code);
    others.push(...addendumFaults(stored, seal), ...partFaults(stored, seal));
  }
  return [...[...codes].map((code) => ({ kind: 'entry' as const, id: entry.id, code })), ...others];
}

function* versionFaults({ entry, versions, submissions }: StoredEntry, seal: EntrySeal): Generator<string> {
  for (const version of versions) {
    const last = submissions.find(
      ({ number, submission }) => number === version.number && submission === version.submission,
    );
    if (version.contentSealed !== null && opened(() => seal.openContent(version)) === null)
      yield 'unreadable';
    if (version.finalizedAt !== null && (last?.documentSealed ?? null) === null) yield 'content_missing';
    if (version.contentHash !== null && version.contentHash !== last?.contentHash) yield 'content_changed';
    if (version.number !== entry.currentVersion || !last?.documentSealed) continue;
    const document = opened(() => seal.openSnapshot(last)?.document);
    if (document !== null && !isSame(entry, document)) yield 'row_changed';
  }
  for (const submission of submissions) {
    if (submission.documentSealed === null) continue;
    const snapshot = opened(() => seal.openSnapshot(submission));
    if (snapshot === null) yield 'unreadable';
    else if (hashOf(snapshot.document, snapshot.salt) !== submission.contentHash) yield 'content_changed';
  }
}

/** Whether what stands in plain beside an entry is what was signed. */
const isSame = (entry: RecordEntry, document: VersionDocument): boolean =>
  entry.title === document.title &&
  Date.parse(entry.occurredAt) === Date.parse(document.occurredAt) &&
  entry.entryType === document.entryType &&
  entry.caseId === document.caseId &&
  entry.encounterId === document.encounterId;

const addendumFaults = ({ addenda }: StoredEntry, seal: EntrySeal): readonly IntegrityFault[] =>
  addenda.flatMap((addendum) => {
    const code = addendumFault(addendum, seal);
    return code === null ? [] : [{ kind: 'addendum' as const, id: addendum.id, code }];
  });

function addendumFault(addendum: Addendum, seal: EntrySeal): string | null {
  if (addendum.documentSealed === null) return 'content_missing';
  const read = opened(() => openedAddendum(addendum, seal));
  if (read === null) return 'unreadable';
  return addendumHash(read.document, read.salt) === addendum.contentHash ? null : 'content_changed';
}

/** Whether every file that was signed with a version is still there as it was signed. */
function partFaults(
  { versions, submissions, attachments }: StoredEntry,
  seal: EntrySeal,
): readonly IntegrityFault[] {
  const rows = new Map(attachments.map((each) => [each.id, JSON.stringify(partOf(each))]));
  const faults = new Map<string, IntegrityFault>();
  const finals = versions.filter(({ finalizedAt }) => finalizedAt !== null);
  for (const { number, submission } of finals) {
    const last = submissions.find((each) => each.number === number && each.submission === submission);
    const document = last?.documentSealed ? opened(() => seal.openSnapshot(last)?.document) : null;
    for (const part of document?.attachments ?? []) {
      const row = rows.get(part.id);
      if (row === JSON.stringify(partOf(part))) continue;
      const code = row === undefined ? 'row_missing' : 'row_changed';
      faults.set(part.id, { kind: 'attachment', id: part.id, code });
    }
  }
  return [...faults.values()];
}

/** Null if it cannot be opened, or is not what is kept in such a place. */
function opened<T>(open: () => T | null | undefined): T | null {
  try {
    return open() ?? null;
  } catch (error) {
    if (isFailure(error) || error instanceof SyntaxError) return null;
    throw error;
  }
}
