import { z } from 'zod';
import { requestInvalid } from '../../kernel/errors.ts';
import { id, version } from '../../kernel/shapes.ts';
import { invalidField } from '../../kernel/validation.ts';
import type { MeetingInvitation } from '../meeting.ts';
import { onMeeting } from '../meeting-access.ts';
import { command, type MeetingsPorts } from '../ports.ts';
import { applyRoleChange } from '../room/role-change.ts';
import { meetingInvitationUpdated } from './events.ts';
import { requireChangeable } from './invitation.ts';
import { invitationChangeErrors, invitationToChange } from './invitation-to-change.ts';
import { admissionPolicy, canHost, hostMustBeMember, isRequired, roleInput } from './invitee-fields.ts';
import { shownInvitation } from './shown-invitation.ts';
import { InvitationMutationView } from './views.ts';

export const updateMeetingInvitation = command({
  summary: 'Update an invitation to a meeting',
  description:
    'Changes the role, whether the person has to wait to be admitted, or whether they are required. In a live session the next token for the room carries the new role.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  always: true,
  input: z
    .strictObject({
      meetingId: id().describe('The id of the meeting.'),
      invitationId: id().describe('The id of the invitation.'),
      role: roleInput().optional(),
      admissionPolicy: admissionPolicy().optional(),
      required: isRequired().optional(),
      expectedVersion: version().optional(),
    })
    .meta({ examples: [{ required: false }] }),
  output: InvitationMutationView,
  errors: invitationChangeErrors,

  find: (input, context) => invitationToChange(input, context),
  may: onMeeting('change_role'),
  version: ({ invitation }) => invitation.version,

  async run({ role, admissionPolicy, required }, context) {
    const { found, invitees, now, emit } = context;
    const { invitation, avatarUrl, visible } = found;
    if (role === undefined && admissionPolicy === undefined && required === undefined)
      throw invalidField('', 'update.empty', 'Give at least one of role, admissionPolicy and required.');
    if (role === 'host') await requireHost(invitation, context);
    requireChangeable(invitation, visible.meeting.organizerUserId, 'change');

    const after = await invitees.save({
      ...invitation,
      role: role ?? invitation.role,
      admissionPolicy: admissionPolicy ?? invitation.admissionPolicy,
      required: required ?? invitation.required,
      updatedAt: now,
    });
    if (after.role !== invitation.role) await applyRoleChange(after.id, after.role, context);
    emit(meetingInvitationUpdated, {
      invitationId: after.id,
      meetingId: after.meetingId,
      version: after.version,
      role: after.role,
      admissionPolicy: after.admissionPolicy,
      required: after.required,
    });
    return { invitation: await shownInvitation(after, avatarUrl, context), warnings: [] };
  },
});

/** MTG-43: throws `request.invalid` unless the invited person can be host. */
async function requireHost(
  { userId }: Pick<MeetingInvitation, 'userId'>,
  { memberDirectory }: Pick<MeetingsPorts, 'memberDirectory'>,
): Promise<void> {
  const [member] = userId === null ? [] : await memberDirectory.find([userId]);
  if (!canHost(member)) throw requestInvalid({ details: [hostMustBeMember('/role')] });
}
