import type { ActionOf } from '../../kernel/machine.ts';
import { sameJson } from '../../kernel/same-json.ts';
import type { Instant } from '../../kernel/time.ts';
import { invalidField } from '../../kernel/validation.ts';
import { type FollowUp, type FollowUpStatus, followUpStates } from './follow-up.ts';
import type { FollowUpChange } from './follow-up-change.ts';
import { followUpFields } from './follow-up-fields.ts';

/** The fields of which a line in the ledger tells that they changed. */
export const toldFields = [
  ...Object.keys(followUpFields),
  'outcome',
  'status',
] as readonly (keyof FollowUp)[];

/** What makes a follow-up stand where somebody wants it. */
const leadingTo = {
  open: 'reopen',
  in_progress: 'start',
  completed: 'complete',
  cancelled: 'cancel',
} as const satisfies Readonly<Record<FollowUpStatus, ActionOf<typeof followUpStates>>>;

/** The follow-up as it becomes; what a change of status needs is there (records 4.9 and 5.8). */
export function changedFollowUp(
  before: FollowUp,
  given: FollowUpChange,
  { now, userId }: { readonly now: Instant; readonly userId: string },
): FollowUp {
  const fields = Object.fromEntries(
    Object.entries(given).filter(
      ([field, value]) =>
        value !== undefined && field !== 'status' && (toldFields as readonly string[]).includes(field),
    ),
  ) as Partial<FollowUp>; // the told fields are those of a follow-up
  const after = rearmed(before, { ...before, ...fields }, now);
  const status = given.status ?? before.status;
  if (status === before.status) return after;
  const moved = { ...after, status: followUpStates.next(before.status, leadingTo[status]) };
  if (status === 'completed') {
    if (moved.priority === 'critical' && moved.outcome === null)
      throw invalidField('/outcome', 'field.required', 'Say what came of it; it is critical.');
    return { ...moved, completedAt: now, completedByUserId: userId };
  }
  if (status === 'cancelled') {
    if (given.cancelReason === undefined)
      throw invalidField('/cancelReason', 'field.required', 'Say why it is dropped.');
    return { ...moved, cancelReason: given.cancelReason };
  }
  return status === 'open' && before.status !== 'in_progress'
    ? { ...moved, completedAt: null, completedByUserId: null, cancelReason: null, armedAt: now }
    : moved;
}

/** Another due date, or other reminders, are reminded of from now on (REC-33). */
const rearmed = (before: FollowUp, after: FollowUp, now: Instant): FollowUp =>
  after.dueAt === before.dueAt && sameJson(after.reminders, before.reminders)
    ? after
    : { ...after, armedAt: now };
