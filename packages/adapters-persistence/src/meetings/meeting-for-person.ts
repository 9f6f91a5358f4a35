import type { meetings } from '@chancery/core';
import { formerMember } from '@chancery/core/internal';
import { invitationColumns, meetingColumns } from './meeting-columns.ts';

/** How a meeting is read together with its organizer and the caller's own invitation. */
export type MeetingForPersonRow = meetings.Meeting & {
  readonly organizer: meetings.MeetingPerson | null;
  readonly invitation: meetings.MeetingInvitation | null;
};

export function meetingForPerson({
  organizer,
  invitation,
  ...meeting
}: MeetingForPersonRow): meetings.MeetingForPerson {
  return {
    meeting,
    organizer: organizer ?? {
      userId: meeting.organizerUserId,
      displayName: formerMember,
      email: null,
      avatarUrl: null,
    },
    invitation: invitation && withInstants(invitation),
  };
}

const instants = ['respondedAt', 'proposedStartAt', 'lastSentAt', 'createdAt', 'updatedAt'] as const;

/** Instants inside a JSON document come in the notation of PostgreSQL. */
function withInstants(invitation: meetings.MeetingInvitation): meetings.MeetingInvitation {
  const read = Object.fromEntries(
    instants.map((name) => {
      const value = invitation[name];
      return [name, value === null ? null : new Date(value).toISOString()];
    }),
  );
  return { ...invitation, ...read };
}

const invitationJson = `jsonb_build_object(${invitationColumns
  .selection('i')
  .split(', ')
  .map((part) => {
    const [column, property] = part.split(' ');
    return `'${property?.replaceAll('"', '')}', ${column}`;
  })
  .join(', ')})`;

export const meetingSelection = `${meetingColumns.selection('m')}, c.join_code "joinCode"`;
export const meetingForPersonSelection = `${meetingSelection},
  (select jsonb_build_object('userId', p.user_id, 'displayName', p.display_name, 'email', p.email, 'avatarUrl', p.avatar_url)
   from memberships p where p.workspace_id = m.workspace_id and p.user_id = m.organizer_user_id order by p.joined_at desc limit 1) organizer,
  case when i.id is null then null else ${invitationJson} end invitation`;
