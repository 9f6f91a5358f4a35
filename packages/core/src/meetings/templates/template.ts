import { machine } from '../../kernel/machine.ts';
import type { Instant } from '../../kernel/time.ts';
import { meetingTemplateInvalidState } from '../errors.ts';
import type { MeetingSettings, meetingRoles } from '../meeting.ts';
import type { WebinarInput } from '../webinars/webinar-settings.ts';

/** What a meeting can be created from (meetings 4.6). Archived templates are kept, since meetings refer to them. */
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
  /** Checked against the start of each meeting that is made from the template. */
  readonly recurrenceRule: string | null;
  /** Only the settings that differ from the defaults. */
  readonly settings: Partial<MeetingSettings>;
  /** Null for meetings that are no webinars; questions have no ids, since each webinar gives them its own. */
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

/** Only the owner sees a personal template. */
export const isVisibleTo = ({ scope, ownerUserId }: MeetingTemplate, userId: string): boolean =>
  scope === 'workspace' || ownerUserId === userId;
