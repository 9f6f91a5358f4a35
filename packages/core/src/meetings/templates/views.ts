import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { meetingRoles } from '../meeting.ts';
import { MeetingSettingsView } from '../scheduling/meeting-settings.ts';
import { QuestionView, WebinarSettingsView } from '../webinars/webinar-settings.ts';
import { type MeetingTemplate, templateScopes } from './template.ts';

export const MeetingTemplateView = z
  .object({
    id: shown.id(),
    workspaceId: z.string(),
    name: z.string(),
    scope: z.enum(templateScopes),
    ownerUserId: z.string(),
    title: z.string(),
    description: z.string(),
    durationMinutes: z.int(),
    recurrenceRule: z.string().nullable(),
    settings: MeetingSettingsView.partial().describe('The settings that a meeting made from it begins with.'),
    webinar: WebinarSettingsView.extend({ questions: z.array(QuestionView.omit({ id: true })) })
      .partial()
      .nullable(),
    invitees: z.array(
      z.object({
        userId: z.string().nullable(),
        email: z.string().nullable(),
        displayName: z.string().nullable(),
        role: z.enum(meetingRoles),
        required: z.boolean(),
      }),
    ),
    status: z.enum(['active', 'archived']),
    createdAt: shown.instant(),
    updatedAt: shown.instant(),
    version: z.int(),
  })
  .meta({ id: 'MeetingTemplate' });

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
