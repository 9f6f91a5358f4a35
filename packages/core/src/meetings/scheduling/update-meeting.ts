import { z } from 'zod';
import {
  permissionDenied,
  planFeatureNotIncluded,
  planLimitReached,
  versionConflict,
} from '../../kernel/errors.ts';
import { requireVersion } from '../../kernel/expected-version.ts';
import { id, instant, timeZone, version } from '../../kernel/shapes.ts';
import { invalidField } from '../../kernel/validation.ts';
import {
  meetingConflict,
  meetingInvalidState,
  meetingNotFound,
  meetingSeriesStarted,
  occurrenceInvalidState,
  occurrenceNotFound,
} from '../errors.ts';
import { ManagedMeetingView, managedMeeting } from '../meeting-view.ts';
import { action } from '../ports.ts';
import { recurrenceWish } from '../recurrence/index.ts';
import { meetingInSight, meetingToChange, permitAction } from '../standing.ts';
import { nothingChanges, versionRequired } from './change-faults.ts';
import { changeMeeting } from './change-meeting.ts';
import {
  description,
  durationMinutes,
  externalReference,
  notify,
  onConflict,
  settings,
  title,
  visibility,
  webinar,
} from './meeting-input.ts';
import { passcodeFields, preparePasscode } from './passcode.ts';
import { splitSeries } from './split-series.ts';

const changes = {
  title: title().optional(),
  description: description().optional(),
  scheduledStartAt: instant()
    .optional()
    .describe('With this_and_following the new start of the chosen occurrence.'),
  timeZone: timeZone().optional(),
  durationMinutes: durationMinutes().describe('Elapsed minutes.'),
  recurrence: recurrenceWish()
    .nullable()
    .optional()
    .describe('Null leaves the first occurrence that is to come.'),
  settings: settings().describe('Any of the settings; the others stay.'),
  webinar: webinar(),
  visibility: visibility().optional(),
  externalReference: externalReference().optional(),
};
const inputSchema = z.strictObject({
  meetingId: id(),
  scope: z
    .enum(['all', 'this_and_following'])
    .default('all')
    .describe('this_and_following splits a series before the session named; both halves keep the join code.'),
  sessionId: id().optional().describe('The first occurrence that the change is for.'),
  ...changes,
  ...passcodeFields,
  keepExceptions: z
    .boolean()
    .default(true)
    .describe('Occurrences that were changed keep their changes where their date goes on.'),
  onConflict: onConflict(),
  notify: notify(),
  expectedVersion: version().optional(),
});
export type MeetingChange = Omit<
  z.output<typeof inputSchema>,
  'meetingId' | 'scope' | 'sessionId' | 'expectedVersion' | 'passcode' | 'generatePasscode'
> & { readonly passcodeHash: string | null | undefined };

export const updateMeeting = action({
  summary: 'Change a meeting or a series',
  description:
    'Needs the version that you read. Everybody invited is told. Once a series has begun, its time and rule change with scope this_and_following alone; the answer is then the new meeting that follows.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  secret: true,
  input: inputSchema,
  output: ManagedMeetingView,
  errors: [
    meetingNotFound,
    permissionDenied,
    planFeatureNotIncluded,
    planLimitReached,
    versionConflict,
    meetingInvalidState,
    meetingSeriesStarted,
    meetingConflict,
    occurrenceNotFound,
    occurrenceInvalidState,
  ],
  cli: { aliases: ['update'] },

  async prepare(input, { passwords, random }) {
    if (input.expectedVersion === undefined) throw versionRequired();
    const asked = [...Object.keys(changes), 'passcode'].some(
      (name) => (input as Record<string, unknown>)[name] !== undefined,
    );
    if (!asked && !input.generatePasscode) throw nothingChanges();
    if (input.scope === 'this_and_following' && input.sessionId === undefined)
      throw invalidField('/sessionId', 'field.required', 'Name the first session that the change is for.');
    return preparePasscode(input, { passwords, random });
  },

  find: ({ meetingId }, context) => meetingToChange(meetingId, context),

  async run(input, context) {
    const { found: sight, prepared } = context;
    permitAction(sight, 'edit');
    requireVersion(sight.meeting.version, input.expectedVersion);
    const { meetingId: _, scope, sessionId, expectedVersion, passcode, generatePasscode, ...wished } = input;
    const change: MeetingChange = { ...wished, passcodeHash: prepared.hash };

    const { meeting, warnings } =
      scope === 'all' || sessionId === undefined
        ? await changeMeeting(sight.meeting, change, context)
        : await splitSeries(sight.meeting, sessionId, change, context);
    const after = await meetingInSight(meeting.id, context);
    return managedMeeting(after, context, { warnings, passcode: prepared.generated });
  },
});
