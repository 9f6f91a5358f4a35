import type { SchedulingContext } from './scheduling-context.ts';

/** What follows from the sessions of a meeting: when its people are busy, and when reminders are due. */
export async function refreshSessionEffects(
  meetingId: string,
  {
    occurrences,
    meetingReminders,
    now,
    newId,
  }: Pick<SchedulingContext, 'occurrences' | 'meetingReminders' | 'now' | 'newId'>,
): Promise<void> {
  await occurrences.refreshPeople(meetingId);
  await meetingReminders.plan(meetingId, now, now, newId);
}
