import type { WritingContext } from '../../kernel/handler-context.ts';
import type { RecordEntry } from '../entries/entry.ts';
import type { RecordsPorts } from '../ports.ts';
import { type Amendment, amendmentStates } from './amendment.ts';
import { aboutAmendment, amendmentWithdrawn } from './events.ts';

type Context = Pick<RecordsPorts, 'amendments'> & Pick<WritingContext, 'now' | 'user' | 'emit'>;

/** The request ends without a decision, or before what it opened was signed. */
export async function withdrawAmendment(
  amendment: Amendment,
  entry: RecordEntry,
  reason: string | null,
  { amendments, now, user, emit }: Context,
): Promise<Amendment> {
  const saved = await amendments.save({
    ...amendment,
    status: amendmentStates.next(amendment.status, 'withdraw'),
    updatedByUserId: user.userId,
    updatedAt: now,
  });
  emit(amendmentWithdrawn, { ...aboutAmendment(saved, entry), reason });
  return saved;
}

/** An entry in error is changed no more, so what is still asked of it is withdrawn (records 5.5). */
export async function withdrawOpenAmendments(
  entry: RecordEntry,
  reason: string,
  context: Context,
): Promise<void> {
  for (const { id, status } of await context.amendments.of(entry.id)) {
    if (!amendmentStates.can(status, 'withdraw')) continue;
    const amendment = await context.amendments.find(id, 'for update');
    if (amendment !== null) await withdrawAmendment(amendment, entry, reason, context);
  }
}
