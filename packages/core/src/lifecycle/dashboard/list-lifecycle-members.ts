import { z } from 'zod';
import { viewerOf } from '../../documents/index.ts';
import { roles } from '../../kernel/access.ts';
import { pageFields, pageOf } from '../../kernel/pages.ts';
import { shown, text } from '../../kernel/shapes.ts';
import { memberCursor } from '../../workspace/index.ts';
import { query } from '../ports.ts';
import { mostCounted } from '../types/views.ts';

export const listLifecycleMembers = query({
  summary: 'List who can keep documents in force',
  description:
    'Active owners, admins and members by name, each with how many documents that you see they keep in force.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  cli: {
    columns: ['displayName', 'email', 'role', 'ownedCount', 'overdueCount', 'userId'],
  },
  input: z.strictObject({
    search: text(100, 0).default('').describe('A part of the name or the address.'),
    ...pageFields(memberCursor.parts, { most: 50, usual: 20 }),
  }),
  output: z.object({
    members: z
      .array(
        z.object({
          userId: z.string().describe('The id of the person.'),
          displayName: z.string().describe('The name of the person.'),
          email: z.string().nullable().describe('The address of the person; null without one.'),
          avatarUrl: z.string().nullable().describe('The address of a picture; null without one.'),
          role: z.enum(roles).describe('The role in the workspace.'),
          ownedCount: z
            .int()
            .describe(`How many documents they keep in force, counted up to ${mostCounted}.`),
          overdueCount: z.int().describe('How many of these have expired; grace counts as expired here.'),
        }),
      )
      .describe('Those who can keep documents in force, by name.'),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
  }),

  async run({ search, limit, cursor }, { memberDirectory, lifecycleBoard, user, now }) {
    const found = await memberDirectory.search(search, ['owner', 'admin', 'member'], cursor ?? null, limit);
    const page = pageOf(found, limit, memberCursor.keyOf);
    const userIds = page.rows.map(({ userId }) => userId);
    const kept = await lifecycleBoard.keptBy(userIds, viewerOf(user), now, mostCounted);
    const keptBy = new Map(kept.map((one) => [one.userId, one]));
    return {
      members: page.rows.map(({ userId, displayName, email, role }) => ({
        ...{ userId, displayName, email, role },
        avatarUrl: keptBy.get(userId)?.avatarUrl ?? null,
        ownedCount: keptBy.get(userId)?.ownedCount ?? 0,
        overdueCount: keptBy.get(userId)?.overdueCount ?? 0,
      })),
      count: page.count,
      nextCursor: page.nextCursor,
    };
  },
});
