import { meetingNotAWebinar } from '../errors.ts';
import type { Meeting } from '../meeting.ts';

/** Called after the permission check: only webinars have registrations. */
export function requireWebinar({ meetingType }: Pick<Meeting, 'meetingType'>): void {
  if (meetingType !== 'webinar') throw meetingNotAWebinar();
}
