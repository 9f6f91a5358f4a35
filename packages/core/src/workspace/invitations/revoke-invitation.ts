import { z } from 'zod';
import { id, version } from '../../kernel/shapes.ts';
import { invitationNotFound } from '../errors.ts';
import { seatOf } from '../member.ts';
import { command } from '../ports.ts';
import { invitationRevoked } from './events.ts';
import { ended, invitationInvalidState } from './invitation.ts';
import { invitationToChange, onInvitation } from './invitation-rules.ts';
import { InvitationView, invitationView } from './views.ts';

export const revokeInvitation = command({
  summary: 'Revoke an invitation',
  description:
    'The link stops working and the seat is free again. This cannot be undone; create a new invitation instead.',
  access: { owner: 'any', admin: 'any', member: 'own' },
  input: z.strictObject({
    invitationId: id().describe('The id of the invitation.'),
    expectedVersion: version().optional(),
  }),
  output: z.object({ invitation: InvitationView }),
  errors: [invitationNotFound, invitationInvalidState],

  find: ({ invitationId }, context) => invitationToChange(invitationId, context),
  may: onInvitation('revoke'),
  version: ({ invitation }) => invitation.version,

  async run(_, { found: { invitation }, invitations, usage, now, emit }) {
    const after = await invitations.save(ended(invitation, 'revoke', now));
    await usage.unreserve(seatOf(after.role), 1);
    emit(invitationRevoked, { invitationId: after.id, role: after.role, version: after.version });
    return { invitation: invitationView(after, now) };
  },
});
