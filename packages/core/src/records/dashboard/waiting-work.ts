import type { HandlerContext, ReadingContext } from '../../kernel/handler-context.ts';
import { daysLater, localDate, startOfDate } from '../../kernel/plain-dates.ts';
import { sayListRead } from '../access/list-read.ts';
import type { RecordReach } from '../access/ports.ts';
import type { RecordsPorts } from '../ports.ts';
import { listOf, mostQueued, queueOf } from './queue.ts';

/** What waits for the caller, counted and in the order in which it is to be done. */
export async function waitingFor(
  reach: RecordReach,
  {
    workLists,
    workspaceIdentity,
    now,
    timeZones,
  }: Pick<RecordsPorts, 'workLists' | 'workspaceIdentity'> & Pick<HandlerContext, 'now' | 'timeZones'>,
) {
  const { defaultTimeZone: zone } = await workspaceIdentity.profile();
  const today = localDate(now, zone, timeZones);
  const day = {
    from: startOfDate(today, zone, timeZones),
    to: startOfDate(daysLater(today, 1), zone, timeZones),
  };
  const { counts, items } = await workLists.waitingFor(reach, day, mostQueued);
  return {
    counts: {
      draftsMine: counts.drafts,
      awaitingMyReview: counts.byKind.get('review') ?? 0,
      awaitingMySignature: counts.byKind.get('sign') ?? 0,
      awaitingMyCoSign: counts.byKind.get('co_sign') ?? 0,
      amendmentsPending: counts.amendmentsPending,
      followUpsMineOpen: counts.byKind.get('follow_up') ?? 0,
      followUpsMineOverdue: counts.followUpsOverdue,
      followUpsMineDueToday: counts.followUpsDueToday,
    },
    queue: queueOf(items, zone, timeZones),
  };
}

/** The titles that are shown count as read (REC-6); what waits without a title does not. */
export async function sayQueueRead(
  queue: ReturnType<typeof queueOf>,
  reading: Parameters<typeof sayListRead>[2],
  context: Pick<ReadingContext, 'workspaceId' | 'emit' | 'accessedBy' | 'now'> &
    Pick<RecordsPorts, 'recordStandings'>,
): Promise<void> {
  const shown = queue.filter(({ isOpened }) => isOpened);
  for (const list of new Set(shown.map(({ kind }) => listOf[kind]))) {
    const listed = shown.filter(({ kind }) => listOf[kind] === list);
    // The ledger names the case of a hand-over.
    const named = listed.map(({ id, caseId, effectiveMask }) => ({
      ...{ effectiveMask },
      id: list === 'cases' ? caseId : id,
    }));
    await sayListRead(list, named, reading, context);
  }
}
