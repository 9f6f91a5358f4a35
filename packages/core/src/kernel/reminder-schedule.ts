import { z } from 'zod';
import type { Pace } from './pace.ts';
import { type Instant, plusDays } from './time.ts';

/** When people outside are reminded by themselves (documents 2.4). */
export interface ReminderSchedule {
  readonly firstAfterDays: number;
  readonly everyDays: number;
  readonly max: number;
}

export const ReminderScheduleView = z
  .object({
    firstAfterDays: z.int().describe('How many days after sending the first reminder goes out.'),
    everyDays: z.int().describe('How many days lie between two reminders.'),
    max: z.int().describe('How many reminders there are at most.'),
  })
  .meta({ id: 'ReminderSchedule', description: 'When people outside are reminded by themselves.' });

export const usualReminders: ReminderSchedule = { firstAfterDays: 3, everyDays: 7, max: 5 };

export const reminderSchedule = () =>
  z.strictObject({
    firstAfterDays: z.int().min(1).max(60).describe('Days from sending to the first reminder.'),
    everyDays: z.int().min(1).max(60).describe('Days between two reminders.'),
    max: z.int().min(0).max(20).describe('How many reminders there are at most.'),
  });

/** Reminders by hand, for each person: one in five minutes and ten a day. */
export const reminderPace: Pace = { gapSeconds: 300, most: 10, windowSeconds: 86_400 };

interface Reminded {
  readonly reminders: ReminderSchedule | null;
  readonly sentAt: Instant | null;
  /** How many have gone out by themselves. */
  readonly reminderCount: number;
  /** None goes out from here on; null is never. */
  readonly endsAt: Instant | null;
}

/**
 * The next time of the schedule that is still to come, counted from when the first link was sent (SIG-20); null if there is
 * none. Those that were missed are not made up for.
 */
export function nextReminderAt(
  { reminders, sentAt, reminderCount, endsAt }: Reminded,
  now: Instant,
): Instant | null {
  if (reminders === null || sentAt === null || reminderCount >= reminders.max) return null;
  let at = plusDays(sentAt, reminders.firstAfterDays);
  while (at <= now) at = plusDays(at, reminders.everyDays);
  return beforeEnd(at, endsAt);
}

/** A reminder that would come too late is none. */
export const beforeEnd = (at: Instant, endsAt: Instant | null): Instant | null =>
  endsAt !== null && at >= endsAt ? null : at;

/** Whoever opened their link in the last day is left alone until the day is over: a reminder would end it. */
export function restUntil(lastOpenedAt: Instant | null, now: Instant): Instant | null {
  if (lastOpenedAt === null) return null;
  const until = plusDays(lastOpenedAt, 1);
  return until > now ? until : null;
}
