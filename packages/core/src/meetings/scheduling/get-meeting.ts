import { z } from 'zod';
import { id } from '../../kernel/shapes.ts';
import { meetingNotFound } from '../errors.ts';
import { ManagedMeetingView, managedMeeting } from '../meeting-view.ts';
import { query } from '../ports.ts';
import { meetingInSight, noteAdminSight, onMeeting } from '../standing.ts';
import { portabilityWarnings } from './portability-warnings.ts';

export const getMeeting = query({
  summary: 'Show a meeting',
  description:
    'If an owner or admin reads a private meeting that they do not take part in, its activity says so.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  audited: true,
  always: true,
  input: z.strictObject({ meetingId: id() }),
  output: ManagedMeetingView,
  errors: [meetingNotFound],
  cli: { aliases: ['get'] },

  find: ({ meetingId }, context) => meetingInSight(meetingId, context),
  may: onMeeting('read'),

  async run(_, context) {
    const { found: sight } = context;
    noteAdminSight(sight, context);
    return managedMeeting(sight, context, { warnings: await portabilityWarnings(sight.meeting, context) });
  },
});
