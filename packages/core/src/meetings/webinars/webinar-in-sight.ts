import { meetingNotAWebinar } from '../errors.ts';
import { type MeetingInSight, meetingInSight, permitAction, type SightContext } from '../standing.ts';

/** For `find`: a webinar whose registrations the caller may see and decide on. */
export async function webinarInSight(meetingId: string, context: SightContext): Promise<MeetingInSight> {
  const sight = await meetingInSight(meetingId, context);
  permitAction(sight, 'registrations');
  if (sight.meeting.meetingType !== 'webinar') throw meetingNotAWebinar();
  return sight;
}
