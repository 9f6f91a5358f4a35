import { z } from 'zod';
import {
  memberSuspended,
  sessionTooOld,
  signInMethodNotAllowed,
  workspaceNotActive,
  workspaceSecondFactorRequired,
} from '../kernel/access.ts';
import { rateLimited } from '../kernel/errors.ts';
import { admitTo } from '../kernel/gates.ts';
import type { WritingContext } from '../kernel/handler-context.ts';
import { secret, workspaceId } from '../kernel/shapes.ts';
import { misses } from '../kernel/throttling.ts';
import { activeWorkspace, switchTarget } from './active-workspace.ts';
import { refreshInvalid, refreshReused, workspaceNotFound } from './errors.ts';
import { sessionReuseDetected } from './events.ts';
import { action, type IdentityPorts } from './ports.ts';
import { decodeRefreshToken, type RefreshToken } from './refresh-token.ts';
import { renewal } from './renewal.ts';
import { refreshKeyOf, tagKeyOf, tokensOf } from './session-opening.ts';
import { AuthSessionView, membershipOf, userView } from './views.ts';

const refreshesPerMinute = 30;

export const refreshSession = action({
  summary: 'Renew the session',
  description:
    'Each use returns the next refresh token and a new access token. If the answer was lost, the same token works again for a minute; after that an old token ends the session, and its owner is notified by mail.',
  access: 'anyone',
  // Everybody in an office may find on Monday that their session has ended.
  throttle: misses('refresh_refused', 300),
  databaseRole: 'identity',
  secret: true,
  idempotent: false,
  input: z.strictObject({
    refreshToken: secret(z.string().min(1).max(200)).describe(
      'The refresh token of the last answer; it works once.',
    ),
    workspaceId: workspaceId().optional().describe('Switches to this workspace.'),
  }),
  output: AuthSessionView,
  errors: [
    refreshInvalid,
    refreshReused,
    workspaceNotFound,
    memberSuspended,
    workspaceNotActive,
    signInMethodNotAllowed,
    sessionTooOld,
    workspaceSecondFactorRequired,
  ],

  // The whole renewal commits here: the end of a session whose token was reused must outlive the 401 that reports it.
  async prepare(input, { transact, throttle, settings, keyRing }) {
    const token = decodeRefreshToken(input.refreshToken, tagKeyOf(keyRing));
    if (token === null) throw refreshInvalid();
    if (settings.rateLimitScale > 0) {
      const answer = await throttle.consume(
        'refresh',
        token.sessionId,
        Math.ceil(refreshesPerMinute * settings.rateLimitScale),
        60,
      );
      if (!answer.allowed) throw rateLimited({ retryAfterSeconds: answer.retryAfterSeconds });
    }
    const renewed = await transact((context) => renew(token, input.workspaceId ?? null, context));
    if (renewed === 'reused') throw refreshReused();
    return renewed;
  },

  async run(_, context) {
    const { session, token, account, workspace } = context.prepared;
    // SES-6: nobody gets tokens of a session whose end was confirmed in the meantime.
    if ((await context.sessions.lock(session.id))?.revokedAt !== null) throw refreshInvalid();
    return {
      ...(await tokensOf(session, token, workspace, context)),
      deviceToken: null,
      isNewUser: false,
      user: userView(account),
      workspace,
      membership: membershipOf(workspace),
    };
  },
});

/** Rotates the session's token, or ends the session if an old token was sent (SES-3), under the lock of the session (SES-6). */
async function renew(
  token: RefreshToken,
  wantedWorkspaceId: string | null,
  context: WritingContext & IdentityPorts,
) {
  const { now, sessions, accounts, workspaceAccess, random, keyRing, settings, caller } = context;
  const session = await sessions.lock(token.sessionId);
  if (session === null || session.revokedAt !== null || session.expiresAt <= now) throw refreshInvalid();
  const account = await accounts.get(session.userId);
  if (account.status !== 'active') throw refreshInvalid();

  const terms = {
    now,
    refreshKey: refreshKeyOf(keyRing),
    graceSeconds: settings.refreshGraceSeconds,
    salt: random.bytes(16),
    ipAddress: caller.address,
  };
  const renewed = renewal(session, token, terms);
  if (renewed === 'reused') {
    await sessions.revoke(session.userId, [session.id], 'refresh_reused', now);
    context.emitFor(session.userId, sessionReuseDetected, { sessionId: session.id, userId: session.userId });
    return 'reused' as const;
  }

  const workspaces = await workspaceAccess.ofPerson(account.id);
  const workspace =
    wantedWorkspaceId === null
      ? activeWorkspace(workspaces, session.activeWorkspaceId)
      : switchTarget(workspaces, wantedWorkspaceId);
  if (workspace !== null && wantedWorkspaceId !== null) {
    const membership = await workspaceAccess.membershipIn(account.id, workspace.id);
    if (membership === null) throw workspaceNotFound();
    admitTo({ ...session, sessionCreatedAt: session.createdAt, ...membership }, now);
  }
  const after = { ...renewed.session, activeWorkspaceId: workspace?.id ?? null };
  await sessions.save(after);
  if (workspace !== null) {
    context.enter(workspace.id);
    await workspaceAccess.used(account.id, workspace.id, now);
  }
  return { session: after, token: renewed.token, account, workspace };
}
