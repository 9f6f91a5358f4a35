import { meetingInvalidState } from '../errors.ts';
import type { Meeting } from '../meeting.ts';
import type { MeetingChange } from './meeting-change-input.ts';

const isAsked = (...values: readonly unknown[]): boolean => values.some((value) => value !== undefined);

/** Throws `meeting.invalid_state` if the change touches what the type and state of the meeting keep closed (meetings 9.2). */
export function requireChangeable({ meetingType, status }: Meeting, change: MeetingChange): void {
  const { scheduledStartAt, timeZone, durationMinutes, recurrence } = change;
  const { webinar, visibility, title, settings, passcodeHash, externalReference } = change;
  const changesTime = isAsked(scheduledStartAt, timeZone, durationMinutes, recurrence);
  if (status === 'cancelled' || status === 'archived') throw meetingInvalidState();
  if (meetingType === 'personal_room' || (meetingType === 'instant' && status === 'live')) {
    if (changesTime || isAsked(webinar, visibility, externalReference))
      throw meetingInvalidState({
        message: 'Only title, description, settings and passcode of such a meeting can be changed.',
      });
    return;
  }
  if (status !== 'ended') return;
  if (scheduledStartAt !== undefined && meetingType !== 'instant') return;
  if (changesTime || isAsked(webinar, visibility, title, settings, passcodeHash))
    throw meetingInvalidState({
      message: 'The meeting is over: change its description and reference, or give it a new start.',
    });
}
