import { z } from 'zod';
import { pageFields, pageOf } from '../../kernel/pages.ts';
import { id, shown } from '../../kernel/shapes.ts';
import { permissionsOn } from '../../kernel/thing-permission.ts';
import { invalidField } from '../../kernel/validation.ts';
import { meetingNotFound } from '../errors.ts';
import { meetingRoles } from '../meeting.ts';
import {
  type AccessRole,
  may,
  meetingPermissions,
  seesAddresses,
  type VisibleMeeting,
  visibleMeeting,
} from '../meeting-access.ts';
import { query } from '../ports.ts';
import { meetingInvitationStatuses } from './invitation.ts';
import { MeetingInvitationView, meetingInvitationView } from './views.ts';

/** The guest list is for those who invite, and for invitees to whom it is shown. */
const onGuestList = permissionsOn(
  'guest list',
  { read: [...meetingPermissions.invite, 'shown'] },
  {
    ofRoles: {
      owner: { always: ['admin'], perhaps: ['host', 'co_host', 'invited', 'other', 'shown'] },
      admin: { always: ['admin'], perhaps: ['host', 'co_host', 'invited', 'other', 'shown'] },
      member: { always: [], perhaps: ['host', 'co_host', 'invited', 'other', 'shown'] },
      guest: { always: [], perhaps: ['workspace_guest', 'shown'] },
    },
    words: {
      host: 'is host of the meeting',
      co_host: 'is co-host',
      shown: 'is invited, if the guest list is open to them',
    },
    standingsOf: (visible: VisibleMeeting): readonly (AccessRole | 'shown')[] =>
      isOpenTo(visible) ? [...visible.accessRoles, 'shown'] : visible.accessRoles,
  },
);

export const listMeetingInvitations = query({
  summary: 'List the invitations of a meeting',
  description:
    'Sorted by role, then by name. People who do not run the meeting see only names and roles, and only if its guest list is open to them.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  cli: { columns: ['person.displayName', 'person.email', 'status', 'role', 'respondedAt', 'id'] },
  input: z.strictObject({
    meetingId: id().describe('The id of the meeting.'),
    status: z
      .enum(meetingInvitationStatuses)
      .optional()
      .describe('By default all invitations except revoked ones.'),
    ...pageFields(['integer', 'text', 'id'], { most: 500, usual: 200 }),
  }),
  output: z.object({
    invitations: z.array(MeetingInvitationView),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
  }),
  errors: [meetingNotFound],

  find: ({ meetingId }, context) => visibleMeeting(meetingId, context),
  may: onGuestList('read'),

  async run({ meetingId, status, limit, cursor }, { found, invitees, user, workspaceId }) {
    const inFull = may(found, 'invite');
    if (!inFull && status !== undefined)
      throw invalidField('/status', 'field.not_an_option', 'Only those who run the meeting see the answers.');
    const statuses =
      status === undefined ? meetingInvitationStatuses.filter((name) => name !== 'revoked') : [status];
    const after = cursor ?? null;
    const rows = await invitees.list(meetingId, statuses, after, limit);
    const page = pageOf(rows, limit, (row) => [
      String(meetingRoles.indexOf(row.role)),
      row.displayName,
      row.id,
    ]);
    const responses = await invitees.responses(page.rows.map((row) => row.id));
    return {
      invitations: page.rows.map((row) => {
        const own = row.userId === user.userId;
        return meetingInvitationView(row, row, responses, workspaceId, {
          address: own || (inFull && seesAddresses(found)),
          answers: own || inFull,
        });
      }),
      count: page.count,
      nextCursor: page.nextCursor,
    };
  },
});

/** Whether the guest list is open to an invitee: to members, or to guests too (MTG-49). */
function isOpenTo({ meeting, accessRoles }: VisibleMeeting): boolean {
  const { guestListVisibility } = meeting.settings;
  if (accessRoles.includes('invited')) return guestListVisibility !== 'hidden';
  return accessRoles.includes('workspace_guest') && guestListVisibility === 'everyone';
}
