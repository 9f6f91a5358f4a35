import { z } from 'zod';
import {
  memberSuspended,
  sessionRevoked,
  sessionTooOld,
  signInMethodNotAllowed,
  workspaceNotActive,
  workspaceSecondFactorRequired,
} from '../kernel/access.ts';
import { admitTo } from '../kernel/gates.ts';
import { shown, workspaceId } from '../kernel/shapes.ts';
import { switchTarget } from './active-workspace.ts';
import { workspaceNotFound } from './errors.ts';
import { workspaceSwitched } from './events.ts';
import { command } from './ports.ts';
import { accessTokenOf } from './session-opening.ts';
import { MembershipView, membershipOf, WorkspaceSummaryView } from './views.ts';

export const switchWorkspace = command({
  summary: 'Switch to another of your workspaces',
  description:
    'Returns an access token for the workspace, which the session remembers. The token that you sent still works for its own workspace until it expires.',
  access: 'account',
  databaseRole: 'identity',
  secret: true,
  cli: { command: 'workspace switch', aliases: ['switch'] },
  input: z.strictObject({ workspaceId: workspaceId().describe('The workspace to act in from now on.') }),
  output: z.object({
    tokenType: z.literal('Bearer').describe('Always Bearer.'),
    accessToken: z.string().describe('Send it as Authorization: Bearer. It expires after expiresInSeconds.'),
    accessTokenExpiresAt: shown.instant().describe('When the access token expires.'),
    expiresInSeconds: z.int().describe('In how many seconds the access token expires.'),
    workspace: WorkspaceSummaryView,
    membership: MembershipView.nullable().describe('What you are in that workspace; null without one.'),
  }),
  errors: [
    workspaceNotFound,
    memberSuspended,
    workspaceNotActive,
    signInMethodNotAllowed,
    sessionTooOld,
    workspaceSecondFactorRequired,
  ],

  async find({ workspaceId: wantedId }, { user, workspaceAccess }) {
    const target = switchTarget(await workspaceAccess.ofPerson(user.userId), wantedId);
    const membership = await workspaceAccess.membershipIn(user.userId, wantedId);
    if (membership === null) throw workspaceNotFound();
    return { target, membership };
  },

  async run(_, context) {
    const { found, user, sessions, workspaceAccess, now, emit } = context;
    const { target, membership } = found;
    admitTo({ ...user, ...membership }, now);
    // Every end of the session takes this lock, too (SES-6).
    const session = await sessions.lock(user.sessionId);
    if (session === null || session.revokedAt !== null) throw sessionRevoked();

    const after = { ...session, activeWorkspaceId: target.id };
    await sessions.save(after);
    context.enter(target.id);
    await workspaceAccess.used(user.userId, target.id, now);
    emit(workspaceSwitched, { workspaceId: target.id, sessionId: session.id });
    return {
      ...(await accessTokenOf(after, target.id, context)),
      workspace: target,
      membership: membershipOf(target),
    };
  },
});
