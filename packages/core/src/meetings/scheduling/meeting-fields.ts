import { z } from 'zod';
import { id, multiline, plannedInstant, text, timeZone, visibleName } from '../../kernel/shapes.ts';
import { inviteeInput } from '../invitations/new-invitations.ts';
import { recurrenceInput } from '../recurrence/index.ts';
import { webinarInput } from '../webinars/webinar-settings.ts';
import { settingsInput } from './meeting-settings.ts';

/** Input fields that several endpoints share. */
export const title = () =>
  visibleName(200)
    .describe('What the meeting is called.')
    .meta({ examples: ['Quarterly review'] });
export const description = () => multiline(10_000).describe('Plain text, shown to everybody who is invited.');
export const durationMinutes = () =>
  z
    .int()
    .min(5)
    .max(1440)
    .describe('How long it lasts, in minutes.')
    .meta({ examples: [45] });
/** Of a new meeting. */
export const durationOrDefault = () =>
  durationMinutes()
    .optional()
    .describe(
      'How long it lasts, in minutes; by default 60, or the most that the plan allows if that is less.',
    );
export const visibility = () =>
  z.enum(['private', 'workspace']).describe('workspace: every active member sees it and may ask to enter.');
export const notify = () => z.boolean().default(true).describe('False makes the change without any mail.');
export const onConflict = () =>
  z
    .enum(['allow', 'reject'])
    .default('allow')
    .describe('reject refuses with meeting.conflict if a member who is to come is busy.');
export const externalReference = () =>
  text(255).nullable().describe('Your own reference, returned unchanged; null for none.');
export const invitees = (most: number) =>
  z
    .array(inviteeInput())
    .max(most)
    .default([])
    .describe('The people to invite; a person named twice is invited once.');
export const reason = () => text(500).optional().describe('Why; shown to everybody who was invited.');

export const scheduleFields = {
  scheduledStartAt: plannedInstant().describe(
    'The start, or that of the first occurrence of a series: a whole minute, from now to five years ahead.',
  ),
  timeZone: timeZone()
    .optional()
    .describe("The IANA time zone of the meeting; by default your own, else the workspace's."),
  durationMinutes: durationOrDefault(),
  recurrence: recurrenceInput()
    .nullable()
    .optional()
    .describe('How the meeting repeats; null or left out means that it takes place once.'),
};
export const settings = () =>
  settingsInput().optional().describe('Any of the settings; those that you leave out have their defaults.');
export const webinar = () =>
  webinarInput().optional().describe('How people register; only for meetings of type webinar.');
export const templateId = () => id().optional().describe('The template that supplies what you leave out.');
