import { z } from 'zod';
import { id, instant, timeZone, version } from '../../kernel/shapes.ts';
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

/** What of a meeting can be changed. */
export const changeableFields = {
  title: title().optional(),
  description: description().optional(),
  scheduledStartAt: instant()
    .optional()
    .describe('With this_and_following the new start of the chosen occurrence.'),
  timeZone: timeZone().optional(),
  durationMinutes: durationMinutes().describe('Elapsed minutes.'),
  recurrence: recurrenceInput()
    .nullable()
    .optional()
    .describe('Null leaves the first occurrence that is to come.'),
  settings: settings().describe('Any of the settings; the others stay.'),
  webinar: webinar(),
  visibility: visibility().optional(),
  externalReference: externalReference().optional(),
};
/** What is sent to change a meeting. */
export const meetingChangeInput = z.strictObject({
  meetingId: id(),
  scope: z
    .enum(['all', 'this_and_following'])
    .default('all')
    .describe('this_and_following splits a series before the session named; both halves keep the join code.'),
  sessionId: id().optional().describe('The first occurrence that the change is for.'),
  ...changeableFields,
  ...passcodeFields,
  keepExceptions: z
    .boolean()
    .default(true)
    .describe('Occurrences that were changed keep their changes where their date goes on.'),
  onConflict: onConflict(),
  notify: notify(),
  expectedVersion: version().optional(),
});
/** A change as it is worked on: the passcode is hashed by then. */
export type MeetingChange = Omit<
  z.output<typeof meetingChangeInput>,
  'meetingId' | 'scope' | 'sessionId' | 'expectedVersion' | 'passcode' | 'generatePasscode'
> & { readonly passcodeHash: string | null | undefined };
