import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { isRequired } from '../invitations/invitee-fields.ts';
import { meetingRoles } from '../meeting.ts';
import { MeetingSettingsView } from '../scheduling/meeting-settings.ts';
import { QuestionView, WebinarSettingsView } from '../webinars/webinar-settings.ts';
import { type MeetingTemplate, templateScopes } from './template.ts';

export const MeetingTemplateView = z
  .object({
    id: shown.ownId(),
    workspaceId: shown.workspaceId(),
    name: z.string().describe('The name of the template.'),
    scope: z.enum(templateScopes).describe('Whose template it is: of one person, or of the workspace.'),
    ownerUserId: z.string().describe('Who owns it.'),
    title: z.string().describe('The title of the meetings.'),
    description: z.string().describe('What the meetings are about, as plain text.'),
    durationMinutes: z.int().describe('How long it lasts, in minutes.'),
    recurrenceRule: z
      .string()
      .nullable()
      .describe('How it repeats, as an RFC 5545 rule; null if it does not.'),
    settings: MeetingSettingsView.partial().describe('The settings that a meeting made from it begins with.'),
    webinar: WebinarSettingsView.extend({
      questions: z.array(QuestionView.omit({ id: true })).describe('What registrants are asked.'),
    })
      .partial()
      .nullable()
      .describe('The settings of a webinar that it sets; null if none.'),
    invitees: z
      .array(
        z.object({
          userId: z.string().nullable().describe('The id of the person; null if they have no account.'),
          email: z.string().nullable().describe('The e-mail address; null for a member.'),
          displayName: z.string().nullable().describe('The name of the person; null if it is not known.'),
          role: z.enum(meetingRoles).describe('The role of the person in the meeting.'),
          required: isRequired(),
        }),
      )
      .describe('Who is invited.'),
    status: z.enum(['active', 'archived']).describe('Whether it can be used.'),
    createdAt: shown.createdAt(),
    updatedAt: shown.updatedAt(),
    version: shown.version(),
  })
  .meta({ id: 'MeetingTemplate', description: 'A template for meetings.' });

export const meetingTemplateView = (
  { settings, webinar, invitees, ...template }: MeetingTemplate,
  workspaceId: string,
): z.input<typeof MeetingTemplateView> => ({
  ...template,
  workspaceId,
  settings: { ...settings, ...(settings.reminders ? { reminders: [...settings.reminders] } : {}) } as never,
  webinar: webinar === null ? null : (withoutUndefined(webinar) as never),
  invitees: [...invitees],
});

const withoutUndefined = (value: object) =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined));
