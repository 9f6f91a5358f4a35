import { z } from 'zod';
import { roles } from '../../kernel/access.ts';
import { shown } from '../../kernel/shapes.ts';
import type { Instant } from '../../kernel/time.ts';
import { type Invitation, invitationStatuses, statusAt } from './invitation.ts';

export const InvitationView = z
  .object({
    id: shown.id(),
    email: z.string(),
    displayName: z.string().nullable(),
    role: z.enum(roles),
    message: z.string().nullable(),
    status: z.enum(invitationStatuses),
    invitedByUserId: z.string(),
    expiresAt: shown.instant(),
    sentAt: shown.instant(),
    sendCount: z.int(),
    acceptedByUserId: z.string().nullable(),
    respondedAt: shown.instant().nullable(),
    projectIds: z.array(shown.id()).describe('Projects that the person joins on accepting.'),
    createdAt: shown.instant(),
    updatedAt: shown.instant(),
    version: z.int(),
  })
  .meta({ id: 'WorkspaceInvitation' });

export const InvitationPreviewView = z
  .object({
    workspaceName: z.string(),
    workspaceLogoUrl: z.string().nullable(),
    inviterDisplayName: z.string(),
    email: z.string(),
    role: z.enum(roles),
    expiresAt: shown.instant(),
    status: z.enum(invitationStatuses),
  })
  .meta({ id: 'InvitationPreview' });

export const invitationView = (invitation: Invitation, now: Instant) => ({
  ...invitation,
  status: statusAt(invitation, now),
  projectIds: [...invitation.projectIds],
});
