import type { WritingContext } from '../../kernel/handler-context.ts';
import type { EntryVersion, RecordEntry } from '../entries/entry.ts';
import type { RecordsPorts } from '../ports.ts';
import { amendmentStates, isUnderWay } from './amendment.ts';
import { aboutAmendment, amendmentFulfilled } from './events.ts';

/** The version that an accepted request opened is signed, so the request is fulfilled (records 5.7). */
export async function fulfilAmendment(
  entry: RecordEntry,
  { amendmentId, number }: Pick<EntryVersion, 'amendmentId' | 'number'>,
  formerVersion: number | null,
  { amendments, now, user, emit }: Pick<RecordsPorts, 'amendments'> & WritingContext,
): Promise<void> {
  if (amendmentId === null || formerVersion === null) return;
  const amendment = await amendments.find(amendmentId, 'for update');
  if (amendment === null || !isUnderWay(amendment)) return;
  const saved = await amendments.save({
    ...amendment,
    status: amendmentStates.next(amendment.status, 'fulfil'),
    updatedByUserId: user.userId,
    updatedAt: now,
  });
  emit(amendmentFulfilled, {
    ...aboutAmendment(saved, entry),
    formerVersion,
    openedVersion: number,
    notifyPriorRecipients: saved.notifyPriorRecipients,
  });
}
