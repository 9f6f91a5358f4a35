import { z } from 'zod';
import { id, version } from '../../kernel/shapes.ts';
import { meetingInvalidState, meetingNotFound } from '../errors.ts';
import { changedMeeting, meetingToChange, onMeeting } from '../meeting-access.ts';
import { ManagedMeetingView, managedMeeting } from '../meeting-view.ts';
import { command } from '../ports.ts';
import { applyCancellation } from './meeting-cancellation.ts';
import { notify, reason } from './meeting-fields.ts';

export const cancelMeeting = command({
  summary: 'Cancel a meeting and all its sessions to come',
  description:
    'A live session ends, reminders are withdrawn, and everybody who is invited is notified. A cancelled meeting stays cancelled; duplicate it to hold it after all.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  always: true,
  input: z.strictObject({
    meetingId: id().describe('The id of the meeting.'),
    reason: reason(),
    notify: notify(),
    expectedVersion: version().optional(),
  }),
  output: ManagedMeetingView,
  errors: [meetingNotFound, meetingInvalidState],
  cli: { aliases: ['cancel'] },

  find: ({ meetingId }, context) => meetingToChange(meetingId, context),
  may: onMeeting('cancel'),
  version: ({ meeting }) => meeting.version,

  async run({ reason: why = null, notify }, context) {
    const { found: visible, user } = context;
    await applyCancellation(visible.meeting, { reason: why, notify, byUserId: user.userId }, context);
    return managedMeeting(await changedMeeting(visible.meeting.id, context), context);
  },
});
