import type { z } from 'zod';
import type { RecordsPorts } from '../ports.ts';
import { type NamedUsers, namedUsers } from '../subjects/user-refs.ts';
import type { EntryVersion, RecordEntry } from './entry.ts';
import { commonOf } from './entry-reading.ts';
import type { EntrySummaryView } from './views.ts';

const entrySummary = (
  entry: RecordEntry,
  working: EntryVersion | undefined,
  { addendaCount, attachmentsCount }: { readonly addendaCount: number; readonly attachmentsCount: number },
  named: NamedUsers,
): z.input<typeof EntrySummaryView> => ({
  ...commonOf(entry, working, named),
  coSign: { status: entry.coSignStatus },
  addendaCount,
  attachmentsCount,
});

/** Entries of a list, with what is being written of them and how much was added, in a query each. */
export async function entrySummaries(
  listed: readonly RecordEntry[],
  context: Pick<RecordsPorts, 'entries' | 'addenda' | 'entryAttachments' | 'memberDirectory'>,
): Promise<z.input<typeof EntrySummaryView>[]> {
  const ids = listed.map(({ id }) => id);
  const [named, working, added, attached] = await Promise.all([
    namedUsers(
      listed.map(({ authorUserId }) => authorUserId),
      context,
    ),
    context.entries.workingVersions(ids),
    context.addenda.countsOf(ids),
    context.entryAttachments.counts(ids),
  ]);
  return listed.map((entry) => {
    const version = working.find(({ entryId }) => entryId === entry.id);
    const counts = {
      addendaCount: added.get(entry.id) ?? 0,
      attachmentsCount: attached.get(entry.id) ?? 0,
    };
    return entrySummary(entry, version, counts, named);
  });
}
