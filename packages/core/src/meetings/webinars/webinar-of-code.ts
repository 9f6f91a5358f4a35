import { meetingNotFound } from '../errors.ts';
import type { MeetingsPorts } from '../ports.ts';
import type { Webinar } from './ports.ts';

/** The webinar of a join code, after entering its workspace by it; `meeting.not_found` for no such code and for other meetings. */
export async function webinarOfCode(
  joinCode: string,
  context: Pick<MeetingsPorts, 'meetings' | 'registrations'> & {
    enterByLink(workspaceId: string): Promise<void>;
  },
): Promise<Webinar> {
  const workspaceId = await context.meetings.workspaceOfCode(joinCode);
  if (workspaceId === null) throw meetingNotFound();
  await context.enterByLink(workspaceId);
  const webinar = await context.registrations.webinarOfCode(joinCode);
  if (webinar === null) throw meetingNotFound();
  return webinar;
}
