import type { WritingContext } from '../../kernel/handler-context.ts';
import { sameJson } from '../../kernel/same-json.ts';
import type { RecordCase } from '../cases/case.ts';
import { toldFields } from './changed-follow-up.ts';
import {
  aboutFollowUp,
  followUpCancelled,
  followUpCompleted,
  followUpReopened,
  followUpUpdated,
} from './events.ts';
import { type FollowUp, isAwaited } from './follow-up.ts';

/** What changed of a follow-up stands in the ledger; that it was done, dropped or taken up again has a line of its own. */
export function sayFollowUpChanged(
  before: FollowUp,
  after: FollowUp,
  of: RecordCase,
  emit: WritingContext['emit'],
): void {
  const about = aboutFollowUp(after, of);
  const ends = before.status !== after.status && !(isAwaited(before) && isAwaited(after));
  const fields = toldFields.filter(
    (field) => !sameJson(before[field], after[field]) && !(ends && field === 'status'),
  );
  const only = (followUp: FollowUp) =>
    JSON.parse(JSON.stringify(Object.fromEntries(fields.map((field) => [field, followUp[field]]))));
  if (fields.length > 0) emit(followUpUpdated, { ...about, before: only(before), after: only(after) });
  if (!ends) return;
  if (after.status === 'completed') emit(followUpCompleted, about);
  else if (after.status === 'cancelled')
    emit(followUpCancelled, { ...about, reason: after.cancelReason ?? '' });
  else emit(followUpReopened, about);
}
