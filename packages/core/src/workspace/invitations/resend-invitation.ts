import { z } from 'zod';
import { domainNotAllowed, guestsDisabled } from '../../identity/index.ts';
import { planLimitReached } from '../../kernel/errors.ts';
import { mailBudgetUsed } from '../../kernel/outside-mail.ts';
import { id, version } from '../../kernel/shapes.ts';
import { invitationAlreadyPending, invitationNotFound, memberAlreadyExists } from '../errors.ts';
import { seatOf } from '../member.ts';
import { command } from '../ports.ts';
import { invitationMailDue, invitationResent } from './events.ts';
import { freshLink } from './fresh-link.ts';
import { invitationInvalidState, resent } from './invitation.ts';
import { invitationToChange, onInvitation, requireInvitable } from './invitation-rules.ts';
import { InvitationView, invitationView } from './views.ts';

export const resendInvitation = command({
  summary: 'Send an invitation again',
  description:
    'The mail has a new link with a new expiry, and the old link stops working. This also revives an invitation that has expired. An invitation can be sent at most ten times, a minute apart.',
  access: { owner: 'any', admin: 'any', member: 'own' },
  outside: true,
  input: z.strictObject({
    invitationId: id().describe('The id of the invitation.'),
    expectedVersion: version().optional(),
  }),
  output: z.object({ invitation: InvitationView }),
  errors: [
    mailBudgetUsed,
    invitationNotFound,
    domainNotAllowed,
    guestsDisabled,
    planLimitReached,
    invitationInvalidState,
    memberAlreadyExists,
    invitationAlreadyPending,
  ],

  find: ({ invitationId }, context) => invitationToChange(invitationId, context),
  may: onInvitation('resend'),
  stepUpWhen: ({ role }) => role === 'owner',
  async limit(_, { found: { invitation, settings }, entitlements }) {
    requireInvitable(invitation, settings);
    // An overdue invitation that the hourly job has not expired yet still holds its seat.
    if (invitation.status === 'expired') await entitlements.reserve(seatOf(invitation.role));
  },
  version: ({ invitation }) => invitation.version,

  async run(_, context) {
    const { found, members, invitations, now, emit } = context;
    const { invitation } = found;
    const renewed = resent(invitation, freshLink(invitation.id, context), now);
    if (await members.isMember({ email: invitation.email })) throw memberAlreadyExists();

    const after = await invitations.save(renewed);
    const { id: invitationId, role, sendCount } = after;
    emit(invitationResent, { invitationId, role, sendCount, version: after.version });
    emit(invitationMailDue, { invitationId, sendCount });
    return { invitation: invitationView(after, now) };
  },
});
