import { z } from 'zod';
import { id } from '../../kernel/shapes.ts';
import { meetingNotFound } from '../errors.ts';
import { onMeeting, visibleMeeting } from '../meeting-access.ts';
import { ManagedMeetingView, managedMeeting } from '../meeting-view.ts';
import { query } from '../ports.ts';
import { portabilityWarnings } from './portability-warnings.ts';

export const getMeeting = query({
  summary: 'Show a meeting',
  description:
    'If an owner or admin reads a private meeting that they do not take part in, its activity says so.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  always: true,
  input: z.strictObject({ meetingId: id().describe('The id of the meeting.') }),
  output: ManagedMeetingView,
  errors: [meetingNotFound],
  cli: { aliases: ['get'] },

  find: ({ meetingId }, context) => visibleMeeting(meetingId, context),
  may: onMeeting('read'),

  async run(_, context) {
    const { found: visible } = context;
    return managedMeeting(visible, context, {
      warnings: await portabilityWarnings(visible.meeting, context),
    });
  },
});
