import { type Account, mailboxOf } from '../identity/index.ts';
import type { RenderedMail } from '../kernel/mail-template.ts';
import type { WorkspaceReacting } from './ports.ts';

/** Mails a person about the workspace of the job, in their language, where they have a mailbox that is theirs. */
export async function mailToPerson(
  userId: string,
  key: string,
  render: (person: Account, workspaceName: string) => RenderedMail,
  { people, workspaces, settings, mail }: WorkspaceReacting,
): Promise<void> {
  const account = await people.account(userId);
  const to = account === null || account.status !== 'active' ? null : mailboxOf(account, settings);
  if (account === null || to === null) return;
  await mail.send({ key, to, ...render(account, (await workspaces.get()).name) });
}
