import { meetingTemplateNotFound } from '../errors.ts';
import type { Invitee } from '../invitations/new-invitations.ts';
import type { MeetingSettings } from '../meeting.ts';
import type { MeetingsPorts } from '../ports.ts';
import type { WebinarInput } from '../webinars/webinar-settings.ts';
import { isVisibleTo } from './template.ts';

export interface TemplateDefaults {
  readonly meetingType?: 'webinar';
  readonly title: string;
  readonly description: string;
  readonly durationMinutes: number;
  readonly recurrence: { readonly rrule: string } | null;
  readonly settings: Partial<MeetingSettings>;
  readonly webinar?: WebinarInput;
  readonly invitees: readonly Invitee[];
}

/** What a meeting takes from its template by default. Throws `meeting_template.not_found`, for archived templates too. */
export async function templateDefaults(
  templateId: string,
  { templates, user }: Pick<MeetingsPorts, 'templates'> & { readonly user: { readonly userId: string } },
): Promise<TemplateDefaults> {
  const template = await templates.get(templateId);
  if (template.status !== 'active' || !isVisibleTo(template, user.userId)) throw meetingTemplateNotFound();
  const { title, description, durationMinutes, recurrenceRule, settings, webinar, invitees } = template;
  return {
    title,
    description,
    durationMinutes,
    recurrence: recurrenceRule === null ? null : { rrule: recurrenceRule },
    settings,
    ...(webinar === null ? {} : { meetingType: 'webinar' as const, webinar }),
    invitees: invitees.map(({ userId, email, displayName, role, required }) => ({
      ...(userId === null ? {} : { userId }),
      ...(userId !== null || email === null ? {} : { email }),
      ...(displayName === null ? {} : { displayName }),
      role,
      required,
    })),
  };
}
