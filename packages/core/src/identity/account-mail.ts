import type { Addressee, RenderedMail } from '../kernel/mail-template.ts';
import type { Settings } from '../kernel/settings.ts';
import { mailboxOf } from './account.ts';
import type { IdentityPorts, IdentityReacting } from './ports.ts';

type Render = (recipient: Addressee & { readonly address: string }) => RenderedMail;

/** Mails a person about their account, in their language, if the account has a mailbox that is theirs. */
export async function mailToAccount(
  userId: string,
  key: string,
  render: Render,
  { read, settings, mail }: IdentityReacting,
): Promise<void> {
  const message = await read((ports) => accountMail(userId, render, settings, ports));
  if (message !== null) await mail.send({ key, ...message });
}

/** The same mail, for a reaction that reads its facts in the same transaction; null if there is no such mailbox. */
export async function accountMail(
  userId: string,
  render: Render,
  settings: Settings,
  { accounts }: Pick<IdentityPorts, 'accounts'>,
) {
  const account = await accounts.get(userId);
  const to = mailboxOf(account, settings);
  if (to === null) return null;
  return { to, ...render({ locale: account.locale, recipientName: to.name, address: to.address }) };
}
