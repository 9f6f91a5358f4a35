import { z } from 'zod';
import { joinUrlOf } from '../join-code.ts';
import { visibleMeeting } from '../meeting-access.ts';
import { ManagedMeetingView, managedMeeting } from '../meeting-view.ts';
import type { ScheduledMeeting } from './meeting-creation.ts';

export const CreatedMeetingView = ManagedMeetingView.extend({
  joinUrl: z.string().describe('The address that opens the meeting; anyone who has it may ask to enter.'),
  joinCode: z.string().describe('The code that people join with, such as abcde-fghjk.'),
  invitationCount: z.int().describe('How many people were invited; the organizer is not counted.'),
}).meta({ id: 'CreatedMeeting', description: 'The meeting that was just made.' });

/** What the caller who created a meeting sees of it. */
export async function createdMeeting(
  { meeting, invitationCount, warnings }: ScheduledMeeting,
  passcode: string | null,
  context: Parameters<typeof visibleMeeting>[1] & Parameters<typeof managedMeeting>[1],
) {
  const visible = await visibleMeeting(meeting.id, context);
  return {
    ...(await managedMeeting(visible, context, { warnings, passcode })),
    joinUrl: joinUrlOf(context.settings.webUrl, meeting.joinCode),
    joinCode: meeting.joinCode,
    invitationCount,
  };
}
