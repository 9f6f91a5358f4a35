import { meetingNotAWebinar } from '../errors.ts';
import type { Meeting } from '../meeting.ts';

/** After the permission: registrations are of webinars alone. */
export function requireWebinar({ meetingType }: Pick<Meeting, 'meetingType'>): void {
  if (meetingType !== 'webinar') throw meetingNotAWebinar();
}
