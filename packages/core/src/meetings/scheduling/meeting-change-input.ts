import { z } from 'zod';
import { id, plannedInstant, timeZone, version } from '../../kernel/shapes.ts';
import { recurrenceInput } from '../recurrence/index.ts';
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
} from './meeting-fields.ts';
import { passcodeFields } from './passcode.ts';

/** The fields of a meeting that can be changed. */
export const changeableFields = {
  title: title().optional(),
  description: description().optional(),
  scheduledStartAt: plannedInstant()
    .optional()
    .describe('With scope this_and_following, the new start of the chosen occurrence.'),
  timeZone: timeZone().optional(),
  durationMinutes: durationMinutes().optional(),
  recurrence: recurrenceInput()
    .nullable()
    .optional()
    .describe('Null ends the recurrence; the first occurrence to come stays.'),
  settings: settings().describe('Any of the settings; those that you leave out stay as they are.'),
  webinar: webinar(),
  visibility: visibility().optional(),
  externalReference: externalReference().optional(),
};
/** The request body of a change. */
export const meetingChangeInput = z
  .strictObject({
    meetingId: id().describe('The id of the meeting.'),
    scope: z
      .enum(['all', 'this_and_following'])
      .default('all')
      .describe(
        'this_and_following splits a series before the session that you name; both halves keep the join code.',
      ),
    sessionId: id()
      .optional()
      .describe('The first occurrence that the change applies to; required with this_and_following.'),
    ...changeableFields,
    ...passcodeFields,
    keepExceptions: z
      .boolean()
      .default(true)
      .describe('Occurrences that were changed keep their changes if their date remains in the series.'),
    onConflict: onConflict(),
    notify: notify(),
    expectedVersion: version().optional(),
  })
  .meta({ examples: [{ title: 'Quarterly review', expectedVersion: 3 }] });
/** A change as it is applied, after its passcode was hashed. */
export type MeetingChange = Omit<
  z.output<typeof meetingChangeInput>,
  'meetingId' | 'scope' | 'sessionId' | 'expectedVersion' | 'passcode' | 'generatePasscode'
> & { readonly passcodeHash: string | null | undefined };
