import { z } from 'zod';
import { id } from '../../kernel/shapes.ts';
import { meetingNotFound } from '../errors.ts';
import { onMeeting, visibleMeeting } from '../meeting-access.ts';
import { ManagedMeetingView, managedMeetingView, surroundingsOf } from '../meeting-view.ts';
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

  // All of it is asked for at once, so that it is one round trip; of a meeting that is not visible nothing is used.
  async find({ meetingId }, context) {
    const [visible, surroundings, gaps] = await Promise.all([
      visibleMeeting(meetingId, context),
      surroundingsOf([meetingId], context),
      context.occurrences.gapsOfPartialSeries(meetingId),
    ]);
    return { visible, surroundings, gaps };
  },
  may: onMeeting('read'),

  async run(_, context) {
    const { visible, surroundings, gaps } = context.found;
    return managedMeetingView(visible, surroundings, context, {
      warnings: portabilityWarnings(visible.meeting, gaps, context.timeZones),
    });
  },
});
