import { z } from 'zod';
import { query } from './ports.ts';
import { MemberView, memberView, WorkspaceView } from './views.ts';

export const getWorkspace = query({
  summary: 'Show the active workspace and your membership of it',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  input: z.strictObject({}),
  output: z.object({ workspace: WorkspaceView, membership: MemberView }),

  async run(_, { workspaces, members, user }) {
    const [workspace, membership] = await Promise.all([workspaces.get(), members.get(user.userId)]);
    return { workspace, membership: memberView(membership, user.membership?.role) };
  },
});
