import { z } from 'zod';
import { pageFields, pageOf } from '../../kernel/pages.ts';
import { shown } from '../../kernel/shapes.ts';
import { query } from '../ports.ts';
import { invitationStatuses } from './invitation.ts';
import { onInvitation, visibleInvitationsOf } from './invitation-rules.ts';
import { InvitationView, invitationView } from './views.ts';

export const listInvitations = query({
  summary: 'List invitations to the workspace',
  description:
    'Newest first. Owners see all invitations, admins those of members and guests, and members their own if the invite policy is members.',
  access: { owner: 'any', admin: 'any', member: 'own' },
  cli: { columns: ['email', 'role', 'status', 'expiresAt', 'id'] },
  input: z.strictObject({
    status: z.enum(invitationStatuses).default('pending').describe('The status of the invitations to list.'),
    ...pageFields(['instant', 'id']),
  }),
  output: z.object({
    invitations: z.array(InvitationView),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
  }),

  find: async (_, { workspaces }) => ({
    role: 'member' as const,
    settings: (await workspaces.get()).settings,
  }),
  may: onInvitation('list'),

  async run({ status, limit, cursor }, { invitations, user, now }) {
    const found = await invitations.list(
      { status, ...visibleInvitationsOf(user) },
      now,
      cursor ?? null,
      limit,
    );
    const { rows, count, nextCursor } = pageOf(found, limit, ({ createdAt, id }) => [createdAt, id]);
    return { invitations: rows.map((row) => invitationView(row, now)), count, nextCursor };
  },
});
