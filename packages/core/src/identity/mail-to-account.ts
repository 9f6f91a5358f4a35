import type { Addressee, RenderedMail } from '../kernel/mail-template.ts';
import { mailboxOf } from './account.ts';
import type { IdentityReacting } from './ports.ts';

/** Mails a person about their account, in their language, where they have a mailbox that is theirs. */
export async function mailToAccount(
  userId: string,
  key: string,
  render: (recipient: Addressee & { readonly address: string }) => RenderedMail,
  { accounts, settings, mail }: IdentityReacting,
): Promise<void> {
  const account = await accounts.get(userId);
  const to = mailboxOf(account, settings);
  if (to === null) return;
  const message = render({ locale: account.locale, recipientName: to.name, address: to.address });
  await mail.send({ key, to, ...message });
}
