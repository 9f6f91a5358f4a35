import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';

export const ReviewMeetingView = z
  .object({
    id: shown.ownId(),
    documentId: z.uuid().describe('The id of the document that is looked at.'),
    renewalCaseId: z.uuid().nullable().describe('The id of the renewal that it is about; null for none.'),
    meetingId: z.uuid().describe('The id of the meeting, which is changed and cancelled as any other.'),
    title: z.string().describe('What the meeting is called.'),
    scheduledStartAt: shown.instant().describe('When it starts.'),
    joinUrl: z.string().describe('Where people enter the meeting.'),
    attendeeUserIds: z.array(z.string()).describe('The ids of the members who are invited, each once.'),
    createdByUserId: z.string().describe('The id of who scheduled it, and organizes it.'),
  })
  .meta({ id: 'ReviewMeeting', description: 'A meeting in which people look at a document.' });

export const ReviewOfRenewalView = z.object({
  id: shown.ownId(),
  meetingId: z.uuid().describe('The id of the meeting.'),
  scheduledStartAt: shown.instant().describe('When it starts.'),
});
