import { randomBytes } from 'node:crypto';
import type { Role, workspace } from '@chancery/core';
import type { World } from './world.ts';

/** Access tokens that outlive what a test's clock does. */
export const longSessions = { settings: { accessTokenSeconds: 20 * 86_400 } };

/** An address that is used once in this run. */
export const anAddress = (): string => `invited.${randomBytes(6).toString('hex')}@example.com`;

/** Writes settings of the workspace directly, without any rule. */
export const setSettings = async (
  settings: Partial<workspace.WorkspaceSettings>,
  { sql, workspaceId }: Pick<World, 'sql' | 'workspaceId'>,
): Promise<void> => {
  await sql('update workspaces set settings = settings || $2::jsonb where id = $1', [
    workspaceId,
    JSON.stringify(settings),
  ]);
};

/** The seats of the workspace: those in use and those kept for invitations. */
export async function seatsOf({ sql, workspaceId }: Pick<World, 'sql' | 'workspaceId'>) {
  const rows = await sql<{ code: string; used: number; reserved: number }>(
    "select code, used::integer used, reserved::integer reserved from usage_counters where workspace_id = $1 and code in ('members', 'guests') order by code desc",
    [workspaceId],
  );
  return Object.fromEntries(rows.map(({ code, used, reserved }) => [code, { used, reserved }]));
}

/** The token of the link in the newest mail to the address; it is stored nowhere else. */
export function invitationTokenOf({ ports }: Pick<World, 'ports'>, email: string): string {
  const mails = ports.mail.sent.filter(
    ({ to, text }) => to.address === email && text.includes('/invitation#token='),
  );
  const token = /\/invitation#token=([A-Za-z0-9_-]{43})/.exec(mails.at(-1)?.text ?? '')?.[1];
  if (token === undefined) throw new Error(`No invitation was mailed to ${email}`);
  return token;
}

/** Somebody invited by the owner, and the token that was mailed to them. */
export async function invited(
  made: Pick<World, 'chancery' | 'owner' | 'worker' | 'ports'>,
  over: { email?: string; role?: Role; projectIds?: string[]; expiresInDays?: number } = {},
) {
  const { chancery, owner, worker } = made;
  const email = over.email ?? anAddress();
  const { invitation } = await chancery.workspace.createInvitation(
    { role: 'member', ...over, email },
    owner.session,
  );
  await worker.drain();
  return { email, invitation, token: invitationTokenOf(made, invitation.email) };
}
