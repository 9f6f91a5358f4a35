import { invalidField } from '../../kernel/validation.ts';
import type { Meeting } from '../meeting.ts';
import { webinarSettingsOf } from '../webinars/index.ts';
import type { MeetingChange } from './meeting-change-input.ts';
import { settingsWith } from './meeting-settings.ts';
import type { SchedulingContext } from './scheduling-context.ts';

/** The meeting with everything that changes except its time. Only what a change adds is checked against the plan (MTG-103). */
export function changedDetails(before: Meeting, change: MeetingChange, context: SchedulingContext): Meeting {
  const { entitlements, newId } = context;
  const { title, description, settings, webinar, visibility, externalReference, passcodeHash } = change;
  if (webinar !== undefined && before.meetingType !== 'webinar')
    throw invalidField(
      '/webinar',
      'webinar.not_allowed',
      'Only a meeting of type webinar has these settings.',
    );
  const offered =
    webinar === undefined ? before.webinar : webinarSettingsOf(webinar, before.webinar, { newId });
  if (offered?.capacity != null && offered.capacity > (before.webinar?.capacity ?? 0))
    entitlements.requireWithin('webinar_attendees', offered.capacity);
  if (change.recurrence && before.recurrence === null) entitlements.requireFeature('meetings_recurring');
  if (change.durationMinutes !== undefined && change.durationMinutes > before.durationMinutes)
    entitlements.requireWithin('meeting_duration_minutes', change.durationMinutes);
  return {
    ...before,
    title: title ?? before.title,
    description: description ?? before.description,
    settings:
      settings === undefined ? before.settings : settingsWith(settings, before.settings, entitlements),
    webinar: offered,
    visibility: visibility ?? before.visibility,
    externalReference: externalReference === undefined ? before.externalReference : externalReference,
    passcodeHash: passcodeHash === undefined ? before.passcodeHash : passcodeHash,
  };
}
