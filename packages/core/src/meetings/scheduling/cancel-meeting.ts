import { z } from 'zod';
import { permissionDenied, versionConflict } from '../../kernel/errors.ts';
import { id, version } from '../../kernel/shapes.ts';
import { meetingInvalidState, meetingNotFound } from '../errors.ts';
import { meetingToChange, onMeeting, visibleMeeting } from '../meeting-access.ts';
import { ManagedMeetingView, managedMeeting } from '../meeting-view.ts';
import { command } from '../ports.ts';
import { calledOff } from './called-off.ts';
import { notify, reason } from './meeting-input.ts';

export const cancelMeeting = command({
  summary: 'Cancel a meeting and all that is to come of it',
  description:
    'A live session ends, reminders are taken back, and everybody invited is told. What was cancelled stays so; duplicate it to hold it after all.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  input: z.strictObject({
    meetingId: id(),
    reason: reason(),
    notify: notify(),
    expectedVersion: version().optional(),
  }),
  output: ManagedMeetingView,
  errors: [meetingNotFound, permissionDenied, versionConflict, meetingInvalidState],
  cli: { aliases: ['cancel'] },

  find: ({ meetingId }, context) => meetingToChange(meetingId, context),
  may: onMeeting('cancel'),
  version: ({ meeting }) => meeting.version,

  async run({ reason: why = null, notify: told }, context) {
    const { found: visible, user } = context;
    await calledOff(visible.meeting, { reason: why, notify: told, byUserId: user.userId }, context);
    return managedMeeting(await visibleMeeting(visible.meeting.id, context), context);
  },
});
