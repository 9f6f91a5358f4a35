import { z } from 'zod';
import { planLimitReached } from '../../kernel/errors.ts';
import { mailBudgetUsed } from '../../kernel/outside-mail.ts';
import { id, multiline, version } from '../../kernel/shapes.ts';
import {
  meetingInvalidState,
  meetingInvitationInvalidState,
  meetingInvitationNotFound,
  meetingNotFound,
} from '../errors.ts';
import { isOver } from '../meeting.ts';
import { onMeeting } from '../meeting-access.ts';
import { command } from '../ports.ts';
import { bounceWarnings } from './bounce.ts';
import { InvitedView } from './create-meeting-invitation.ts';
import { meetingInvitationResent } from './events.ts';
import { requireChangeable, requireResendable } from './invitation.ts';
import { inviteUrlOf } from './invitation-links.ts';
import { invitationToChange } from './invitation-to-change.ts';
import { queueMails } from './mail-queue.ts';
import { shownInvitation } from './shown-invitation.ts';

export const resendMeetingInvitation = command({
  summary: 'Send an invitation to a meeting again',
  description:
    'The mail carries a new link; the old link stops working. An invitation can be sent again at most once in ten minutes.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  outside: true,
  secret: true,
  input: z.strictObject({
    meetingId: id().describe('The id of the meeting.'),
    invitationId: id().describe('The id of the invitation.'),
    message: multiline(1000).optional().describe('Words of your own, included in the mail.'),
    notify: z.boolean().default(true).describe('If false, no mail is sent; pass the link on yourself.'),
    expectedVersion: version().optional(),
  }),
  output: InvitedView,
  errors: [
    mailBudgetUsed,
    meetingNotFound,
    meetingInvitationNotFound,
    planLimitReached,
    meetingInvitationInvalidState,
    meetingInvalidState,
  ],

  find: (input, context) => invitationToChange(input, context),
  may: onMeeting('invite'),
  async limit({ meetingId }, { entitlements, invitees }) {
    entitlements.requireWithin('meeting_invitees', await invitees.count(meetingId));
  },
  version: ({ invitation }) => invitation.version,

  async run({ meetingId, invitationId, message, notify }, context) {
    const { found, invitees, linkTokens, now, emit } = context;
    const { invitation, avatarUrl, resentAt, visible } = found;
    requireChangeable(invitation, visible.meeting.organizerUserId, 'resend');
    if (isOver(visible.meeting)) throw meetingInvalidState();
    requireResendable(resentAt, now);
    const warnings = await bounceWarnings(invitation.email, invitees);

    const tokenGeneration = invitation.tokenGeneration + 1;
    const { token, keyNumber } = linkTokens.derive('meeting_invitation', invitationId, tokenGeneration);
    const relinked = {
      ...invitation,
      tokenHash: linkTokens.hash(token),
      tokenKeyNumber: keyNumber,
      tokenGeneration,
      deliveryStatus: notify ? ('queued' as const) : invitation.deliveryStatus,
      updatedAt: now,
    };
    const after = await invitees.relink(relinked, invitation.tokenHash, now);
    const icalSequence = await invitees.raiseSequence(meetingId);
    emit(meetingInvitationResent, {
      invitationId,
      meetingId,
      version: after.version,
      tokenGeneration,
      icalSequence,
      notify,
    });
    const note = message || null;
    if (notify)
      await queueMails(
        meetingId,
        invitationId,
        { kind: 'invitation', sequence: icalSequence, note },
        now,
        context,
      );
    return {
      invitation: await shownInvitation(after, avatarUrl, context),
      inviteUrl: inviteUrlOf(after, visible.meeting.joinCode, context),
      warnings,
    };
  },
});
