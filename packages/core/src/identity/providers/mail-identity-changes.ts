import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { mailToAccount } from '../account-mail.ts';
import { type IdentityReacting, reaction } from '../ports.ts';
import { identityLinked, identityUnlinked } from './events.ts';
import { type IdentityChange, identityLinkedMail } from './mails/identity-linked.ts';

const mailing = {
  policy: { ...defaultJobPolicy, queue: 'mail' },
  mails: 'account',
  databaseRole: 'identity',
} as const;

/** AUT-12: a person learns of every new way to sign in to their account, except the one with which it began. */
export const mailIdentityLinked = reaction(
  identityLinked,
  { topic: 'identity.mail_identity_linked', ...mailing, needs: ['userId', 'provider', 'how'] },
  async ({ userId, provider, how }, context) => {
    if (how !== 'registration') await notify(userId, { provider, change: how }, context);
  },
);

export const mailIdentityUnlinked = reaction(
  identityUnlinked,
  { topic: 'identity.mail_identity_unlinked', ...mailing, needs: ['userId', 'provider'] },
  ({ userId, provider }, context) => notify(userId, { provider, change: 'unlinked' }, context),
);

function notify(userId: string, change: IdentityChange, context: IdentityReacting): Promise<void> {
  const { now: at, settings } = context;
  const link = `${settings.webUrl}/settings/security`;
  return mailToAccount(
    userId,
    'identity-linked',
    (recipient) => identityLinkedMail({ ...recipient, ...change, at, link }),
    context,
  );
}
