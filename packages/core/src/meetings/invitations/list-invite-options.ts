import { z } from 'zod';
import { roles } from '../../kernel/access.ts';
import { id, text } from '../../kernel/shapes.ts';
import { plusDays } from '../../kernel/time.ts';
import { conversationNotFound } from '../errors.ts';
import { query } from '../ports.ts';

/** For how many days guests of the caller's own meetings are suggested. */
const guestDays = 365;

export const listInviteOptions = query({
  summary: 'List people whom you can invite',
  description:
    'Lists active members by name, then guests of your own meetings of the last year; each address appears once.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  cli: { columns: ['displayName', 'email', 'kind', 'role', 'userId'] },
  input: z.strictObject({
    search: text(100).optional().describe('Matches the beginning of any word of a name or an address.'),
    limit: z.int().min(1).max(250).default(20),
    conversationId: id().optional().describe('A meeting that you are in; only its people are listed.'),
  }),
  output: z.object({
    options: z.array(
      z
        .object({
          kind: z.enum(['member', 'guest']),
          userId: z.string().nullable(),
          email: z.string(),
          displayName: z.string(),
          avatarUrl: z.string().nullable(),
          role: z.enum(roles).nullable().describe('The role in the workspace; null for guests of meetings.'),
        })
        .meta({ id: 'InviteOption' }),
    ),
    count: z.int(),
    nextCursor: z.string().nullable(),
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
    return { options: [...options], count: options.length, nextCursor: null };
  },
});
