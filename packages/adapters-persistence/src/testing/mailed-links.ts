import { randomBytes } from 'node:crypto';
import { password } from './second-factors.ts';
import { aStranger, type World } from './world.ts';

export const anotherPassword = 'seventeen green umbrellas';
/** A network that no other test has used. */
export const somewhere = () =>
  aStranger({ address: `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1` });
export const anybody = () => `anybody.${randomBytes(6).toString('hex')}@example.com`;

type Mailing = Pick<World, 'worker' | 'ports'>;

/** Runs the jobs, and returns the newest mail with this subject to an address: mails of several kinds leave in any order. */
export async function mailTo({ worker, ports }: Mailing, address: string, subject: string) {
  await worker.drain();
  return (
    ports.mail.sent.filter((mail) => mail.to.address === address && mail.subject === subject).at(-1) ?? null
  );
}

/** The tokens of all links to the named page that were mailed to an address, the oldest first. */
export async function mailedTokens(
  { worker, ports }: Mailing,
  address: string,
  page: string,
): Promise<readonly string[]> {
  await worker.drain();
  const link = new RegExp(`/${page}#token=([A-Za-z0-9_-]{43})\\s`);
  return ports.mail.sent.flatMap(({ to, text }) =>
    to.address === address ? (link.exec(text)?.slice(1) ?? []) : [],
  );
}

/** The newest of them; empty if there is none. */
export const mailedToken = async (world: Mailing, address: string, page: string): Promise<string> =>
  (await mailedTokens(world, address, page)).at(-1) ?? '';

/** A person who has asked for a link to set a new password, with its token. */
export async function resetAsked(world: World, email: string): Promise<string> {
  await world.chancery.identity.forgotPassword({ email }, somewhere());
  return mailedToken(world, email, 'reset-password');
}

/** Somebody who has registered an address and not verified it. */
export async function claimant(world: World, email = anybody(), over: object = {}) {
  const session = await world.chancery.identity.registerAccount(
    { email, password, displayName: 'Claimant', ...over },
    somewhere(),
  );
  return {
    email,
    id: session.user.id,
    workspaceId: session.workspace?.id ?? '',
    session: { ...somewhere(), credential: session.accessToken },
  };
}

/** The latest events in the ledger of a workspace, the newest first. */
export async function lastActions({ sql }: World, workspaceId: string, count: number): Promise<string[]> {
  const rows = await sql<{ action: string }>(
    'select action from audit_event where ledger_id = $1 order by seq desc limit $2',
    [workspaceId, count],
  );
  return rows.map(({ action }) => action);
}
