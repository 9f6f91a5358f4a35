import { z } from 'zod';
import { id } from '../../kernel/shapes.ts';
import { meetingNotFound } from '../errors.ts';
import { onMeeting, recordAdminView, visibleMeeting } from '../meeting-access.ts';
import { ManagedMeetingView, managedMeeting } from '../meeting-view.ts';
import { query } from '../ports.ts';
import { warningsOf } from './warnings-of.ts';

export const getMeeting = query({
  summary: 'Show a meeting',
  description:
    'An owner or admin who looks at a private meeting that they are not in leaves a line in its activity.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  audited: true,
  always: true,
  input: z.strictObject({ meetingId: id() }),
  output: ManagedMeetingView,
  errors: [meetingNotFound],
  cli: { aliases: ['get'] },

  find: ({ meetingId }, context) => visibleMeeting(meetingId, context),
  may: onMeeting('read'),

  async run(_, context) {
    const { found: visible } = context;
    recordAdminView(visible, context);
    return managedMeeting(visible, context, { warnings: await warningsOf(visible.meeting, context) });
  },
});
