import { z } from 'zod';
import { id, instant, multiline, text, timeZone } from '../../kernel/shapes.ts';
import { inviteeInput } from '../invitations/new-invitations.ts';
import { recurrenceWish } from '../recurrence/index.ts';
import { webinarInput } from '../webinars/webinar-settings.ts';
import { settingsWish } from './meeting-settings.ts';

/** Input fields that rows about meetings share. */
export const title = () => text(200).describe('What the meeting is called.');
export const description = () => multiline(10_000).describe('Plain text, shown to everybody who is invited.');
export const durationMinutes = () =>
  z
    .int()
    .min(5)
    .max(1440)
    .optional()
    .describe('Elapsed minutes; by default 60, or the most that the plan allows if that is less.');
export const visibility = () =>
  z.enum(['private', 'workspace']).describe('workspace: every active member sees it and may ask to enter.');
export const notify = () =>
  z.boolean().default(true).describe('False: the change is written and nobody gets a mail.');
export const onConflict = () =>
  z
    .enum(['allow', 'reject'])
    .default('allow')
    .describe('reject: refused with meeting.conflict where a member who is to come is busy.');
export const externalReference = () =>
  text(255).nullable().describe('Your own reference; comes back unchanged.');
export const invitees = (most: number) =>
  z.array(inviteeInput()).max(most).default([]).describe('A person named twice is invited once.');
export const reason = () => text(500).optional().describe('Told to those who were invited.');

export const scheduleFields = {
  scheduledStartAt: instant().describe(
    'A whole minute, from now to five years ahead; of a series its first.',
  ),
  timeZone: timeZone()
    .optional()
    .describe("The IANA zone that the meeting lives in; by default your own, else the workspace's."),
  durationMinutes: durationMinutes(),
  recurrence: recurrenceWish().nullable().optional().describe('Null or left out: it takes place once.'),
};
export const settings = () =>
  settingsWish().optional().describe('Any of the settings; the others have their defaults.');
export const webinar = () => webinarInput().optional().describe('Only for meetings of type webinar.');
export const templateId = () => id().optional().describe('What you leave out is taken from this template.');
