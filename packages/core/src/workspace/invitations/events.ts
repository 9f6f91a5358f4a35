import { z } from 'zod';
import { roles } from '../../kernel/access.ts';
import { event } from '../../kernel/events.ts';
import { id, userId } from '../../kernel/shapes.ts';

const invitation = {
  invitationId: id(),
  role: z.enum(roles),
  version: z.int(),
};
const target = (data: { readonly invitationId: string; readonly version: number }) => ({
  kind: 'workspace_invitation',
  id: data.invitationId,
  version: data.version,
});
const facts = ({ role }: { readonly role: string }) => ({ role });

export const invitationCreated = event(
  'workspace_invitation.created',
  z.strictObject({ ...invitation, email: z.string() }),
  { target, facts, detail: ({ email }) => ({ email }) },
);

export const invitationResent = event(
  'workspace_invitation.resent',
  z.strictObject({ ...invitation, sendCount: z.int() }),
  { target, facts: ({ role, sendCount }) => ({ role, sendCount }) },
);

export const invitationRevoked = event('workspace_invitation.revoked', z.strictObject(invitation), {
  target,
  facts,
});

export const invitationAccepted = event(
  'workspace_invitation.accepted',
  z.strictObject({ ...invitation, userId: userId() }),
  { target, facts: ({ role, userId: acceptedByUserId }) => ({ role, acceptedByUserId }) },
);

export const invitationDeclined = event(
  'workspace_invitation.declined',
  z.strictObject({ ...invitation, invitedByUserId: userId() }),
  { target, facts },
);

export const invitationExpired = event('workspace_invitation.expired', z.strictObject(invitation), {
  target,
  facts,
});

/** The link of this sending waits to be mailed; a later sending has an event of its own. */
export const invitationMailDue = event(
  'workspace_invitation.mail_due',
  z.strictObject({ invitationId: id(), sendCount: z.int() }),
  null,
);
