import type { Instant } from '../../kernel/time.ts';
import { invalidField } from '../../kernel/validation.ts';
import type { Invitee } from '../invitations/new-invitations.ts';
import { type Meeting, meetingStates } from '../meeting.ts';
import type { RecurrenceInput } from '../recurrence/index.ts';
import { type WebinarInput, webinarSettingsOf } from '../webinars/webinar-settings.ts';
import { addMeeting, type MeetingDraft, type ScheduledMeeting } from './meeting-creation.ts';
import {
  initialMeetingSettings,
  longestMinutes,
  type SettingsInput,
  settingsWith,
} from './meeting-settings.ts';
import { checkSchedule } from './schedule-rules.ts';
import type { SchedulingContext } from './scheduling-context.ts';
import { timetable } from './timetable.ts';

/** A meeting to be created; fields left out have the defaults of `POST M` (meetings 9.2). */
export interface MeetingInput {
  readonly title: string;
  readonly description: string;
  readonly meetingType?: 'scheduled' | 'recurring' | 'webinar' | undefined;
  readonly scheduledStartAt: Instant;
  readonly timeZone: string;
  /** By default an hour, or what the plan allows if that is less. */
  readonly durationMinutes?: number | undefined;
  readonly recurrence?: RecurrenceInput | null | undefined;
  readonly settings?: SettingsInput | undefined;
  readonly webinar?: WebinarInput | undefined;
  readonly passcodeHash?: string | null | undefined;
  readonly invitees: readonly Invitee[];
  readonly visibility?: Meeting['visibility'] | undefined;
  readonly templateId?: string | null | undefined;
  readonly externalReference: string | null;
  readonly onConflict?: 'allow' | 'reject' | undefined;
  readonly notify?: boolean | undefined;
  readonly organizerUserId: string;
  readonly source: Meeting['source'];
}

/** The one function that creates meetings with a start: it checks, writes, and notifies those who are invited. */
export async function scheduleMeeting(
  input: MeetingInput,
  context: SchedulingContext,
): Promise<ScheduledMeeting> {
  const { now, timeZones, entitlements } = context;
  const meetingType = typeOf(input);
  if (meetingType === 'webinar') entitlements.requireFeature('webinars');
  checkSchedule(input.scheduledStartAt, input.timeZone, now, timeZones);
  const { recurrence = null } = input;
  // A start is never refused by the plan, a new series may be (MTG-103).
  if (recurrence !== null) entitlements.requireFeature('meetings_recurring');
  const durationMinutes = input.durationMinutes ?? Math.min(60, longestMinutes(entitlements));
  // At its creation, and never at its start (MTG-103).
  entitlements.requireWithin('meeting_duration_minutes', durationMinutes);
  const plan = timetable({ ...input, durationMinutes, recurrence }, now, timeZones);

  const draft: MeetingDraft = {
    ...plan.meeting,
    meetingType,
    status: meetingStates.begin('scheduled'),
    title: input.title,
    description: input.description,
    settings: settingsWith(
      input.settings ?? {},
      initialMeetingSettings(entitlements, { webinar: meetingType === 'webinar' }),
      entitlements,
    ),
    webinar: meetingType === 'webinar' ? webinarOf(input.webinar ?? {}, context) : null,
    organizerUserId: input.organizerUserId,
    visibility: input.visibility ?? 'private',
    passcodeHash: input.passcodeHash ?? null,
    source: input.source,
    externalReference: input.externalReference,
    templateId: input.templateId ?? null,
  };
  return addMeeting(draft, plan, input, context);
}

/** `recurring` if there is a rule, else `scheduled`; a webinar may have a rule. */
function typeOf({ meetingType, recurrence, webinar }: MeetingInput): Meeting['meetingType'] {
  const hasRule = (recurrence ?? null) !== null;
  if ((meetingType === 'scheduled' && hasRule) || (meetingType === 'recurring' && !hasRule))
    throw invalidField(
      '/meetingType',
      'meeting_type.mismatch',
      'A recurring meeting has a recurrence, and a scheduled one has none.',
    );
  if (webinar !== undefined && meetingType !== 'webinar')
    throw invalidField(
      '/webinar',
      'webinar.not_allowed',
      'Only a meeting of type webinar has these settings.',
    );
  return meetingType ?? (hasRule ? 'recurring' : 'scheduled');
}

function webinarOf(input: WebinarInput, { newId, entitlements }: SchedulingContext): Meeting['webinar'] {
  const settings = webinarSettingsOf(input, null, { newId });
  if (settings.capacity !== null) entitlements.requireWithin('webinar_attendees', settings.capacity);
  return settings;
}
