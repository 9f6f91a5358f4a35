import { z } from 'zod';
import { roles } from '../../kernel/access.ts';
import { id, shown, text } from '../../kernel/shapes.ts';
import { plusDays } from '../../kernel/time.ts';
import { conversationNotFound } from '../errors.ts';
import { query } from '../ports.ts';

/** For how many days guests of the caller's own meetings are suggested. */
const guestDays = 365;

export const InviteOptionView = z
  .object({
    kind: z.enum(['member', 'guest']).describe('Whether it is a member, or somebody from outside.'),
    userId: z.string().nullable().describe('The id of the person; null if they have no account.'),
    email: z.string().describe('The e-mail address of the person.'),
    displayName: z.string().describe('The name that others see.'),
    avatarUrl: z.string().nullable().describe('The address of a picture; null without one.'),
    role: z.enum(roles).nullable().describe('The role in the workspace; null for guests of meetings.'),
  })
  .meta({ id: 'InviteOption', description: 'Somebody whom you can invite.' });

export const listInviteOptions = query({
  summary: 'List people whom you can invite',
  description:
    'Lists active members by name, then guests of your own meetings of the last year; each address appears once.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  cli: { columns: ['displayName', 'email', 'kind', 'role', 'userId'] },
  input: z.strictObject({
    search: text(100).optional().describe('Matches the beginning of any word of a name or an address.'),
    limit: z.int().min(1).max(250).default(20).describe('How many to show at most.'),
    conversationId: id().optional().describe('A meeting that you are in; only its people are listed.'),
  }),
  output: z.object({
    options: z.array(InviteOptionView).describe('Whom you can invite.'),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
  }),
  errors: [conversationNotFound],

  async find({ conversationId }, { invitees, user }) {
    if (conversationId !== undefined && !(await invitees.isIn(conversationId, user.userId)))
      throw conversationNotFound();
  },

  async run({ search, limit, conversationId }, { invitees, user, now }) {
    const options = await invitees.options({
      userId: user.userId,
      search: search ?? null,
      limit,
      meetingId: conversationId ?? null,
      since: plusDays(now, -guestDays),
    });
    return { options, count: options.count, nextCursor: null };
  },
});
