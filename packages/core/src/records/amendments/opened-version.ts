import type { WritingContext } from '../../kernel/handler-context.ts';
import { plusSeconds } from '../../kernel/time.ts';
import { invalidField } from '../../kernel/validation.ts';
import type { EntrySeal } from '../entries/content.ts';
import { type EntryVersion, entryVersionStates, type RecordEntry } from '../entries/entry.ts';
import { aboutEntry, entryVersionAbandoned, entryVersionOpened } from '../entries/events.ts';
import { draftVersion } from '../entries/new-draft.ts';
import { lastSubmission } from '../entries/reviewed-snapshot.ts';
import { entryInvalidState, entryWorkingVersionExists } from '../errors.ts';
import { workflowOf } from '../pack/record-pack.ts';
import type { RecordsPorts } from '../ports.ts';

type Context = RecordsPorts & WritingContext;

/** Opens the next version of a signed entry with what the newest signed one says, as a draft of whoever is to write it. */
export async function openedVersion(
  entry: RecordEntry,
  { amendmentId, authorUserId }: Pick<EntryVersion, 'authorUserId' | 'amendmentId'>,
  seal: EntrySeal,
  context: Context,
): Promise<RecordEntry> {
  const { entries, now, user, emit } = context;
  if (entry.workingNumber !== null) throw entryWorkingVersionExists();
  const versions = await entries.versions(entry.id);
  const current = versions.find(({ number }) => number === entry.currentVersion);
  const submission = current === undefined ? null : await lastSubmission(current, context);
  const document = submission === null ? null : seal.openSnapshot(submission)?.document;
  if (document === null || document === undefined) throw entryInvalidState();

  const { title, occurredAt, encounterId, sections } = document;
  const number = Math.max(...versions.map((each) => each.number)) + 1;
  const content = { title, occurredAt, encounterId, sections };
  const of = { entryId: entry.id, number, amendmentId, authorUserId };
  await entries.addVersion(draftVersion(of, content, seal, now));
  const { signatureDueHours } = await workflowOf(context);
  const saved = await entries.save({
    ...entry,
    workingNumber: number,
    authorUserId,
    signatureDueAt: plusSeconds(now, signatureDueHours * 3600),
    updatedByUserId: user.userId,
    updatedAt: now,
  });
  emit(entryVersionOpened, { ...aboutEntry(saved), versionNumber: number, authorUserId });
  return saved;
}

/** Whoever is to write the version: somebody who writes in the case and passes the entry already. */
export async function requireAssignable(
  userId: string,
  entry: RecordEntry,
  { caseMembers, memberDirectory, recordStandings, entries, now }: Context,
): Promise<void> {
  const members = await caseMembers.activeOf(entry.caseId, now);
  const writes = members.some(
    (member) => member.userId === userId && (member.role === 'contributor' || member.role === 'lead'),
  );
  const [known] = writes ? await memberDirectory.find([userId]) : [];
  if (known !== undefined && known.status === 'active') {
    const reader = { userId, role: known.role, ...(await recordStandings.reader(userId)) };
    if ((await entries.findSeen(entry.id, { reader, now })) !== null) return;
  }
  throw invalidField('/assignToUserId', 'field.invalid', 'Name somebody who writes in the case.');
}

/** The entry without the version that was being written: that is kept, and what was signed stays current. */
export async function abandonedVersion(
  entry: RecordEntry,
  { entries, emit }: Pick<Context, 'entries' | 'emit'>,
): Promise<RecordEntry> {
  if (entry.workingNumber === null) return entry;
  const versions = await entries.versions(entry.id);
  const working = versions.find(({ number }) => number === entry.workingNumber);
  const current = versions.find(({ number }) => number === entry.currentVersion);
  if (working !== undefined) {
    await entries.saveVersion({ ...working, state: entryVersionStates.next(working.state, 'abandon') });
    emit(entryVersionAbandoned, { ...aboutEntry(entry), versionNumber: working.number });
  }
  // Whoever was to write the next version is its author no longer.
  const authorUserId = current?.authorUserId ?? entry.authorUserId;
  return { ...entry, workingNumber: null, signatureDueAt: null, authorUserId };
}
