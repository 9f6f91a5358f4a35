import { machine } from '../../kernel/machine.ts';
import type { Instant } from '../../kernel/time.ts';
import { meetingTemplateInvalidState } from '../errors.ts';
import type { MeetingSettings, meetingRoles } from '../meeting.ts';
import type { WebinarInput } from '../webinars/webinar-settings.ts';

/** What a meeting can be made from (meetings 4.6). An archived one is kept, since meetings name it. */
export const templateStates = machine(meetingTemplateInvalidState, ['active'], {
  active: { delete: 'archived' },
  archived: {},
});
export const templateScopes = ['personal', 'workspace'] as const;

export interface TemplateInvitee {
  readonly userId: string | null;
  readonly email: string | null;
  readonly displayName: string | null;
  readonly role: (typeof meetingRoles)[number];
  readonly required: boolean;
}

export interface MeetingTemplate {
  readonly id: string;
  readonly ownerUserId: string;
  readonly scope: (typeof templateScopes)[number];
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly durationMinutes: number;
  /** As it was given: whether it fits is asked with each start. */
  readonly recurrenceRule: string | null;
  /** Those that differ from what a meeting begins with. */
  readonly settings: Partial<MeetingSettings>;
  /** Null for meetings that are no webinars; questions without ids, since each webinar has its own. */
  readonly webinar: WebinarInput | null;
  readonly invitees: readonly TemplateInvitee[];
  readonly status: (typeof templateStates.states)[number];
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly version: number;
}

export const archived = (template: MeetingTemplate, at: Instant): MeetingTemplate => ({
  ...template,
  status: templateStates.next(template.status, 'delete'),
  updatedAt: at,
});

/** Personal templates are their owner's alone. */
export const isVisibleTo = ({ scope, ownerUserId }: MeetingTemplate, userId: string): boolean =>
  scope === 'workspace' || ownerUserId === userId;
