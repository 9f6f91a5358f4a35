import { z } from 'zod';
import { id, text, version } from '../../kernel/shapes.ts';
import { onMeeting } from '../meeting-access.ts';
import { command } from '../ports.ts';
import { revokeAdmissions } from '../room/admission-revocation.ts';
import { meetingInvitationRevoked } from './events.ts';
import { requireChangeable, revoked } from './invitation.ts';
import { invitationChangeErrors, invitationToChange } from './invitation-to-change.ts';
import { queueMails } from './mail-queue.ts';
import { shownInvitation } from './shown-invitation.ts';
import { InvitationMutationView } from './views.ts';

export const revokeMeetingInvitation = command({
  summary: 'Revoke an invitation to a meeting',
  description:
    'The link stops working at once, and whoever waits or is in the room by it is removed. The person gets a mail that takes the meeting out of their calendar.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  always: true,
  input: z.strictObject({
    meetingId: id().describe('The id of the meeting.'),
    invitationId: id().describe('The id of the invitation.'),
    reason: text(500).optional().describe('Included in the mail to the person.'),
    notify: z.boolean().default(true).describe('If false, no mail is sent.'),
    expectedVersion: version().optional(),
  }),
  output: InvitationMutationView,
  errors: invitationChangeErrors,

  find: (input, context) => invitationToChange(input, context),
  may: onMeeting('invite'),
  version: ({ invitation }) => invitation.version,

  async run({ meetingId, invitationId, reason = null, notify }, context) {
    const { found, invitees, occurrences, now, emit } = context;
    const { invitation, avatarUrl, visible } = found;
    requireChangeable(invitation, visible.meeting.organizerUserId, 'revoke');

    const after = await invitees.save(revoked(invitation, now));
    const icalSequence = await invitees.raiseSequence(meetingId);
    await occurrences.refreshPeople(meetingId);
    await revokeAdmissions(invitationId, context);
    emit(meetingInvitationRevoked, {
      invitationId,
      meetingId,
      version: after.version,
      icalSequence,
      notify,
      reason,
    });
    if (notify)
      await queueMails(
        meetingId,
        invitationId,
        { kind: 'cancelled', sequence: icalSequence, note: reason },
        now,
        context,
      );
    return { invitation: await shownInvitation(after, avatarUrl, context), warnings: [] };
  },
});
