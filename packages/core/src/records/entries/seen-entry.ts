import type { AccessUsed } from '../../kernel/events.ts';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import { accessToCase, type CaseStanding } from '../access/decision.ts';
import type { Purpose } from '../access/labels.ts';
import { readerOf } from '../access/reader.ts';
import type { RecordReader } from '../access/record-reader.ts';
import { openedCase } from '../access/used-access.ts';
import { entryInvalidState, entryNotAuthor, entryNotFound } from '../errors.ts';
import { accessDenied } from '../events.ts';
import { denied, type RecordsPorts } from '../ports.ts';
import type { EntryVersion, RecordEntry } from './entry.ts';
import { recordOfEntry } from './events.ts';

/** An entry, what the caller is to its case, and by what right they see it. */
export interface SeenEntry {
  readonly entry: RecordEntry;
  readonly standing: CaseStanding;
  readonly reader: RecordReader;
  readonly used: AccessUsed;
}

interface Asked {
  readonly artifactId: string;
  readonly purposeOfUse?: Purpose | undefined;
}
type Context = Pick<RecordsPorts, 'entries' | 'recordStandings'> & Pick<HandlerContext, 'user' | 'now'>;

/** The entry that is asked for, for the purpose that its labels need; for everybody else there is none (REC-1). */
export async function seenEntry(
  { artifactId, purposeOfUse }: Asked,
  context: Context,
  lock?: 'for update',
): Promise<SeenEntry> {
  const reader = await readerOf(context);
  const found = await context.entries.findSeen(artifactId, { reader, now: context.now }, lock);
  // The statement has decided already; the core names the right, and would refuse if the two ever differed.
  const mask = found?.entry.effectiveMask ?? 0;
  const opened =
    found &&
    openedCase({ mask, purpose: purposeOfUse ?? null, standing: found.standing }, (standing) =>
      accessToCase(mask, reader, standing),
    );
  if (found === null || opened === null) throw entryNotFound();
  return { ...found, reader, ...opened };
}

/** The same for a change: whoever changes it next waits. */
export const changedEntry = (asked: Asked, context: Context): Promise<SeenEntry> =>
  seenEntry(asked, context, 'for update');

/** The version that is being written or reviewed, or `entry.invalid_state` if none is. */
export async function workingVersion(
  { id }: Pick<RecordEntry, 'id'>,
  { entries }: Pick<RecordsPorts, 'entries'>,
): Promise<EntryVersion> {
  const [version] = await entries.workingVersions([id]);
  if (version === undefined) throw entryInvalidState();
  return version;
}

export function requireAuthor(
  { authorUserId }: Pick<RecordEntry, 'authorUserId'>,
  { userId }: Pick<HandlerContext['user'], 'userId'>,
): void {
  if (authorUserId !== userId) throw entryNotAuthor();
}

/** A refusal about an entry that there is stands in the ledger (REC-7). */
export const deniedEntry = denied(accessDenied, async ({ artifactId }: Asked, { entries }, { code }) => {
  const found = await entries.find(artifactId);
  return found === null ? null : { ...recordOfEntry(found), code };
});
