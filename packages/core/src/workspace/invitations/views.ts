import { z } from 'zod';
import { roles } from '../../kernel/access.ts';
import { shown } from '../../kernel/shapes.ts';
import type { Instant } from '../../kernel/time.ts';
import { type Invitation, invitationStatuses, statusAt } from './invitation.ts';

export const InvitationView = z
  .object({
    id: shown.ownId(),
    email: z.string().describe('The e-mail address of the person.'),
    displayName: z.string().nullable().describe('The name of the person; null if it is not known.'),
    role: z.enum(roles).describe('The role that the person gets.'),
    message: z.string().nullable().describe('What the inviter wrote; null without a message.'),
    status: z.enum(invitationStatuses).describe('Where the invitation is in its life.'),
    invitedByUserId: z.string().describe('Who invited the person.'),
    expiresAt: shown.instant().describe('Until when it can be accepted.'),
    sentAt: shown.instant().describe('When it was last sent.'),
    sendCount: z.int().describe('How often it was sent.'),
    acceptedByUserId: z.string().nullable().describe('Who accepted it; null if nobody did.'),
    respondedAt: shown.instant().nullable().describe('When it was answered; null until then.'),
    projectIds: z.array(shown.id()).describe('Projects that the person joins on accepting.'),
    createdAt: shown.createdAt(),
    updatedAt: shown.updatedAt(),
    version: shown.version(),
  })
  .meta({ id: 'WorkspaceInvitation', description: 'An invitation to a workspace.' });

export const InvitationPreviewView = z
  .object({
    workspaceName: z.string().describe('The name of the workspace.'),
    workspaceLogoUrl: z
      .string()
      .nullable()
      .describe('The address of the logo of the workspace; null without one.'),
    inviterDisplayName: z.string().describe('The name of the person who invites.'),
    email: z.string().describe('The e-mail address that is invited.'),
    role: z.enum(roles).describe('The role that the person gets.'),
    expiresAt: shown.instant().describe('Until when it can be accepted.'),
    status: z.enum(invitationStatuses).describe('Where the invitation is in its life.'),
  })
  .meta({ id: 'InvitationPreview', description: 'What a person who was invited sees before they answer.' });

export const invitationView = (invitation: Invitation, now: Instant) => ({
  ...invitation,
  status: statusAt(invitation, now),
  projectIds: [...invitation.projectIds],
});
