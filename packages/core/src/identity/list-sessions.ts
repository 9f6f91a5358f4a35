import { z } from 'zod';
import { shown } from '../kernel/shapes.ts';
import { query } from './ports.ts';
import { SessionView } from './views.ts';

export const listSessions = query({
  summary: 'List your sessions',
  description:
    'Returns the devices on which you are signed in: this one first, then the most recently seen ones.',
  access: 'account',
  cli: { columns: ['deviceName', 'current', 'lastSeenAt', 'authMethod', 'expiresAt', 'id'] },
  databaseRole: 'identity',
  input: z.strictObject({}),
  output: z.object({ sessions: z.array(SessionView), count: shown.count(), nextCursor: shown.noCursor() }),

  async run(_, { now, user, sessions }) {
    const live = await sessions.liveOf(user.userId, now);
    const views = live.map((session) => ({ ...session, current: session.id === user.sessionId }));
    const inOrder = [...views.filter(({ current }) => current), ...views.filter(({ current }) => !current)];
    return { sessions: inOrder, count: inOrder.length, nextCursor: null };
  },
});
