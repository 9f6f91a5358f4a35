import type { Chancery } from '@chancery/sdk';
import { findReview } from './plan-review.ts';

/** Reports who answered what, and who attended the last time and for how long. */
export async function reportOn(chancery: Chancery, reference: string): Promise<void> {
  const review = await findReview(chancery, reference);
  if (review === null) throw new Error('There is no review yet; run `plan` first.');
  const meetingId = review.id;

  const { accepted, tentative, declined, pending } = review.counts;
  console.log(`answers: ${accepted} yes, ${tentative} perhaps, ${declined} no, ${pending} open`);
  for await (const { person, status } of chancery.meetings.listMeetingInvitationsAll({ meetingId }))
    console.log(`  ${person.displayName}: ${status}`);

  const { attendance, summary } = await chancery.meetings.listAttendance({ meetingId });
  if (summary.sessionId === null) {
    console.log('nothing was held yet');
    return;
  }
  console.log(`last held: ${summary.attended} came, ${summary.absent} did not`);
  for (const { person, role, durationSeconds } of attendance)
    console.log(`  ${person.displayName} (${role}): ${Math.ceil(durationSeconds / 60)} min`);
}
