import { z } from 'zod';
import { sessionRevoked } from '../kernel/access.ts';
import { query } from './ports.ts';
import { CurrentUserView, membershipOf, userView } from './views.ts';

export const getMe = query({
  summary: 'Show the signed-in person',
  description: 'Returns your account, your workspaces and this session.',
  access: 'account',
  cli: { command: 'account get' },
  databaseRole: 'identity',
  input: z.strictObject({}),
  output: CurrentUserView,

  async run(_, { user, accounts, sessions, workspaceAccess }) {
    const [account, session, workspaces] = await Promise.all([
      accounts.get(user.userId),
      sessions.get(user.sessionId),
      workspaceAccess.ofPerson(user.userId),
    ]);
    if (session === null) throw sessionRevoked();
    const workspace = workspaces.find(({ id }) => id === user.workspace?.id) ?? null;
    const { id, authenticatedAt, expiresAt, authMethod } = session;
    return {
      user: userView(account),
      workspace,
      membership: membershipOf(workspace),
      workspaces: [...workspaces],
      session: { id, authenticatedAt, expiresAt, authMethod },
    };
  },
});
