import type { MailMessage } from '@chancery/core';
import { type Person, type World, world } from './world.ts';

export const mailSettings = { mailOrganizer: 'meetings@example.com', webUrl: 'https://app.example.com' };
/** A Monday at 09:00 in Berlin, so far ahead that no reminder of it falls due soon. */
export const mondayMorning = '2027-06-07T07:00:00.000Z';
export const cleo = { email: 'cleo@client.example', displayName: 'Cleo' };

type CreateMeeting = World['chancery']['meetings']['createMeeting'];

/** A world in which the owner has a meeting, and mails leave when a minute has passed. */
export async function meetingWorld(
  over: Partial<Parameters<CreateMeeting>[0]> = {},
  given: Parameters<typeof world>[0] = {},
) {
  const made = await world({
    ...given,
    settings: { ...mailSettings, accessTokenSeconds: 100 * 86_400, ...given.settings },
  });
  const { chancery, owner, clock, worker, ports, sql } = made;
  const meeting = async (input: Partial<Parameters<CreateMeeting>[0]> = {}, by: Person = owner) =>
    (
      await chancery.meetings.createMeeting(
        { title: 'Review', scheduledStartAt: mondayMorning, timeZone: 'Europe/Berlin', ...input },
        by.session,
      )
    ).meeting;
  const first = await meeting(over);
  return {
    ...made,
    meetingId: first.id,
    meeting: first,
    /** Another meeting. */
    schedule: meeting,
    invite: (input: Partial<Parameters<typeof chancery.meetings.createMeetingInvitation>[0]> = cleo) =>
      chancery.meetings.createMeetingInvitation({ meetingId: first.id, ...input }, owner.session),
    /** Runs what is due a minute from now, and returns the mails that were sent since the last call. */
    async mails(seconds = 60): Promise<readonly MailMessage[]> {
      clock.advance({ seconds });
      await worker.drain();
      return ports.mail.sent.splice(0).filter(({ to }) => to.address !== '');
    },
    /** The link of an invitation, as its mail carries it. */
    tokenOf: tokenOfUrl,
    invitations: () =>
      sql<{ id: string; display_name: string; status: string; delivery_status: string; role: string }>(
        'select id, display_name, status, delivery_status, role from meeting_invitations where meeting_id = $1 order by id',
        [first.id],
      ),
  };
}

/** The token in a link. */
export const tokenOfUrl = (text: string): string => /invite=([\w-]{43})/.exec(text)?.[1] ?? '';
