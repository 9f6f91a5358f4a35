import { type Account, mailboxOf } from '../identity/index.ts';
import type { RenderedMail } from '../kernel/mail-template.ts';
import type { Settings } from '../kernel/settings.ts';
import type { WorkspacePorts, WorkspaceReacting } from './ports.ts';

type Render = (person: Account, workspaceName: string) => RenderedMail;

/** Mails a person about the workspace of the job, in their language, if they have a mailbox that is theirs. */
export async function sendPersonMail(
  userId: string,
  key: string,
  render: Render,
  { read, settings, mail }: WorkspaceReacting,
): Promise<void> {
  const message = await read((ports) => personMail(userId, render, settings, ports));
  if (message !== null) await mail.send({ key, ...message });
}

/** The same mail for a reaction that reads its content in the same transaction; null if there is no such mailbox. */
export async function personMail(
  userId: string,
  render: Render,
  settings: Settings,
  { people, workspaces }: Pick<WorkspacePorts, 'people' | 'workspaces'>,
) {
  const account = await people.account(userId);
  const to = account === null || account.status !== 'active' ? null : mailboxOf(account, settings);
  if (account === null || to === null) return null;
  return { to, ...render(account, (await workspaces.get()).name) };
}
