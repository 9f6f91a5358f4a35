import { planFeatureNotIncluded, planLimitReached } from '../../kernel/errors.ts';
import { mailBudgetUsed } from '../../kernel/outside-mail.ts';
import { invalidField } from '../../kernel/validation.ts';
import {
  meetingConflict,
  meetingInvalidState,
  meetingNotFound,
  meetingSeriesStarted,
  occurrenceInvalidState,
  occurrenceNotFound,
} from '../errors.ts';
import { changedMeeting, meetingToChange, onMeeting } from '../meeting-access.ts';
import { ManagedMeetingView, managedMeeting } from '../meeting-view.ts';
import { action } from '../ports.ts';
import { nothingChanges, versionRequired } from './change-failures.ts';
import { applyMeetingChange } from './meeting-change.ts';
import { changeableFields, type MeetingChange, meetingChangeInput } from './meeting-change-input.ts';
import { preparePasscode } from './passcode.ts';
import { splitSeries } from './series-split.ts';

export const updateMeeting = action({
  summary: 'Change a meeting or a series',
  description:
    'Send the version that you read. Everybody who is invited is notified. Once a series has begun, its time and rule can only change with scope this_and_following; the response is then the new meeting that follows.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  secret: true,
  input: meetingChangeInput,
  output: ManagedMeetingView,
  errors: [
    mailBudgetUsed,
    meetingNotFound,
    planFeatureNotIncluded,
    planLimitReached,
    meetingInvalidState,
    meetingSeriesStarted,
    meetingConflict,
    occurrenceNotFound,
    occurrenceInvalidState,
  ],
  cli: { aliases: ['update'] },

  async prepare(input, { passwords, random }) {
    if (input.expectedVersion === undefined) throw versionRequired();
    const asked = [...Object.keys(changeableFields), 'passcode'].some(
      (name) => (input as Record<string, unknown>)[name] !== undefined,
    );
    if (!asked && !input.generatePasscode) throw nothingChanges();
    if (input.scope === 'this_and_following' && input.sessionId === undefined)
      throw invalidField('/sessionId', 'field.required', 'Name the first session that the change is for.');
    return preparePasscode(input, { passwords, random });
  },

  find: ({ meetingId }, context) => meetingToChange(meetingId, context),
  may: onMeeting('edit'),
  version: ({ meeting }) => meeting.version,

  async run(input, context) {
    const { found: visible, prepared } = context;
    const { meetingId: _, scope, sessionId, expectedVersion, passcode, generatePasscode, ...changes } = input;
    const change: MeetingChange = { ...changes, passcodeHash: prepared.hash };

    const { meeting, warnings } =
      scope === 'all' || sessionId === undefined
        ? await applyMeetingChange(visible.meeting, change, context)
        : await splitSeries(visible.meeting, sessionId, change, context);
    const after = await changedMeeting(meeting.id, context);
    return managedMeeting(after, context, { warnings, passcode: prepared.generated });
  },
});
