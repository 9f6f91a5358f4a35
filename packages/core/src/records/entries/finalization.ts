import type { WritingContext } from '../../kernel/handler-context.ts';
import { secondsBetween } from '../../kernel/time.ts';
import { fulfilAmendment } from '../amendments/fulfil-amendment.ts';
import { requireClean } from '../attachments/clean-attachments.ts';
import { askedToCoSign, sayCoSignRequested } from '../co-signing/co-sign.ts';
import { entryContentChanged, entryInvalidState } from '../errors.ts';
import { workflowOf } from '../pack/record-pack.ts';
import type { RecordsPorts } from '../ports.ts';
import { recordIndexDue } from '../search/events.ts';
import type { EntrySeal } from './content.ts';
import {
  awaitsSignature,
  type EntryVersion,
  entryStates,
  entryVersionStates,
  type RecordEntry,
} from './entry.ts';
import { aboutSavedEntry, entryAmended, entryFinalized } from './events.ts';
import { requireUnchanged } from './reviewed-snapshot.ts';
import { requireAuthor, type SeenEntry, workingVersion } from './seen-entry.ts';
import type { RecordSignature } from './signature.ts';

type Context = RecordsPorts & WritingContext;

/** An entry that is approved and unchanged, so that its author can sign it. */
export interface Signable {
  readonly entry: RecordEntry;
  readonly version: EntryVersion;
  readonly contentHash: string;
}

export async function signable(
  { entry }: Pick<SeenEntry, 'entry'>,
  expectedContentHash: string | null,
  seal: EntrySeal,
  context: Context,
): Promise<Signable> {
  requireAuthor(entry, context.user);
  const version = await workingVersion(entry, context);
  if (!awaitsSignature(version)) throw entryInvalidState();
  await requireClean(entry, context);
  const { contentHash } = await requireUnchanged(version, seal, context);
  if (expectedContentHash !== null && expectedContentHash !== contentHash) throw entryContentChanged();
  return { entry, version, contentHash };
}

/** The version is what the entry says from now on, and never changes again (REC-40). */
export async function finalize(
  { entry, version }: Signable,
  signature: RecordSignature,
  seal: EntrySeal,
  context: Context,
): Promise<RecordEntry> {
  const { entries, now, user, emit } = context;
  const content = seal.openContent(version);
  const isFirst = entry.currentVersion === null;
  const [former] = isFirst
    ? []
    : (await entries.versions(entry.id)).filter(({ number }) => number === entry.currentVersion);
  if (former !== undefined) await entries.saveVersion({ ...former, supersededAt: now });
  await entries.saveVersion({
    ...version,
    state: entryVersionStates.next(version.state, 'finalize'),
    // What was hashed is what counts from now on.
    contentSealed: null,
    finalizedAt: now,
  });
  const occurredAt = content?.occurredAt ?? entry.occurredAt;
  const { lateEntryHours } = await workflowOf(context);
  const saved = await entries.save({
    ...entry,
    title: content?.title ?? entry.title,
    occurredAt,
    encounterId: content === null ? entry.encounterId : content.encounterId,
    status: finalizedStatus(entry.status),
    workingNumber: null,
    currentVersion: version.number,
    lateEntry: isFirst ? secondsBetween(occurredAt, now) > lateEntryHours * 3600 : entry.lateEntry,
    signatureDueAt: null,
    ...askedToCoSign(entry, version.number, now),
    updatedByUserId: user.userId,
    updatedAt: now,
  });
  emit(isFirst ? entryFinalized : entryAmended, {
    ...aboutSavedEntry(saved),
    versionNumber: version.number,
    contentHash: signature.contentHash,
    signatureId: signature.id,
  });
  emit(recordIndexDue, { caseId: saved.caseId, whole: false });
  if (saved.coSignStatus !== entry.coSignStatus) sayCoSignRequested(saved, emit);
  await fulfilAmendment(saved, version, entry.currentVersion, context);
  return saved;
}

const finalizedStatus = (status: RecordEntry['status']): RecordEntry['status'] =>
  status === 'finalized' || status === 'amended'
    ? entryStates.next(status, 'amend')
    : entryStates.next(status, 'finalize');
