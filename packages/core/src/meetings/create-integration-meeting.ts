import { z } from 'zod';
import { planLimitReached } from '../kernel/errors.ts';
import { exampleValues } from '../kernel/example-values.ts';
import { mailBudgetUsed } from '../kernel/outside-mail.ts';
import { email, multiline, plannedInstant, text, timeZone, visibleName } from '../kernel/shapes.ts';
import { organizerInactive } from './errors.ts';
import { command } from './ports.ts';
import { creationThrottles } from './scheduling/creation-throttle.ts';
import { durationOrDefault } from './scheduling/meeting-fields.ts';
import { scheduleMeeting } from './scheduling/scheduled-meeting.ts';
import { CreatedIntegrationMeetingView, createdIntegrationMeetingView } from './views.ts';

const MeetingInvitee = z
  .strictObject({
    email: email().describe('Where the invitation goes.'),
    displayName: visibleName(120)
      .optional()
      .describe('By default the address, or the name of the member whose address it is.'),
  })
  .meta({ id: 'MeetingInvitee', description: 'Somebody to invite.' });

export const createIntegrationMeeting = command({
  summary: 'Create a scheduled meeting and receive its join link',
  description:
    'The organizer is the member in whose name the key acts. Everybody invited gets a mail with a link of their own and a calendar file. Send an idempotency key: a repeat then returns the same meeting and mails nobody again.',
  access: { scope: 'meetings.write' },
  outside: ({ invitees }) => invitees.length > 0,
  feature: 'meetings_scheduled',
  throttles: creationThrottles,
  input: z
    .strictObject({
      title: visibleName(200)
        .describe('The title of the meeting.')
        .meta({ examples: ['Kick-off'] }),
      description: multiline(10_000).default('').describe('Plain text, shown to everybody who is invited.'),
      scheduledStartAt: plannedInstant().describe(
        'When it starts: a whole minute, from now to five years ahead.',
      ),
      timeZone: timeZone()
        .optional()
        .describe("The IANA zone that the meeting lives in; by default the workspace's."),
      durationMinutes: durationOrDefault(),
      invitees: z
        .array(MeetingInvitee)
        .max(100)
        .default([])
        .describe('The people to invite; an address given twice is invited once.'),
      externalReference: text(255)
        .nullable()
        .default(null)
        .describe('Your own reference, returned unchanged; null for none.'),
    })
    .meta({
      examples: [{ title: 'Kick-off', scheduledStartAt: exampleValues.plannedAt, durationMinutes: 45 }],
    }),
  output: CreatedIntegrationMeetingView,
  errors: [mailBudgetUsed, organizerInactive, planLimitReached],
  cli: { aliases: ['book'] },

  async run(input, context) {
    const { actsAsUserId, workspace } = context.key;
    const request = {
      ...input,
      timeZone: input.timeZone ?? workspace.settings.defaultTimeZone,
      organizerUserId: actsAsUserId,
      source: 'integration' as const,
    };
    return createdIntegrationMeetingView(await scheduleMeeting(request, context), context.settings.webUrl);
  },
});
