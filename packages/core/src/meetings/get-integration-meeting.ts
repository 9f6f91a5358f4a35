import { z } from 'zod';
import { id } from '../kernel/shapes.ts';
import { meetingNotFound } from './errors.ts';
import {
  IntegrationMeetingDetailView,
  integrationMeetingDetail,
  meetingForKey,
} from './integration-meeting-detail.ts';
import { query } from './ports.ts';

export const getIntegrationMeeting = query({
  summary: 'Show a meeting with the answers of those who are invited',
  description:
    'Shows meetings that are visible to the workspace, and every meeting that the same key made. Counts who was in the room.',
  access: { scope: 'meetings.read' },
  input: z.strictObject({ meetingId: id().describe('The id of the meeting.') }),
  output: IntegrationMeetingDetailView,
  errors: [meetingNotFound],

  find: ({ meetingId }, context) => meetingForKey(meetingId, context),
  run: (_input, context) => integrationMeetingDetail(context.found, context),
});
