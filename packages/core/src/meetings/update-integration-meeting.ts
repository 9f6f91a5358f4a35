import { z } from 'zod';
import { planLimitReached } from '../kernel/errors.ts';
import { mailBudgetUsed } from '../kernel/outside-mail.ts';
import { id, plannedInstant, timeZone, version } from '../kernel/shapes.ts';
import { meetingInvalidState, meetingNotFound, meetingSeriesStarted } from './errors.ts';
import {
  IntegrationMeetingDetailView,
  integrationMeetingDetail,
  meetingOfKey,
} from './integration-meeting-detail.ts';
import { command } from './ports.ts';
import { nothingChanges } from './scheduling/change-failures.ts';
import { applyMeetingChange } from './scheduling/meeting-change.ts';
import {
  description,
  durationMinutes,
  externalReference,
  notify,
  title,
} from './scheduling/meeting-fields.ts';

const changes = {
  title: title().optional(),
  description: description().optional(),
  scheduledStartAt: plannedInstant()
    .optional()
    .describe('When it starts: a whole minute, from now to five years ahead.'),
  timeZone: timeZone().optional().describe('The IANA zone that the meeting lives in.'),
  durationMinutes: durationMinutes().optional(),
  externalReference: externalReference().optional(),
};

export const updateIntegrationMeeting = command({
  summary: 'Change a meeting that the same key made',
  description:
    'Everybody who is invited is notified. Answers are asked for again if the time changes. A meeting that another key or a person made is answered as if it did not exist.',
  access: { scope: 'meetings.write' },
  input: z.strictObject({
    meetingId: id().describe('The id of the meeting.'),
    ...changes,
    notify: notify(),
    expectedVersion: version().optional(),
  }),
  output: IntegrationMeetingDetailView,
  errors: [mailBudgetUsed, meetingInvalidState, meetingNotFound, meetingSeriesStarted, planLimitReached],

  find: ({ meetingId }, context) => meetingOfKey(meetingId, context),
  version: (meeting) => meeting.version,

  async run({ meetingId: _, expectedVersion: __, ...input }, context) {
    const asked: Readonly<Record<string, unknown>> = input;
    if (!Object.keys(changes).some((name) => asked[name] !== undefined)) throw nothingChanges();
    const { meeting } = await applyMeetingChange(
      context.found,
      { ...input, keepExceptions: true, onConflict: 'allow', passcodeHash: undefined },
      context,
    );
    return integrationMeetingDetail(meeting, context);
  },
});
