import { defaultJobPolicy } from '../../kernel/outbox.ts';
import type { ReactingContext } from '../../kernel/use-case.ts';
import { mailboxOf } from '../account.ts';
import { type IdentityPorts, reaction } from '../ports.ts';
import { identityLinked, identityUnlinked } from './events.ts';
import { type IdentityChange, identityLinkedMail } from './mails/identity-linked.ts';

const policy = { ...defaultJobPolicy, queue: 'mail' };

/** AUT-12: whoever has the account learns that there is one more way into it, where it did not begin with that. */
export const mailIdentityLinked = reaction(
  identityLinked,
  { topic: 'identity.mail_identity_linked', policy, needs: ['userId', 'provider', 'how'] },
  async ({ userId, provider, how }, context) => {
    if (how !== 'registration') await tell(userId, { provider, change: how }, context);
  },
);

export const mailIdentityUnlinked = reaction(
  identityUnlinked,
  { topic: 'identity.mail_identity_unlinked', policy, needs: ['userId', 'provider'] },
  ({ userId, provider }, context) => tell(userId, { provider, change: 'unlinked' }, context),
);

async function tell(
  userId: string,
  change: IdentityChange,
  { accounts, settings, mail, now }: ReactingContext<IdentityPorts> & IdentityPorts,
): Promise<void> {
  const account = await accounts.get(userId);
  const to = mailboxOf(account, settings);
  if (to === null) return;
  const message = identityLinkedMail({
    ...change,
    locale: account.locale,
    recipientName: to.name,
    at: now,
    link: `${settings.webUrl}/settings/security`,
  });
  await mail.send({ key: 'identity-linked', to, ...message });
}
