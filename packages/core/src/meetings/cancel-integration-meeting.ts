import { z } from 'zod';
import { id, version } from '../kernel/shapes.ts';
import { meetingInvalidState, meetingNotFound } from './errors.ts';
import {
  IntegrationMeetingDetailView,
  integrationMeetingDetail,
  meetingOfKey,
} from './integration-meeting-detail.ts';
import { command } from './ports.ts';
import { applyCancellation } from './scheduling/meeting-cancellation.ts';
import { notify, reason } from './scheduling/meeting-fields.ts';

export const cancelIntegrationMeeting = command({
  summary: 'Cancel a meeting that the same key made',
  description:
    'A live session ends, and everybody who is invited is notified. A cancelled meeting stays cancelled. A meeting that another key or a person made is answered as if it did not exist.',
  access: { scope: 'meetings.write' },
  input: z.strictObject({
    meetingId: id().describe('The id of the meeting.'),
    reason: reason(),
    notify: notify(),
    expectedVersion: version().optional(),
  }),
  output: IntegrationMeetingDetailView,
  errors: [meetingInvalidState, meetingNotFound],

  find: ({ meetingId }, context) => meetingOfKey(meetingId, context),
  version: (meeting) => meeting.version,

  async run({ reason: why = null, notify }, context) {
    const after = await applyCancellation(context.found, { reason: why, notify, byUserId: null }, context);
    return integrationMeetingDetail(after, context);
  },
});
